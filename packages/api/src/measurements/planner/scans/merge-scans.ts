import type { Instant, Span } from '@atrium/domain/core';
import { gatherTurn } from '../../../platform/gather-turn.ts';
import { type Gathered, gatherWants, hullOf, type Want } from './gather-scans.ts';

/** A scan of some devices over a time cut at `edges` (ascending, at least two). */
export interface TimedAsk {
  readonly want: Want;
  readonly edges: readonly Instant[];
}

/** What one statement reads for several asks: all of their devices over all of their times, cut wherever any of them is. */
export interface MergedScan {
  readonly want: Gathered;
  readonly edges: readonly Instant[];
  /** Disjoint, ascending; time between them is not read. */
  readonly spans: readonly Span[];
}

const day = 86_400_000;
/** A statement costs as much as reading some thousand pieces besides: as long as so many series (device × metric) × ms. */
const statementCost = 3000 * day;
/** A shared statement has no more edges than this, nor more series × ms. */
const maxEdges = 6000;
const maxSharedCost = 60_000 * day;

/**
 * Collects asks until the event loop turns, then reads those together that cost less so: sites with clocks of their own,
 * weeks compared, widgets about different days. `shapeOf` keeps apart what no statement can serve at once.
 */
export function mergingReader<Ask extends TimedAsk, Row>(
  shapeOf: (ask: Ask) => string,
  read: (scan: MergedScan, asks: readonly Ask[]) => Promise<readonly Row[]>,
  sharedCost = maxSharedCost,
): (ask: Ask) => Promise<readonly Row[]> {
  const gather = gatherTurn((asks: readonly Ask[]) => {
    const rows = new Map<Ask, Promise<readonly Row[]>>();
    for (const alike of Map.groupBy(asks, shapeOf).values())
      for (const { scan, of } of groupAsks(alike, sharedCost)) {
        const found = read(scan, of);
        for (const ask of of) rows.set(ask, found);
      }
    return asks.map((ask) => rows.get(ask) as Promise<readonly Row[]>);
  });
  return async (ask) => (ask.want.devices.length === 0 ? [] : gather(ask));
}

interface Group<Ask> {
  scan: MergedScan;
  readonly of: Ask[];
}

function groupAsks<Ask extends TimedAsk>(asks: readonly Ask[], sharedCost: number): Group<Ask>[] {
  const groups: Group<Ask>[] = [];
  for (const ask of asks) {
    const alone = scanOf(ask);
    const fitting = groups
      .map((group) => ({ group, both: join(group.scan, alone) }))
      .find(({ group, both }) => isWorth(group.scan, alone, both, sharedCost));
    if (fitting === undefined) groups.push({ scan: alone, of: [ask] });
    else {
      fitting.group.scan = fitting.both;
      fitting.group.of.push(ask);
    }
  }
  return groups;
}

/** One ask by itself. */
export const scanOf = ({ want, edges }: TimedAsk): MergedScan => ({
  want: gatherWants([want]),
  edges,
  spans: [hullOf(edges)],
});

function join(left: MergedScan, right: MergedScan): MergedScan {
  const isSameTime = left.edges === right.edges;
  return {
    want: {
      installations: new Set([...left.want.installations, ...right.want.installations]),
      devices: new Set([...left.want.devices, ...right.want.devices]),
      metrics: new Set([...left.want.metrics, ...right.want.metrics]),
    },
    edges: isSameTime ? left.edges : [...Float64Array.from(new Set([...left.edges, ...right.edges])).sort()],
    spans: isSameTime ? left.spans : joinSpans([...left.spans, ...right.spans]),
  };
}

function isWorth(left: MergedScan, right: MergedScan, both: MergedScan, sharedCost: number): boolean {
  const cost = costOf(both);
  const apart = Math.max(left.edges.length, right.edges.length);
  if (both.edges.length > Math.max(maxEdges, apart)) return false;
  return cost <= costOf(left) + costOf(right) + statementCost && cost <= Math.max(sharedCost, costOf(left));
}

/** Series × ms. */
function costOf({ want, spans }: MergedScan): number {
  const time = spans.reduce((sum, span) => sum + span.to - span.from, 0);
  return want.devices.size * want.metrics.size * time;
}

/** Ascending and disjoint out of any. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of [...spans].sort((left, right) => left.from - right.from)) {
    const last = all.at(-1);
    if (last !== undefined && span.from <= last.to)
      all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else if (span.from < span.to) all.push(span);
  }
  return all;
}

/** Where an instant's piece begins among edges; null outside of them. The last edge ends the last piece. */
export function pieceFinder(edges: readonly Instant[]): (at: Instant) => Instant | null {
  const known = new Set(edges.slice(0, -1));
  const { from, to } = hullOf(edges);
  return (at) => {
    if (known.has(at)) return at;
    if (at < from || at >= to) return null;
    let [low, high] = [0, edges.length - 1];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((edges[middle] as Instant) <= at) low = middle;
      else high = middle;
    }
    return edges[low] as Instant;
  };
}
