import type { ChartLabels } from '@atrium/charts/drawing';
import { drawFlow, type FlowInput, type FlowLayout, layoutFlow } from '@atrium/charts/flow';
import { type Bucket, type ChartAxis, getKnownValue } from '@atrium/charts/series';
import { dash } from '@atrium/domain/core/format';
import type { Point } from '@atrium/domain/numbers';
import { type PointerEvent, type ReactNode, useId, useMemo } from 'react';
import { type Translate, useText } from '../../i18n/index.ts';
import { useCrosshair } from '../crosshair.tsx';
import { handleChartKey, moveTimeIndex } from '../keyboard-navigation.ts';
import { useWidth } from '../use-width.ts';
import styles from './flow-chart.module.css';
import { SvgMarks } from './svg-marks.tsx';

const pillHeight = 18;
const characterInPill = 7.2;
/**
 * Average character width in px. Smaller than in the value pill, because colons and dashes are narrower than digits.
 */
const characterInTimePill = 6.7;

/** Area covered by the pills. The axis omits the labels there. */
interface Covered {
  readonly y: number | null;
  readonly x1: number;
  readonly x2: number;
}

function coveredBy(layout: FlowLayout, index: number, bucket: Bucket): Covered {
  const value = getKnownValue(bucket.point);
  const time = timePill(layout, index, bucket.label);
  return { y: value === null ? null : heightOf(layout, value), x1: time.x, x2: time.x + time.width };
}

interface CrosshairProps {
  readonly layout: FlowLayout;
  readonly index: number;
  readonly bucket: Bucket;
  readonly formatValue: (value: number) => string;
}

/** Dotted hairline with the value on the y-axis and the time below the bucket. */
function FlowCrosshair({ layout, index, bucket, formatValue }: CrosshairProps) {
  const column = layout.columns[index];
  if (!column) return null;
  const { plot } = layout;
  const foot = plot.y + plot.height;
  const value = getKnownValue(bucket.point);
  const time = timePill(layout, index, bucket.label);
  const bar = layout.bars.find((each) => each.index === index);
  return (
    <g>
      {value !== null && (
        <ValuePill
          y={heightOf(layout, value)}
          until={bar?.x ?? column.x + column.width / 2}
          plotX={plot.x}
          text={formatValue(value)}
        />
      )}
      <rect x={column.x} y={foot - 0.5} width={column.width} height={3} className={styles.pill} />
      <rect x={time.x} y={foot + 5} width={time.width} height={pillHeight} rx={4} className={styles.pill} />
      <text x={time.x + time.width / 2} y={foot + 18} textAnchor="middle" className={styles.pillText}>
        {bucket.label}
      </text>
    </g>
  );
}

function ValuePill({
  y,
  until,
  plotX,
  text,
}: {
  readonly y: number;
  readonly until: number;
  readonly plotX: number;
  readonly text: string;
}) {
  const width = text.length * characterInPill + 11;
  const row = Math.round(y) + 0.5;
  return (
    <>
      <line x1={plotX - 2} x2={until - 2} y1={row} y2={row} className={styles.hair} />
      <rect
        x={plotX - 2 - width}
        y={row - pillHeight / 2}
        width={width}
        height={pillHeight}
        rx={4}
        className={styles.pill}
      />
      <text x={plotX - 2 - width / 2} y={row + 4} textAnchor="middle" className={styles.pillText}>
        {text}
      </text>
    </>
  );
}

function timePill(layout: FlowLayout, index: number, label: string): { readonly x: number; readonly width: number } {
  const column = layout.columns[index] ?? { x: 0, width: 0 };
  const width = label.length * characterInTimePill + 6;
  const right = layout.plot.x + layout.plot.width;
  return { width, x: Math.max(0, Math.min(right - width, column.x + column.width / 2 - width / 2)) };
}

function heightOf(layout: FlowLayout, value: number): number {
  const { plot, max } = layout;
  return plot.y + plot.height * (1 - value / max);
}

export interface FlowChartProps {
  readonly input: FlowInput;
  readonly height: number;
  /** Summary for screen readers: name, total, comparison. */
  readonly summary: string;
  /** The current time of day, formatted by the caller. */
  readonly nowLabel: string | null;
  readonly formatValue: (value: number) => string;
  /** Formats what a bucket is compared with. It may differ from the drawn line if only part of it is known. */
  readonly usualOf: (bucket: FlowInput['buckets'][number]) => string;
  /** Called when a bucket is clicked, or on Enter. */
  readonly onPick?: ((bucket: FlowInput['buckets'][number]) => void) | undefined;
  /** Content below the chart, on its axis. */
  readonly below?: ((axis: ChartAxis) => ReactNode) | undefined;
}

/**
 * Bar chart of a flow over time, with usual values, gaps, closed hours and events. No tooltip covers the data: the
 * hovered bucket is in the card's second line. Arrow keys move the crosshair like the pointer.
 */
export function FlowChart({ input, height, summary, nowLabel, formatValue, usualOf, onPick, below }: FlowChartProps) {
  const { t } = useText();
  const [ref, width] = useWidth<HTMLDivElement>();
  const layout = useMemo(() => (width > 0 ? layoutFlow(input, width, height) : null), [input, width, height]);
  const [span, point] = useCrosshair();
  const index =
    span === null ? -1 : input.buckets.findIndex((bucket) => bucket.from <= span.from && span.from < bucket.to);
  const pointAt = (next: number) => {
    const bucket = input.buckets[Math.min(input.buckets.length - 1, Math.max(0, next))];
    point(bucket ? { from: bucket.from, to: bucket.to } : null);
  };
  const bucket = input.buckets[index];
  const id = useId();
  const words: ChartLabels = { id, say: (word) => t(`charts.${word}`), now: nowLabel };
  const covered = layout && bucket ? coveredBy(layout, index, bucket) : null;
  const spoken = bucket
    ? t('charts.bucket', {
        when: bucket.label,
        value: said(bucket.point, formatValue, t),
        usual: usualOf(bucket) || dash,
      })
    : summary;
  return (
    <div style={{ position: 'relative' }}>
      <div
        ref={ref}
        className={styles.chart}
        style={{ height }}
        data-picks={onPick ? true : undefined}
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={summary}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, input.buckets.length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={spoken}
        onPointerMove={(event) => pointed(event, layout, pointAt)}
        onPointerDown={(event) => pointed(event, layout, pointAt)}
        onPointerUp={() => bucket?.point && onPick?.(bucket)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && point(null)}
        onKeyDown={(event) =>
          handleChartKey(event, {
            across: (step) => pointAt(moveTimeIndex(index, step, input.buckets, input.now)),
            leave: bucket ? () => point(null) : null,
            pick: bucket?.point && onPick ? () => onPick(bucket) : null,
          })
        }
        onBlur={() => point(null)}
      >
        {layout && (
          <svg width={width} height={height} aria-hidden="true" className={styles.drawing}>
            <SvgMarks drawing={drawFlow(layout, words, covered)} styles={styles} />
            {bucket && <FlowCrosshair layout={layout} index={index} bucket={bucket} formatValue={formatValue} />}
          </svg>
        )}
      </div>
      {layout && below?.({ buckets: input.buckets, plot: layout.plot })}
    </div>
  );
}

function said(point: Point | null, formatValue: (value: number) => string, t: Translate): string {
  if (point === null) return dash;
  if (point.state === 'known') return formatValue(point.value);
  return t(point.state === 'closed' ? 'charts.closed' : 'charts.noData');
}

function pointed(
  event: PointerEvent<HTMLDivElement>,
  layout: FlowLayout | null,
  pointAt: (index: number) => void,
): void {
  if (!layout) return;
  const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
  const index = layout.columns.findIndex((column) => x >= column.x && x < column.x + column.width);
  if (index >= 0) pointAt(index);
}
