import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { formatMoment } from '../condition-text.ts';
import { SeverityMark } from '../severity-mark.tsx';
import styles from './on-site.module.css';
import type { OpenAlertFragment } from './operations.generated.ts';
import { useAlertName, useOpenAlerts } from './use-open-alerts.ts';

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
      <Icon name="bell" size={12} />
      <span className={styles.words}>
        {more.length > 0 ? (
          `${t('alerts.panel')}: ${open.length}`
        ) : (
          <>
            <bdi>{nameOf(first)}</bdi> <SeverityMark severity={first.severity} />{' '}
            {t('alerts.since', { when: formatMoment(first.dateBegin, timezone, text, Date.now()) })}
          </>
        )}
      </span>
    </OpenAlertsLink>
  );
}

interface OpenAlertsLinkProps {
  /** Not empty. */
  readonly open: readonly OpenAlertFragment[];
  readonly className: string | undefined;
  /** Accessible name if the content is only an icon. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Links to the story of a single open alert, or to the list of several. */
function OpenAlertsLink({ open: [first, ...more], className, label, children }: OpenAlertsLinkProps) {
  const look = { className, 'aria-label': label, title: label };
  if (first === undefined || more.length > 0)
    return (
      <Link to="/alerts" search={{ show: 'open' }} {...look}>
        {children}
      </Link>
    );
  return (
    <Link to="/alerts/log/$logId" params={{ logId: String(first.id) }} {...look}>
      {children}
    </Link>
  );
}

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
