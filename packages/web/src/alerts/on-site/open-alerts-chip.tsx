import { useText } from '../../i18n/index.ts';
import { useAlertName, useOpenAlerts } from '../live/index.ts';
import { momentText } from '../words/index.ts';
import styles from './on-site.module.css';
import { OpenAlertsLink } from './open-alerts-link.tsx';

interface OpenAlertsChipProps {
  readonly installationId: number;
  readonly timezone: string;
}

/** What is open at a site now: the one alert by its name, or how many there are. */
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
          {t('alerts.since', { when: momentText(first.dateBegin, timezone, text, Date.now()) })}
        </>
      )}
    </OpenAlertsLink>
  );
}
