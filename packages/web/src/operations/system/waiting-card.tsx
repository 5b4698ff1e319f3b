import { Link } from '@tanstack/react-router';
import { type MessageId, useText } from '../../i18n/index.ts';
import { useDates } from '../../people/organization/index.ts';
import type { OwnPartFragment } from './operations.generated.ts';
import styles from './system.module.css';
import { formatCount, formatDuration, type Installation } from './system-text.ts';

interface CardProps {
  readonly part: OwnPartFragment;
  readonly installation: Installation | null;
}

/** Silent sensors and work that waits: the organization's own, and that of the installation for operators. */
export function WaitingCard({ part, installation }: CardProps) {
  const text = useText();
  const { t } = text;
  const { moment } = useDates();
  const { sensors, exports, reports } = part;
  return (
    <section className={styles.card} aria-label={t('system.waitingAndSilent')}>
      <h2 className={styles.title}>{t('system.waitingAndSilent')}</h2>
      <ul className={styles.rows}>
        <Row
          name={t('system.sensorsSilent')}
          note={sensors === null ? t('system.unknown') : t('system.sensorsOf', { count: sensors.count })}
          value={formatCount(sensors?.silentCount ?? null, text)}
          isCalm={sensors === null ? null : sensors.silentCount === 0}
        />
        {sensors?.silent.map(({ deviceId, name, site, since, installationId }) => (
          <li key={deviceId} className={styles.row} data-look="sub">
            <Link to="/counting/$installationId/sensors" params={{ installationId: String(installationId) }}>
              <bdi>{name}</bdi> · <bdi>{site}</bdi>
            </Link>
            <span className={styles.note}>{t('system.since', { time: moment(since) })}</span>
          </li>
        ))}
        <Row
          name={t('system.exports')}
          note={t('system.runningAndFailed', { running: exports.running, failed: exports.failed })}
          value={formatCount(exports.waiting, text)}
          isCalm={exports.failed === 0}
        />
        <Row
          name={t('system.reports')}
          note={t('system.failedDay', { count: reports.failed })}
          value={formatCount(reports.waiting, text)}
          isCalm={reports.failed === 0}
        />
        {installation !== null && (
          <Row
            name={t('system.readingsWaiting')}
            note={t('system.whole')}
            value={formatCount(installation.readingsWaiting, text)}
            isCalm={installation.readingsWaiting === null ? null : true}
          />
        )}
        {installation?.queues.map(({ name, waiting, oldest, failed }) => (
          <Row
            key={name}
            name={t(`system.queue.${name}` as MessageId)}
            note={[
              t('system.whole'),
              ...(oldest === null || oldest === 0 ? [] : [t('system.oldest', { time: formatDuration(oldest, text) })]),
              ...(failed === null || failed === 0 ? [] : [t('system.failedDay', { count: failed })]),
            ].join(' · ')}
            value={formatCount(waiting, text)}
            isCalm={(failed ?? 0) === 0}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly name: string;
  readonly note: string;
  readonly value: string;
  /** Null: not known. */
  readonly isCalm: boolean | null;
}

function Row({ name, note, value, isCalm }: RowProps) {
  return (
    <li className={styles.row}>
      <span
        className={styles.dot}
        data-look={isCalm === null ? 'unknown' : isCalm ? 'ok' : 'warning'}
        aria-hidden="true"
      />
      <span className={styles.name}>{name}</span>
      <span className={styles.note}>{note}</span>
      <bdi className={styles.value}>{value}</bdi>
    </li>
  );
}
