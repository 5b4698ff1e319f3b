import { dateAt } from '@atrium/domain/core';
import { formatClockSeconds, formatDate, formatNumber } from '@atrium/domain/core/format';
import { type MessageId, useText } from '../../../i18n/index.ts';
import type { Explained } from '../number/explained.ts';
import styles from './explain.module.css';
import type { SourceReadingsQuery } from './operations.generated.ts';

/** The readings themselves, as the sensors sent them. */
export function Readings({
  explained,
  sourceReadings,
}: {
  readonly explained: Explained;
  readonly sourceReadings: SourceReadingsQuery['readingsBehind'];
}) {
  const text = useText();
  const { t, locale } = text;
  const { timezone } = explained.calendar;
  if (sourceReadings.count === 0) return null;
  const write = (value: number) => formatNumber(value, { locale, decimals: Number.isInteger(value) ? 0 : 1 });
  return (
    <details className={styles.part}>
      <summary className={styles.summary}>{t('explain.readings', { count: sourceReadings.count })}</summary>
      {sourceReadings.count > sourceReadings.readings.length && (
        <p className={styles.note}>{t('explain.newest', { count: sourceReadings.readings.length })}</p>
      )}
      <table className={styles.readings}>
        <thead>
          <tr>
            <th scope="col">{t('charts.when')}</th>
            <th scope="col">{t('explain.sensor')}</th>
            <th scope="col">{t('explain.sent')}</th>
            <th scope="col" className={styles.amount}>
              {t('charts.value')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sourceReadings.readings.map(({ at, device, metric, value, counted, descriptors }) => (
            <tr key={`${at}/${device}/${metric}/${descriptors}`}>
              <td>
                <bdi dir="ltr">
                  {formatDate(dateAt(timezone, at), text)} {formatClockSeconds(at, timezone)}
                </bdi>
              </td>
              <td>{device}</td>
              <td>
                {t(`metric.${metric}` as MessageId)}
                {descriptors !== '' && <span className={styles.under}>{descriptors.replaceAll(';', ', ')}</span>}
              </td>
              <td className={styles.amount}>
                {write(value)}
                {counted != null && (
                  <span className={styles.under}>{t('explain.counted', { amount: write(counted) })}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
