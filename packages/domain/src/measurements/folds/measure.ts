import type { Instant } from '../../core/index.ts';
import type { Missing } from '../point.ts';

/** What is kept of one interval so that intervals, zones and sites can still be joined without being wrong. */
export type Measure = FlowMeasure | StateMeasure | SampleMeasure | DistinctMeasure | StatusMeasure;
export type MeasureKind = Measure['kind'];

export interface FlowMeasure {
  readonly kind: 'flow';
  readonly sum: number;
}

/** A value that holds over time. Only the time in which it is known counts. */
export interface StateMeasure {
  readonly kind: 'state';
  /** value × ms */
  readonly integral: number;
  /** ms known, above 0 */
  readonly time: number;
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly last: number;
  /** The same of the time in which it was above 0; null where it never was. Only where somebody divides by it. */
  readonly above?: Pick<StateMeasure, 'min' | 'first' | 'last'> | null;
}

/** Samples by device, because devices count alike however often each of them speaks. */
export interface SampleMeasure {
  readonly kind: 'sample';
  readonly devices: ReadonlyMap<number, SampleStats>;
}

export interface SampleStats {
  readonly sum: number;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly firstAt: Instant;
  readonly last: number;
  readonly lastAt: Instant;
  /** Every value, only where a percentile is asked for. */
  readonly values: readonly number[];
  /** How often each of them occurs; once where nothing is said. */
  readonly weights?: readonly number[];
}

/**
 * Who was there, as hashes of visitor keys. Of a usual interval one sketch per week, because a visitor of two weeks is
 * one in each of them; null for a week of which nothing is known.
 */
export interface DistinctMeasure {
  readonly kind: 'distinct';
  readonly weeks: readonly (Sketch | null)[];
}

/** Ascending hashes, at most `sketchSize` of them: the smallest ones. */
export type Sketch = readonly number[];

/** The codes that devices were in, 0 the best. `worst` and `best` over the interval, `first` and `last` of all devices the worst. */
export interface StatusMeasure {
  readonly kind: 'status';
  readonly worst: number;
  readonly best: number;
  readonly first: number;
  readonly last: number;
}

/** One interval of one thing: a `Point` that can still be folded. */
export type Cell =
  | {
      readonly state: 'known';
      readonly partial: boolean;
      /** It is partial only because its interval goes on: so far, all of it is known. */
      readonly ongoing?: true;
      readonly measure: Measure;
    }
  | Missing
  | { readonly state: 'closed' }
  /** Nobody counted there at that time, and nobody was meant to: a passage that came later, a meter taken away. */
  | { readonly state: 'absent' };
