import { formatDate, formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../../i18n/index.ts';
import { Table } from '../../../ui/table/index.ts';
import styles from './past.module.css';
import type { PastZone } from './past-zone.ts';

/** Figures of every day of a zone. */
export function PastDays({ zone: { name, days } }: { zone: PastZone }) {
  const text = useText();
  const { t, locale } = text;
  const number = (value: number | null) =>
    value === null ? t('setUp.past.unknown') : formatNumber(value, { locale, decimals: 0 });
  return (
    <details className={styles.days}>
      <summary>{t('setUp.past.everyDay')}</summary>
      <Table
        caption={<span className="visually-hidden">{name}</span>}
        columns={[
          {
            key: 'date',
            head: t('setUp.date'),
            isName: true,
            cell: ({ date }) => <bdi>{formatDate(date, text)}</bdi>,
          },
          { key: 'now', head: t('setUp.past.now'), cell: ({ before }) => number(before) },
          { key: 'then', head: t('setUp.past.then'), cell: ({ after }) => number(after) },
        ]}
        rows={days}
        keyOf={({ date }) => date}
        rowProps={({ before, after }) => ({ 'data-changes': before !== after || undefined })}
      />
    </details>
  );
}
