import { listCalendarTicks } from '@atrium/domain/core';
import { formatClock } from '@atrium/domain/core/format';
import styles from './spell-chart.module.css';

/** Values over a period; null where unknown. */
interface ChartPeriod {
  readonly from: number;
  readonly to: number;
  readonly points: readonly ChartPoint[];
}

interface ChartPoint {
  readonly at: number;
  readonly value?: number | null | undefined;
  /** The usual range; null without one. */
  readonly lower?: number | null | undefined;
  readonly upper?: number | null | undefined;
}

const foot = 14;
/** Half the width of a time. */
const labelRoom = 14;

interface SpellChartProps {
  readonly spell: ChartPeriod;
  /** Size of the view box; the SVG scales to its container. */
  readonly size: readonly [width: number, height: number];
  readonly timezone: string;
  /** Limits beyond which the alert fires, drawn as lines. */
  readonly limits: readonly number[];
  readonly firings: readonly { readonly begin: number; readonly end?: number | null | undefined }[];
  readonly label: string;
}

/** A period around a firing: the values over their usual ranges, the limits, and in red when the alert was firing. Always left to right. */
export function PeriodChart({ spell: day, size: [width, height], timezone, limits, firings, label }: SpellChartProps) {
  const known = day.points.flatMap(({ value }) => (value == null ? [] : [value]));
  if (known.length === 0) return null;
  const ranges = rangesOf(day);
  const shown = [...known, ...limits, ...ranges.flatMap(({ lower, upper }) => [lower, upper])];
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const x = (at: number) => ((at - day.from) / (day.to - day.from)) * width;
  const y = (value: number) => (height - foot) * (1 - (value - low) / (high - low || 1)) * 0.92 + 3;
  return (
    <svg className={styles.day} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {firings.map(({ begin, end }) => (
        <rect
          key={begin}
          x={x(Math.max(begin, day.from))}
          width={Math.max(1, x(Math.min(end ?? day.to, day.to)) - x(Math.max(begin, day.from)))}
          y={0}
          height={height - foot}
          className={styles.firing}
        />
      ))}
      {ranges.map(({ from, to, lower, upper }) => (
        <rect
          key={from}
          x={x(from)}
          width={Math.max(0, x(to) - x(from))}
          y={y(upper)}
          height={Math.max(1, y(lower) - y(upper))}
          className={styles.range}
        />
      ))}
      {limits.map((limit) => (
        <line key={limit} x1={0} x2={width} y1={y(limit)} y2={y(limit)} className={styles.limit} />
      ))}
      {linesOf(day.points).map((line) => (
        <polyline
          key={line[0]?.at}
          className={styles.line}
          points={line.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
        />
      ))}
      {listCalendarTicks(day, timezone, width > 300 ? 7 : 4)
        // Labels are centered below their time, so the first and the last need room.
        .filter(({ at }) => x(at) >= labelRoom && x(at) <= width - labelRoom)
        .map(({ at }) => (
          <text key={at} x={x(at)} y={height - 2} textAnchor="middle" className={styles.hour}>
            {formatClock(at, timezone)}
          </text>
        ))}
    </svg>
  );
}

/** Returns the usual range of each point that has one, until the next point. */
function rangesOf({ points, to }: ChartPeriod) {
  return points.flatMap(({ at, lower, upper }, index) =>
    lower == null || upper == null ? [] : [{ from: at, to: points[index + 1]?.at ?? to, lower, upper }],
  );
}

/** Splits the points at gaps, so that unknown values are not drawn. */
function linesOf(points: ChartPeriod['points']): readonly { readonly at: number; readonly value: number }[][] {
  const lines: { at: number; value: number }[][] = [];
  let isOpen = false;
  for (const { at, value } of points) {
    if (value == null) {
      isOpen = false;
      continue;
    }
    if (!isOpen) lines.push([]);
    lines.at(-1)?.push({ at, value });
    isOpen = true;
  }
  return lines;
}
