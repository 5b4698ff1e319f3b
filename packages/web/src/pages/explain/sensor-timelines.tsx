import { formatClock, formatPercent } from '@atrium/domain/core/format';
import { getSilentShare, isSingleSilence, type SilentSpan } from '@atrium/domain/pages';
import { useId } from 'react';
import { Chip } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from './explain.module.css';
import type { Explained } from './explained.ts';
import { formatSpan } from './explained.ts';
import type { SourceReadingsQuery } from './operations.generated.ts';
import type { Explanation } from './use-explained.ts';

/** Maximum number of sensors shown. Silent ones come first. */
const maxSensors = 10;

interface LanesProps {
  readonly explained: Explained;
  readonly explanation: Explanation;
  readonly sourceReadings: SourceReadingsQuery['readingsBehind'] | null;
  readonly now: number;
}

/** Shows when each sensor reported and when it was silent. */
export function SensorTimelines({ explained, explanation, sourceReadings, now }: LanesProps) {
  const text = useText();
  const { t, locale } = text;
  const id = useId();
  const { ratio, silent } = explanation.coverage;
  if (ratio === null && silent.length === 0) return null;
  const { from } = explained.span;
  const to = Math.min(explained.span.to, Math.max(now, from + 1));
  const { timezone } = explained.calendar;
  const names = new Map(sourceReadings?.sources.map(({ deviceId, device, passage }) => [deviceId, passage ?? device]));
  const isSilent = new Set(silent.map(({ deviceId }) => deviceId));
  const ids = [...new Set([...names.keys(), ...isSilent])].sort(
    (one, other) => Number(isSilent.has(other)) - Number(isSilent.has(one)),
  );
  const share = (at: number) => ((Math.min(to, Math.max(from, at)) - from) / (to - from)) * 100;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.partTitle}>
        {t('explain.complete')}
        {ratio !== null && (
          <Chip tone={ratio >= 0.9995 ? 'ok' : ratio === 0 ? 'offline' : 'warning'}>
            <bdi dir="ltr">{formatPercent(ratio * 100, { locale, decimals: 1 })}</bdi>
          </Chip>
        )}
      </h3>
      <ul className={styles.lanes}>
        {ids.slice(0, maxSensors).map((deviceId) => {
          const own = silent.filter((each) => each.deviceId === deviceId);
          const word = (gap: SilentSpan) =>
            `${formatSpan(gap, timezone, text)}${isSingleSilence(gap) ? '' : ` · ${gap.count}×`}`;
          return (
            <li key={deviceId} className={styles.lane}>
              <span>{names.get(deviceId) ?? t('widgets.coverage.sensor', { id: deviceId })}</span>
              <span className={styles.laneBar} dir="ltr">
                {own.map((gap) => (
                  <span
                    key={gap.from}
                    className={styles.gap}
                    style={{
                      left: `${share(gap.from)}%`,
                      width: `${share(gap.to) - share(gap.from)}%`,
                      opacity: isSingleSilence(gap) ? undefined : Math.max(0.25, getSilentShare(gap)),
                    }}
                    title={word(gap)}
                  />
                ))}
              </span>
              <span className="visually-hidden">
                {own.length === 0
                  ? t('explain.reported')
                  : t('explain.silent', {
                      when: own.map(word).join(', '),
                    })}
              </span>
            </li>
          );
        })}
      </ul>
      {to - from <= 93_600_000 && (
        <p className={styles.laneEnds} dir="ltr" aria-hidden="true">
          <span>{formatClock(from, timezone)}</span>
          <span>{formatClock(to, timezone)}</span>
        </p>
      )}
      {ids.length > maxSensors && (
        <p className={styles.note}>{t('explain.others', { count: ids.length - maxSensors })}</p>
      )}
    </section>
  );
}
