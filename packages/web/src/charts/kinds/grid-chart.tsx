import { type GridCell, type GridInput, layoutGrid } from '@atrium/charts/grid';
import { useMemo } from 'react';
import { isolateText } from '../../i18n/index.ts';
import { handleChartKey, type KeyActions, moveIndex } from '../keyboard-navigation.ts';
import { useWidth } from '../use-width.ts';
import styles from './grid-chart.module.css';

/** The hovered cell. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

interface GridChartProps {
  readonly input: GridInput;
  readonly height: number;
  readonly summary: string;
  readonly spoken: (cell: GridPlace, value: number | null) => string;
  readonly pointed: GridPlace | null;
  readonly onPoint: (place: GridPlace | null) => void;
  /** Called when a cell is clicked, or on Enter; null without an action. */
  readonly onPick: ((place: GridPlace) => void) | null;
}

/**
 * Heat table of values. The hovered cell is shown in the card's second line. Arrow keys move between cells, Enter
 * selects.
 */
export function GridChart({ input, height, summary, spoken, pointed, onPoint, onPick }: GridChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const isMirrored = document.documentElement.dir === 'rtl';
  const layout = useMemo(
    () => (width > 0 ? layoutGrid(input, width, height, isMirrored) : null),
    [input, width, height, isMirrored],
  );
  const cell = layout?.cells.find(({ row, column }) => row === pointed?.row && column === pointed.column);
  return (
    <div
      ref={ref}
      className={styles.grid}
      style={{ height }}
      dir="ltr"
      data-picks={onPick !== null || undefined}
      role="slider"
      tabIndex={0}
      aria-label={summary}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, input.rows.length * input.columns.length - 1)}
      aria-valuenow={cell ? cell.row * input.columns.length + cell.column : 0}
      aria-valuetext={cell ? spoken(cell, cell.value) : summary}
      onKeyDown={(event) => handleChartKey(event, walkOf(input, { pointed, onPoint, onPick }))}
      onPointerLeave={() => onPoint(null)}
      onBlur={() => onPoint(null)}
    >
      {layout && (
        <svg width={width} height={height} aria-hidden="true">
          {layout.rowLabels.map(({ y, text }) => (
            <text
              key={y}
              x={isMirrored ? width : 0}
              y={y}
              textAnchor={isMirrored ? 'end' : 'start'}
              className={styles.word}
            >
              {isolateText(
                text.length * 6.6 > layout.left ? `${text.slice(0, Math.floor(layout.left / 6.6) - 1)}…` : text,
              )}
            </text>
          ))}
          {layout.cells.map((each) => (
            <Cell
              key={`${each.row}/${each.column}`}
              cell={each}
              isPointed={each === cell}
              onPoint={onPoint}
              onPick={onPick}
            />
          ))}
          {layout.columnLabels.map(({ x, y, text }) => (
            <text key={x} x={x} y={y} textAnchor="middle" className={styles.word}>
              {text}
            </text>
          ))}
        </svg>
      )}
      {layout && input.wordMax !== null && layout.max > 0 && <GridScale word={input.wordMax(layout.max)} />}
    </div>
  );
}

/** Color scale from 0 to the maximum. It has no time axis, so it mirrors with the page direction. */
function GridScale({ word }: { readonly word: string }) {
  return (
    <div className={styles.scale} dir={document.documentElement.dir} aria-hidden="true">
      <span>0</span>
      {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((step) => (
        <span key={step} className={styles.step} style={{ background: `var(--scale-${step})` }} />
      ))}
      <bdi>{word}</bdi>
    </div>
  );
}

function Cell({
  cell,
  isPointed,
  onPoint,
  onPick,
}: {
  readonly cell: GridCell;
  readonly isPointed: boolean;
  readonly onPoint: GridChartProps['onPoint'];
  readonly onPick: GridChartProps['onPick'];
}) {
  const { x, y, width, height, fill, text, isDark, row, column } = cell;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the chart around it is walked by keys
    <g onPointerEnter={() => onPoint({ row, column })} onClick={onPick ? () => onPick({ row, column }) : undefined}>
      <rect {...{ x, y, width, height, fill }} rx={3} className={styles.cell} data-pointed={isPointed || undefined} />
      {text !== null && (
        <text
          x={x + width / 2}
          y={y + height / 2 + 4}
          textAnchor="middle"
          className={styles.print}
          data-dark={isDark || undefined}
        >
          {text}
        </text>
      )}
    </g>
  );
}

/** Columns always run left to right. */
function walkOf({ rows, columns }: GridInput, { pointed, onPoint, onPick }: Pointing): KeyActions {
  const { row = null, column = null } = pointed ?? {};
  return {
    across: (step) => onPoint({ row: row ?? 0, column: moveIndex(column, step, columns.length) }),
    down: (step) => onPoint({ row: moveIndex(row, step, rows.length), column: column ?? 0 }),
    leave: pointed && (() => onPoint(null)),
    pick: pointed && onPick && (() => onPick(pointed)),
  };
}

type Pointing = Pick<GridChartProps, 'pointed' | 'onPoint' | 'onPick'>;
