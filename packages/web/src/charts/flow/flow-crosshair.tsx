import type { FlowLayout } from '@atrium/charts/flow';
import { type Bucket, getKnownValue } from '@atrium/charts/series';
import styles from './flow-chart.module.css';

const pillHeight = 18;
const characterInPill = 7.2;
/** Colons and dashes are narrower than digits. */
const characterInTimePill = 6.7;

/** Area covered by the pills. The axis omits the labels there. */
export interface Covered {
  readonly y: number | null;
  readonly x1: number;
  readonly x2: number;
}

export function coveredBy(layout: FlowLayout, index: number, bucket: Bucket): Covered {
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
export function FlowCrosshair({ layout, index, bucket, formatValue }: CrosshairProps) {
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
