import type { Instant, Span } from '@atrium/domain/core';
import { gatherTurn } from '../../../platform/concurrency/gather-turn.ts';
import { type Gathered, gatherWants, type Want } from './gather-scans.ts';
import { hullOf, joinSpans } from './spans.ts';

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
