import { formatDay, formatNumber } from '@atrium/domain/core/format';
import { type ExpectedPoint, findUnusualDate } from '@atrium/domain/numbers';
import { useId } from 'react';
import { useText } from '../../i18n/index.ts';
import { type PlainCell, Table } from '../../ui/table/table.tsx';
import styles from './explain.module.css';
import type { Explained } from './explained.ts';

/** Lists the days behind an expected value, what each was scaled to, the range, and how often it held. */
export function ExpectedDays({
  explained: { format },
  expected,
}: {
  readonly explained: Pick<Explained, 'format'>;
  readonly expected: ExpectedPoint;
}) {
  const text = useText();
  const { t, locale } = text;
  const id = useId();
  const { value, lower, upper, warranty, samples = [], mean, reason } = expected;
  const foot = (key: 'middle' | 'mean' | 'range', amount: string): readonly PlainCell[] => [
    { key, content: t(`explain.expected.${key}`), span: 2, isName: true },
    { key: 'amount', content: amount, className: styles.amount },
  ];
  const unusual = findUnusualDate(expected, locale.slice(0, 2));
  if (samples.length === 0 && unusual === null) return null;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.partTitle}>
        {t('explain.comparedWith')}
      </h3>
      {samples.length > 0 && (
        <Table
          className={styles.rows}
          columns={[
            { key: 'when', isName: true, cell: ({ date }) => <bdi>{formatDay(date, text)}</bdi> },
            {
              key: 'scaled',
              className: styles.amount,
              cell: ({ value: own, factor }) =>
                factor !== 1 &&
                t('explain.expected.scaled', {
                  value: format(own),
                  factor: formatNumber(factor, { locale, decimals: 2 }),
                }),
            },
            { key: 'amount', className: styles.amount, cell: ({ value: own, factor }) => format(own * factor) },
          ]}
          rows={samples}
          keyOf={({ date }) => date}
          foot={[
            ...(value === null ? [] : [foot('middle', format(value))]),
            ...(value === null && mean !== undefined ? [foot('mean', format(mean.value))] : []),
            ...(lower === null || upper === null ? [] : [foot('range', `${format(lower)} – ${format(upper)}`)]),
          ]}
        />
      )}
      {warranty !== null && warranty.of > 0 && (
        <p className={styles.note}>{t('explain.expected.held', { held: warranty.held, of: warranty.of })}</p>
      )}
      {unusual !== null && (
        <p className={styles.note}>
          {t('explain.expected.unusual', {
            reason: unusual.reason,
            name: unusual.name ?? '',
            named: unusual.name === null ? 'no' : 'yes',
          })}
        </p>
      )}
      {reason === 'history' && <p className={styles.note}>{t('explain.expected.short')}</p>}
      {samples.length > 0 && <p className={styles.note}>{t('explain.expected.leftOut')}</p>}
    </section>
  );
}
