import { formatCompact } from '@atrium/domain/core/format';
import { memo, useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './heat-grid.module.css';
import { type HeatRow, layoutHeat } from './heat-layout.ts';

interface HeatGridProps {
  readonly rows: readonly HeatRow[];
  /** One per column; empty where the hour is not printed. */
  readonly hours: readonly string[];
  /** The cell of the hour pointed at, or of now. */
  readonly outlined: { readonly row: number; readonly column: number } | null;
  /** `visitors/h`, after the scale's upper end. */
  readonly unit: string;
  readonly summary: string;
}

/** With more hours than this a cell is too narrow for the peak's figure; the scale's end says it. */
const printableColumns = 13;

/** A typical week, weekday by hour. Hours run left to right whatever the page does; the scale mirrors. */
export const HeatGrid = memo(function HeatGrid({ rows, hours, outlined, unit, summary }: HeatGridProps) {
  const { say, locale } = useText();
  const { max, cells } = useMemo(() => layoutHeat(rows), [rows]);
  return (
    <div className={styles.heat} role="img" aria-label={summary}>
      {rows.map((row, rowIndex) => (
        <div className={styles.row} key={row.label}>
          <span className={styles.day} data-current={row.current || undefined}>
            {row.label}
          </span>
          {row.closed ? (
            <span className={styles.closedDay}>{say('charts.closed')}</span>
          ) : (
            <span className={styles.cells} dir="ltr">
              {cells[rowIndex]?.map((cell, column) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is an hour of the day and never moves
                  key={column}
                  className={styles.cell}
                  data-step={cell.step ?? undefined}
                  data-outlined={(outlined?.row === rowIndex && outlined.column === column) || undefined}
                >
                  {cell.peak && hours.length <= printableColumns ? formatCompact(cell.value, locale) : null}
                </span>
              ))}
            </span>
          )}
        </div>
      ))}
      <div className={styles.row}>
        <span className={styles.day} />
        <span className={styles.hours} dir="ltr">
          {hours.map((hour, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={column} className={styles.hour}>
              {hour}
            </span>
          ))}
        </span>
      </div>
      <div className={styles.scale}>
        <span>0</span>
        <span className={styles.swatches}>
          {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((step) => (
            <span key={step} className={styles.swatch} data-step={step} />
          ))}
        </span>
        <bdi>{`${formatCompact(max, locale)} ${unit}`}</bdi>
      </div>
    </div>
  );
});
