import type { Instant } from '@atrium/domain/core';
import { needsReadings } from './plan-days.ts';
import type { Scanner } from './scanner.ts';
import { getHull } from './spans.ts';

/** Thrown when an answer needs readings that retention has deleted. */
export class ReadingsDeleted extends Error {
  /** Start of a UTC day. */
  readonly since: Instant;

  constructor(since: Instant) {
    super(`needs readings from before ${new Date(since).toISOString()}`);
    this.since = since;
  }
}

/** Wraps the scanner of readings: reads before the retention limit reject with `ReadingsDeleted`. */
export function limitToRetained(scanner: Scanner, since: Instant): Scanner {
  const within = <Rows>(from: Instant, read: () => Promise<Rows>): Promise<Rows> =>
    from < since ? Promise.reject(new ReadingsDeleted(since)) : read();
  const begin = (edges: readonly Instant[]) => getHull(edges).from;
  return {
    flow: (want, edges, ...rest) => within(begin(edges), () => scanner.flow(want, edges, ...rest)),
    samples: (want, edges, ...rest) => within(begin(edges), () => scanner.samples(want, edges, ...rest)),
    reports: (want, window, reportingIntervals) =>
      within(window.from, () => scanner.reports(want, window, reportingIntervals)),
    senders: scanner.senders,
    told: scanner.told,
    lengths: scanner.lengths,
    visitors: (want, edges) => within(begin(edges), () => scanner.visitors(want, edges)),
    meters: (want, edges, ...rest) => within(begin(edges), () => scanner.meters(want, edges, ...rest)),
    falls: (want, span, ...rest) => within(span.from, () => scanner.falls(want, span, ...rest)),
    rows: (want, span, statement) => within(span.from, () => scanner.rows(want, span, statement)),
    states: (installation, sources, edges, ...rest) =>
      within(begin(edges), () => scanner.states(installation, sources, edges, ...rest)),
    levels: (installation, sources, edges, resets) =>
      within(begin(edges), () => scanner.levels(installation, sources, edges, resets)),
  };
}

/** Rejects when rollups alone cannot resolve edges before the retention limit. */
export async function checkRetained(edges: readonly Instant[], since: Instant): Promise<void> {
  if (needsReadings(edges, since)) throw new ReadingsDeleted(since);
}
