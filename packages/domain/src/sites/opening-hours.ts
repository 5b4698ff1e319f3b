import type { Weekday } from '../core/index.ts';

/** One span of a typical week. An end at or before its begin on the same day is on the next day. */
export interface OpeningSpan {
  readonly begin: readonly [day: Weekday, hour: number, minute: number];
  readonly end: readonly [day: Weekday, hour: number, minute: number];
}

/** An empty list of spans means always open. `reset`: the number of people inside restarts when the site opens. */
export interface OpeningHours {
  readonly spans: readonly OpeningSpan[];
  readonly reset: boolean;
}
