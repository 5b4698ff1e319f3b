import { Table } from '../ui/table/table.tsx';
import styles from './chart-card.module.css';

export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A chart's numbers as an accessible table. */
export function PlainTable({ table, titleId }: { readonly table: ChartTable; readonly titleId: string }) {
  return (
    <Table
      scroll={{ className: styles.scroll, 'data-export': 'whole', 'aria-labelledby': titleId }}
      className={styles.table}
      columns={table.columns.map((head, at) => ({
        key: head,
        head,
        isName: at === 0,
        cell: (row: readonly string[]) => row[at],
      }))}
      rows={table.rows}
      // Rows may have equal names.
      keyOf={(_, place) => place}
    />
  );
}
