import { instantToDate } from '@atrium/domain/core';
import { formatClockSeconds, formatDate, formatNumber } from '@atrium/domain/core/format';
import { type MessageId, useText } from '../../i18n/index.ts';
import { Table } from '../../ui/table/table.tsx';
import styles from './explain.module.css';
import type { Explained } from './explained.ts';
import type { SourceReadingsQuery } from './operations.generated.ts';

/** Lists the readings as the sensors sent them. */
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
      <Table
        className={styles.readings}
        columns={[
          {
            key: 'when',
            head: t('charts.when'),
            cell: ({ at }) => (
              <bdi dir="ltr">
                {formatDate(instantToDate(timezone, at), text)} {formatClockSeconds(at, timezone)}
              </bdi>
            ),
          },
          { key: 'sensor', head: t('explain.sensor'), cell: ({ device }) => device },
          {
            key: 'sent',
            head: t('explain.sent'),
            cell: ({ metric, descriptors }) => (
              <>
                {t(`metric.${metric}` as MessageId)}
                {descriptors !== '' && <span className={styles.under}>{descriptors.replaceAll(';', ', ')}</span>}
              </>
            ),
          },
          {
            key: 'value',
            head: t('charts.value'),
            className: styles.amount,
            cell: ({ value, counted }) => (
              <>
                {write(value)}
                {counted != null && (
                  <span className={styles.under}>{t('explain.counted', { amount: write(counted) })}</span>
                )}
              </>
            ),
          },
        ]}
        rows={sourceReadings.readings}
        keyOf={({ at, device, metric, descriptors }) => `${at}/${device}/${metric}/${descriptors}`}
      />
    </details>
  );
}
