import type { ChartLabels } from '@atrium/charts/drawing';
import { drawPlot, layoutPlot, type PlotInput, type PlotLayout } from '@atrium/charts/plot';
import { type ChartAxis, getKnownValue } from '@atrium/charts/series';
import type { Span } from '@atrium/domain/core';
import { dash } from '@atrium/domain/core/format';
import { type PointerEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useCrosshair } from '../crosshair.tsx';
import { handleChartKey, type KeyActions, moveTimeIndex } from '../keyboard-navigation.ts';
import { useWidth } from '../use-width.ts';
import styles from './plot-chart.module.css';
import { SvgMarks } from './svg-marks.tsx';

const pillHeight = 18;
const characterInPill = 7.2;

/** Hairline with the value of a single series at the axis, dots on lines, and the position's name below. */
function PlotCrosshair({
  input,
  layout,
  index,
}: {
  readonly input: PlotInput;
  readonly layout: PlotLayout;
  readonly index: number;
}) {
  const column = layout.columns[index];
  const label = input.series[0]?.buckets[index]?.label;
  if (!column || label === undefined) return null;
  const { plot, baseY } = layout;
  const middle = column.x + column.width / 2;
  const width = label.length * 6.7 + 10;
  const x = Math.max(0, Math.min(plot.x + plot.width - width, middle - width / 2));
  return (
    <g>
      {input.series.length === 1 ? (
        <ValuePill input={input} layout={layout} index={index} middle={middle} />
      ) : (
        <line x1={middle} x2={middle} y1={plot.y} y2={baseY} className={styles.hair} />
      )}
      {input.series.map(({ key, mark, axis, color }, place) => {
        const extent = layout.extents[place]?.[index];
        return mark === 'column' || !extent ? null : (
          <circle key={key} cx={middle} cy={layout.y(extent.to, axis)} r={3.5} fill={color} className={styles.dot} />
        );
      })}
      <rect x={column.x} y={baseY - 0.5} width={column.width} height={3} className={styles.pill} />
      <rect x={x} y={baseY + 5} width={width} height={pillHeight} rx={4} className={styles.pill} />
      <text x={x + width / 2} y={baseY + 18} textAnchor="middle" className={styles.pillText}>
        {label}
      </text>
    </g>
  );
}

function ValuePill(of: {
  readonly input: PlotInput;
  readonly layout: PlotLayout;
  readonly index: number;
  readonly middle: number;
}) {
  const { input, layout, index, middle } = of;
  const extent = layout.extents[0]?.[index];
  const series = input.series[0];
  if (!extent || !series) return null;
  const text = series.format(extent.to - extent.from);
  const width = text.length * characterInPill + 11;
  const row = Math.round(layout.y(extent.to, series.axis)) + 0.5;
  const end = layout.plot.x - 2;
  return (
    <>
      <line x1={end} x2={middle} y1={row} y2={row} className={styles.hair} />
      <rect x={end - width} y={row - pillHeight / 2} width={width} height={pillHeight} rx={4} className={styles.pill} />
      <text x={end - width / 2} y={row + 4} textAnchor="middle" className={styles.pillText}>
        {text}
      </text>
    </>
  );
}

export interface PlotChartProps {
  readonly input: PlotInput;
  readonly height: number;
  /** Summary for screen readers. */
  readonly summary: string;
  /** The current time of day, formatted by the caller; null shows none. */
  readonly nowLabel: string | null;
  /** Whether positions are times. Then the page's charts share the crosshair. */
  readonly isTime: boolean;
  /** Called after dragging over several positions, with the time between their ends. */
  readonly onBrush?: ((span: Span) => void) | undefined;
  /** Called when a position is clicked, with the nearest series, or on Enter. */
  readonly onPick?: ((place: number, series: number) => void) | undefined;
  /** Content below the chart, on its axis. */
  readonly below?: ((axis: ChartAxis) => ReactNode) | undefined;
}

/** Distance in px from which dragging selects a span. */
const minPull = 8;

/** Draws lines, areas and columns over one axis. Arrow keys move the crosshair like the pointer, Enter selects. */
export function PlotChart({ input, height, summary, nowLabel, isTime, onBrush, onPick, below }: PlotChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const layout = useMemo(() => (width > 0 ? layoutPlot(input, width, height) : null), [input, width, height]);
  const { t } = useText();
  const stacked = input.stacked || input.percentage;
  const id = useId();
  const drawing = useMemo(() => {
    const said: ChartLabels = { id, say: (word) => t(`charts.${word}`), now: nowLabel };
    return layout && drawPlot(layout, said, stacked);
  }, [id, layout, stacked, nowLabel, t]);
  const [index, point] = useHoveredIndex(input, isTime);
  const [pull, setPull] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const pulling = useRef<number | null>(null);
  const places = input.series[0]?.buckets ?? [];

  const finish = (to: number) => {
    const stretch = pulling.current === null || !onBrush ? null : { from: pulling.current, to };
    pulling.current = null;
    setPull(null);
    if (stretch === null || layout === null || Math.abs(stretch.to - stretch.from) < minPull) return false;
    const ends = [
      placeAt(layout, Math.min(stretch.from, stretch.to)),
      placeAt(layout, Math.max(stretch.from, stretch.to)),
    ];
    const [first, last] = [places[ends[0] ?? -1], places[ends[1] ?? -1]];
    if (first && last) onBrush?.({ from: first.from, to: last.to });
    return true;
  };
  return (
    <div style={{ position: 'relative' }}>
      <div
        ref={ref}
        className={styles.chart}
        data-picks={onPick ? true : undefined}
        style={{ height }}
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={summary}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, places.length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={spoken(input, index) ?? summary}
        onPointerMove={(event) => {
          const x = offsetIn(event);
          if (layout) point(placeAt(layout, x));
          if (pulling.current !== null && onBrush) setPull({ from: pulling.current, to: x });
        }}
        onPointerDown={(event) => {
          if (layout) point(placeAt(layout, offsetIn(event)));
          if (event.pointerType === 'mouse' && onBrush) pulling.current = offsetIn(event);
        }}
        onPointerUp={(event) => {
          const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
          if (!finish(offsetIn(event)) && index >= 0) onPick?.(index, layout ? nearest(input, layout, index, y) : 0);
        }}
        onPointerLeave={(event) => {
          if (event.pointerType !== 'mouse') return;
          point(-1);
          finish(offsetIn(event));
        }}
        onKeyDown={(event) => handleChartKey(event, walkOf(input, index, point, onPick))}
        onBlur={() => point(-1)}
      >
        {layout && drawing && (
          <svg width={width} height={height} aria-hidden="true" className={styles.drawing}>
            <SvgMarks drawing={drawing} styles={styles} />
            {index >= 0 && <PlotCrosshair input={input} layout={layout} index={index} />}
            {pull && (
              <rect
                x={Math.min(pull.from, pull.to)}
                width={Math.abs(pull.to - pull.from)}
                y={layout.plot.y}
                height={layout.plot.height}
                className={styles.brush}
              />
            )}
          </svg>
        )}
      </div>
      {layout && below?.({ buckets: places, plot: layout.plot })}
    </div>
  );
}

/** Returns the hovered position. Times are shared by the page, categories are not. */
export function useHoveredIndex(input: PlotInput, isTime: boolean): readonly [number, (place: number) => void] {
  const [span, pointTime] = useCrosshair();
  const [own, setOwn] = useState(-1);
  const places = input.series[0]?.buckets ?? [];
  if (!isTime) return [own, setOwn];
  const index = span === null ? -1 : places.findIndex(({ from, to }) => from <= span.from && span.from < to);
  return [
    index,
    (place) => {
      const bucket = places[place];
      pointTime(bucket ? { from: bucket.from, to: bucket.to } : null);
    },
  ];
}

function spoken({ series }: PlotInput, index: number): string | null {
  const label = series[0]?.buckets[index]?.label;
  if (label === undefined) return null;
  const values = series.map(({ name, buckets, format }) => {
    const value = getKnownValue(buckets[index]?.point ?? null);
    return `${name} ${value === null ? dash : format(value)}`;
  });
  return `${label}: ${values.join(', ')}`;
}

function offsetIn(event: PointerEvent<HTMLDivElement>): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}

function placeAt({ columns }: PlotLayout, x: number): number {
  return columns.findIndex((column) => x >= column.x && x < column.x + column.width);
}

/** Returns the series whose mark is nearest to a height. */
function nearest({ series }: PlotInput, layout: PlotLayout, index: number, y: number): number {
  const distances = series.map(({ axis }, place) => {
    const extent = layout.extents[place]?.[index];
    if (!extent) return Number.POSITIVE_INFINITY;
    const [top, foot] = [layout.y(extent.to, axis), layout.y(extent.from, axis)];
    return series.length > 1 && y >= top && y <= foot ? 0 : Math.abs(y - top);
  });
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

function walkOf(
  { series, now }: PlotInput,
  index: number,
  point: (place: number) => void,
  pick: PlotChartProps['onPick'],
): KeyActions {
  const places = series[0]?.buckets ?? [];
  return {
    across: (step) => point(moveTimeIndex(index, step, places, now)),
    leave: index < 0 ? null : () => point(-1),
    pick: pick && index >= 0 ? () => pick(index, 0) : null,
  };
}
