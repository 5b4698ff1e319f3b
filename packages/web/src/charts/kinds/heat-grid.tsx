import { type HeatRow, layoutHeat } from '@atrium/charts/heat';
import { formatCompact } from '@atrium/domain/core/format';
import { memo, useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { handleChartKey, type KeyActions, moveIndex } from '../keyboard-navigation.ts';
import styles from './heat-grid.module.css';

interface HeatGridProps {
  readonly rows: readonly HeatRow[];
  /** One per column; empty if the hour is not printed. */
  readonly hours: readonly string[];
  /** The cell of the hovered or current hour. */
  readonly outlined: HeatPlace | null;
  /** Unit after the scale's maximum, e.g. `visitors/h`. */
  readonly unit: string;
  readonly summary: string;
  readonly pointed: HeatPlace | null;
  readonly onPoint: (place: HeatPlace | null) => void;
  readonly spoken: (place: HeatPlace) => string;
  /** Called when a cell is clicked, or on Enter; null without an action. */
  readonly onPick: ((place: HeatPlace) => void) | null;
}

/** A cell by row and hour. */
export interface HeatPlace {
  readonly row: number;
  readonly column: number;
}

/** Maximum number of columns whose cells have room for the peak's figure. Otherwise only the scale shows it. */
const printableColumns = 13;

/** Draws a typical week by weekday and hour. Hours always run left to right; the scale mirrors. */
export const HeatGrid = memo(function HeatGrid(props: HeatGridProps) {
  const { rows, hours, unit, summary, pointed, onPoint, onPick } = props;
  const outlined = pointed ?? props.outlined;
  const { t, locale } = useText();
  const { max, cells } = useMemo(() => layoutHeat(rows), [rows]);
  return (
    <div
      className={styles.heat}
      role="slider"
      tabIndex={0}
      aria-label={summary}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, rows.length * hours.length - 1)}
      aria-valuenow={pointed ? pointed.row * hours.length + pointed.column : 0}
      aria-valuetext={pointed ? props.spoken(pointed) : summary}
      onKeyDown={(event) => handleChartKey(event, walkOf(props))}
      onPointerLeave={() => onPoint(null)}
      onBlur={() => onPoint(null)}
    >
      {rows.map((row, rowIndex) => (
        <div className={styles.row} key={row.label}>
          <span className={styles.day} data-current={row.current || undefined}>
            {row.label}
          </span>
          {row.closed ? (
            <span className={styles.closedDay}>{t('charts.closed')}</span>
          ) : (
            <span className={styles.cells} dir="ltr">
              {cells[rowIndex]?.map((cell, column) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: the grid around it is walked by keys
                // biome-ignore lint/a11y/useKeyWithClickEvents: as above, Enter picks
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is an hour of the day and never moves
                  key={column}
                  data-picks={onPick !== null || undefined}
                  onPointerEnter={() => onPoint({ row: rowIndex, column })}
                  onClick={onPick ? () => onPick({ row: rowIndex, column }) : undefined}
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

/** Hours always run left to right. Closed days have no cells to stop at. */
function walkOf({ rows, hours, pointed, onPoint, onPick }: HeatGridProps): KeyActions {
  const open = rows.flatMap(({ closed }, row) => (closed ? [] : [row]));
  const { row: at = null, column = null } = pointed ?? {};
  const point = (row: number | undefined, column: number) => row !== undefined && onPoint({ row, column });
  return {
    across: (step) => point(at ?? open[0], moveIndex(column, step, hours.length)),
    down: (step) => point(open[moveIndex(at === null ? null : open.indexOf(at), step, open.length)], column ?? 0),
    leave: pointed && (() => onPoint(null)),
    pick: pointed && onPick && (() => onPick(pointed)),
  };
}
