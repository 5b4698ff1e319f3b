import type { Weekday } from '../core/index.ts';

/** One stretch of a typical week. An end at or before its begin on the same day means the next day (past midnight). */
export interface OpeningSpan {
  readonly begin: readonly [day: Weekday, hour: number, minute: number];
  readonly end: readonly [day: Weekday, hour: number, minute: number];
}

/** An empty list of spans means always open. `reset` marks hours at whose beginning the inside count starts anew. */
export interface OpeningHours {
  readonly spans: readonly OpeningSpan[];
  readonly reset: boolean;
}
