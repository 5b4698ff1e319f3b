/** Milliseconds since 1970-01-01T00:00Z. Internal code only uses these; text is parsed and formatted at the edges. */
export type Instant = number;

/** A time span with an exclusive end. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** A calendar date without time zone, `YYYY-MM-DD`. */
export type LocalDate = string;

/** A wall-clock time without time zone, `HH:mm`, `00:00`…`24:00`. */
export type LocalTime = string;

/** Source of the current time, injected everywhere so that tests can control it. */
export interface Clock {
  now(): Instant;
}
