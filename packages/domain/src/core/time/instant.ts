/** Milliseconds since 1970-01-01T00:00Z. The whole product computes with these; text appears at the edges only. */
export type Instant = number;

/** A stretch of time, end excluded. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** A calendar date without zone, `YYYY-MM-DD`. */
export type LocalDate = string;

/** A wall-clock time without zone, `HH:mm`, `00:00`…`24:00`. */
export type LocalTime = string;

/** What the system reads the present from; injected everywhere so that tests decide what time it is. */
export interface Clock {
  now(): Instant;
}
