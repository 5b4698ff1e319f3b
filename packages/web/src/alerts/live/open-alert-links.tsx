import { useText } from '../../i18n/index.ts';
import { formatMoment } from '../index.ts';
import { useAlertName, useOpenAlerts } from './index.ts';
import styles from './on-site.module.css';
import { OpenAlertsLink } from './open-alerts-link.tsx';

interface OpenAlertsChipProps {
  readonly installationId: number;
  readonly timezone: string;
}

/** Open alerts of a site: the name of a single one, or their number. */
export function OpenAlertsChip({ installationId, timezone }: OpenAlertsChipProps) {
  const text = useText();
  const { t } = text;
  const nameOf = useAlertName();
  const open = useOpenAlerts()?.filter((entry) => entry.installationId === installationId) ?? [];
  const [first, ...more] = open;
  if (first === undefined) return null;
  return (
    <OpenAlertsLink open={open} className={styles.chip}>
      {more.length > 0 ? (
        `${t('alerts.panel')}: ${open.length}`
      ) : (
        <>
          <bdi>{nameOf(first)}</bdi>{' '}
          {t('alerts.since', { when: formatMoment(first.dateBegin, timezone, text, Date.now()) })}
        </>
      )}
    </OpenAlertsLink>
  );
}
