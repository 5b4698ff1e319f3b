import type { Instant } from '@atrium/domain/core';
import type { Scanner } from './scanner.ts';
import { hullOf } from './spans.ts';
import { needsReadings } from './time-cover.ts';

/** What was asked for can only be told from readings that are kept no longer. */
export class ReadingsGone extends Error {
  /** The begin of a UTC day. */
  readonly since: Instant;

  constructor(since: Instant) {
    super(`needs readings from before ${new Date(since).toISOString()}`);
    this.since = since;
  }
}

/** The scanner of readings, which rejects with `ReadingsGone` what reaches back to before they are kept. */
export function keptReadings(scanner: Scanner, since: Instant): Scanner {
  const within = <Rows>(from: Instant, read: () => Promise<Rows>): Promise<Rows> =>
    from < since ? Promise.reject(new ReadingsGone(since)) : read();
  const begin = (edges: readonly Instant[]) => hullOf(edges).from;
  return {
    flow: (want, edges, ...rest) => within(begin(edges), () => scanner.flow(want, edges, ...rest)),
    samples: (want, edges, ...rest) => within(begin(edges), () => scanner.samples(want, edges, ...rest)),
    reports: (want, window, rhythms) => within(window.from, () => scanner.reports(want, window, rhythms)),
    senders: scanner.senders,
    told: scanner.told,
    lengths: scanner.lengths,
    visitors: (want, edges) => within(begin(edges), () => scanner.visitors(want, edges)),
    meters: (want, edges, ...rest) => within(begin(edges), () => scanner.meters(want, edges, ...rest)),
    rows: (want, span, statement) => within(span.from, () => scanner.rows(want, span, statement)),
    states: (installation, sources, edges, ...rest) =>
      within(begin(edges), () => scanner.states(installation, sources, edges, ...rest)),
    levels: (installation, sources, edges, resets) =>
      within(begin(edges), () => scanner.levels(installation, sources, edges, resets)),
  };
}

/** Rejects where rollups alone can't tell what happened between edges from before readings are kept. */
export async function checkKept(edges: readonly Instant[], since: Instant): Promise<void> {
  if (needsReadings(edges, since)) throw new ReadingsGone(since);
}
