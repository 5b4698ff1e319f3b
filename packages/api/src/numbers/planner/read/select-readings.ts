import type { Instant, Span } from '@atrium/domain/core';
import type { ReadingKind, ReadingSeries } from '../../recent-readings/reading-series.ts';
import type { RecentReadings } from '../../recent-readings/recent-readings.ts';
import type { ScanTarget } from './merge-scans.ts';

/** Orders alternatives: those with the requested descriptors first, then the coarsest, ties by name. */
function compareKinds(left: ReadingKind, right: ReadingKind, carries: (kind: ReadingKind) => boolean): number {
  const rankOf = (kind: ReadingKind) => (carries(kind) ? 0 : 1);
  const coarsenessOf = ({ keys }: ReadingKind) => (keys === '' ? 0 : keys.split(';').length);
  return (
    rankOf(left) - rankOf(right) ||
    coarsenessOf(left) - coarsenessOf(right) ||
    (left.keys === right.keys ? 0 : left.keys < right.keys ? -1 : 1)
  );
}

/**
 * Yields the positions of a line's readings that count within a span, in order of time. Totals and splits of the same
 * instant are alternatives. The coarsest one that carries all of `splits` counts (see `readings-of.ts`).
 */
export function selectReadings(
  { base, kinds }: RecentReadings,
  line: ReadingSeries,
  { from, to }: Span,
  splits: readonly string[],
  take: (place: number, kind: ReadingKind) => void,
): void {
  const carries = ({ keys }: ReadingKind) => {
    const own = keys.split(';');
    return splits.every((key) => own.includes(key));
  };
  const kindAt = (place: number) => kinds[line.kinds[place] as number] as ReadingKind;
  const end = line.placeOf(to - base);
  for (let place = line.placeOf(from - base); place < end; ) {
    let next = place + 1;
    while (next < end && line.times[next] === line.times[place]) next += 1;
    let best = kindAt(place);
    for (let one = place + 1; one < next; one++) if (compareKinds(kindAt(one), best, carries) < 0) best = kindAt(one);
    for (; place < next; place++) {
      const kind = kindAt(place);
      if (kind.keys === best.keys) take(place, kind);
    }
  }
}

/** Returns the share of a reading before a cut: 1 unless it reaches across. */
export function computeShareBefore(at: number, { interval }: ReadingKind, cutAt: number | null): number {
  const isCut = cutAt !== null && interval > 0 && at + interval * 1000 > cutAt;
  return isCut ? (cutAt - at) / (interval * 1000) : 1;
}

/** Yields every existing line of the scan target. */
export function* listSeries(site: RecentReadings, want: Pick<ScanTarget, 'metrics' | 'devices'>) {
  for (const metric of want.metrics)
    for (const device of want.devices) {
      const line = site.line(metric, device);
      if (line !== undefined) yield { metric, device, line };
    }
}

/** Returns a function that finds the start of an instant's piece, for ascending instants. */
export function walkPieces(edges: readonly Instant[]): (at: Instant) => Instant {
  let piece = 0;
  return (at) => {
    while (piece + 2 < edges.length && (edges[piece + 1] as Instant) <= at) piece += 1;
    return edges[piece] as Instant;
  };
}

/** Returns the kinds of the readings in a span. */
export function listKinds({ base, kinds }: RecentReadings, line: ReadingSeries, { from, to }: Span): ReadingKind[] {
  const found = new Set(line.kinds.subarray(line.placeOf(from - base), line.placeOf(to - base)));
  return [...found].map((kind) => kinds[kind] as ReadingKind);
}

/** Row that is still being summed. */
export type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };
