import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { type OpenAlertFragment, useAlertName, useOpenAlerts } from './index.ts';
import styles from './on-site.module.css';
import { OpenAlertsLink } from './open-alerts-link.tsx';

interface OpenMarkProps {
  readonly isHere: (entry: OpenAlertFragment) => boolean;
}

/** A bell where alerts are open, e.g. beside a site's name or on a map. Renders nothing without open alerts. */
export function OpenMark({ isHere }: OpenMarkProps) {
  const { t } = useText();
  const nameOf = useAlertName();
  const open = useOpenAlerts()?.filter(isHere) ?? [];
  if (open.length === 0) return null;
  const label = `${t('alerts.panel')}: ${open.map(nameOf).join(', ')}`;
  return (
    <OpenAlertsLink open={open} className={styles.mark} label={label}>
      <Icon name="bell" size={12} />
    </OpenAlertsLink>
  );
}
