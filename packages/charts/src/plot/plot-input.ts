import type { Instant, Span } from '@atrium/domain/core';
import type { AxisTick } from '../drawing/place-labels.ts';
import type { Bucket } from '../series.ts';

export interface PlotSeries {
  /** Unique within the chart. */
  readonly key: string;
  readonly name: string;
  /** A color or a CSS variable of the theme. */
  readonly color: string;
  readonly mark: 'line' | 'area' | 'column';
  /** Its value axis: 0 at the start, 1 at the end. */
  readonly axis: 0 | 1;
  /** One per position on the axis, in order, with the usual value if known. */
  readonly buckets: readonly Bucket[];
  readonly format: (value: number) => string;
  /** Whether its values accumulate within a bucket. A line into the running bucket would drop misleadingly. */
  readonly grows?: boolean;
}

export interface PlotAxis {
  readonly fromZero: boolean;
  readonly whole: boolean;
  /** Its ticks are round multiples of this, e.g. 60 for seconds shown as minutes. 1 by default. */
  readonly tidy?: number;
  readonly format: (value: number) => string;
  /** Shown at the top tick of the scale. */
  readonly unit?: string;
  /** Fixed ends, e.g. of a score or a percentage. */
  readonly range?: { readonly min: number; readonly max: number };
}

/** Several series over one axis of times or of categories. */
export interface PlotInput {
  readonly series: readonly PlotSeries[];
  readonly axes: readonly PlotAxis[];
  /** Whether columns and areas are stacked. */
  readonly stacked: boolean;
  /** Whether they are stacked to 100 %. */
  readonly percentage: boolean;
  readonly thresholds: readonly { readonly value: number; readonly label: string; readonly color: string | null }[];
  /** Whether the highest and lowest values are labelled. */
  readonly minMax: boolean;
  readonly closed: readonly Span[];
  readonly events: readonly { readonly span: Span; readonly label: string }[];
  readonly now: Instant | null;
  readonly ticks: readonly AxisTick[];
}
