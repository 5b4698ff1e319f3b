import type { Instant, Span } from '@atrium/domain/core';
import type { Bucket } from '../series/series.ts';

export interface PlotSeries {
  /** Unique within the chart. */
  readonly key: string;
  readonly name: string;
  /** A colour or a variable of the theme. */
  readonly color: string;
  readonly mark: 'line' | 'area' | 'column';
  /** The value axis it belongs to: 0 at the start, 1 at the end. */
  readonly axis: 0 | 1;
  /** One per place on the axis, in its order; with what is usual where that is known. */
  readonly buckets: readonly Bucket[];
  readonly format: (value: number) => string;
  /** Its numbers grow while their time goes on: a line that went on into the bucket in progress would fall off a cliff. */
  readonly grows?: boolean;
}

export interface PlotAxis {
  readonly fromZero: boolean;
  readonly whole: boolean;
  /** What its marks are tidy multiples of: 60 of seconds that are told in minutes; 1 where nothing is said. */
  readonly tidy?: number;
  readonly format: (value: number) => string;
  /** Stands at the uppermost mark of the scale. */
  readonly unit?: string;
  /** Fixed ends, where a scale has them (a score, a share). */
  readonly range?: { readonly min: number; readonly max: number };
}

/** Several series over one axis of times, or of named places that lie side by side. */
export interface PlotInput {
  readonly series: readonly PlotSeries[];
  readonly axes: readonly PlotAxis[];
  /** Columns and areas stand on each other. */
  readonly stacked: boolean;
  /** Stacked to a whole of 100. */
  readonly percentage: boolean;
  readonly thresholds: readonly { readonly value: number; readonly label: string; readonly color: string | null }[];
  /** Writes the highest and the lowest value beside their marks. */
  readonly minMax: boolean;
  readonly closed: readonly Span[];
  readonly events: readonly { readonly span: Span; readonly label: string }[];
  readonly now: Instant | null;
  readonly ticks: readonly { readonly at: Instant; readonly label: string }[];
}
