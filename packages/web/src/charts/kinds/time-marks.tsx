import { createTimeScale } from '@atrium/charts/drawing';
import type { Bucket, ChartAxis } from '@atrium/charts/series';
import type { Span } from '@atrium/domain/core';
import type { ReactNode } from 'react';
import styles from './time-marks.module.css';

/** An event at a chart's time axis. */
export interface TimeMark {
  readonly key: number;
  readonly span: Span;
  /** Renders the mark at the span's start, 20 px wide. `isAtEnd` means that there is only space before it. */
  readonly mark: (isAtEnd: boolean) => ReactNode;
}

/** Overlays a chart with events: a band for the duration and a mark at its start. */
export function TimeMarks({ marks, buckets, plot }: ChartAxis & { readonly marks: readonly TimeMark[] }) {
  return (
    <ul className={styles.marks} style={{ insetBlockStart: plot.y }} dir="ltr">
      {placeMarks(marks, buckets, plot).map(({ mark: { key, mark }, band, at }) => (
        <li key={key}>
          <span className={styles.band} style={{ left: band.from, width: band.to - band.from }} />
          <span className={styles.mark} style={{ left: at }}>
            {mark(at > plot.x + plot.width / 2)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Width of a mark in px. */
export const markWidth = 20;

/** Returns the positions of bands and marks, left to right. Marks never overlap and never leave the plot. */
export function placeMarks(
  marks: readonly TimeMark[],
  buckets: readonly Bucket[],
  plot: { readonly x: number; readonly width: number },
) {
  const x = createTimeScale(buckets, plot);
  const sorted = marks.toSorted((one, other) => one.span.from - other.span.from);
  const end = plot.x + plot.width;
  let free = plot.x;
  return sorted.map((mark, index) => {
    const band = { from: x(mark.span.from), to: Math.max(x(mark.span.from) + 3, x(mark.span.to)) };
    const room = end - (sorted.length - index) * markWidth;
    const at = Math.max(free, Math.min(band.from, Math.max(plot.x, room)));
    free = at + markWidth;
    return { mark, band, at };
  });
}
