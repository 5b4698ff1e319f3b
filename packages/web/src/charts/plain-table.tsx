import styles from './chart-card.module.css';

export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The numbers of a chart for everyone else. */
export function PlainTable({ table, titleId }: { readonly table: ChartTable; readonly titleId: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: no form's fields, and a landmark would repeat the card's
    <div className={styles.scroll} data-export="whole" role="group" tabIndex={0} aria-labelledby={titleId}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name
            <tr key={place}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={table.columns[column]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={table.columns[column]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
