import type { Instant, Span } from '@atrium/domain/core';
import { batchPerTick } from '../../../platform/concurrency/event-loop.ts';
import { getHull, joinSpans } from '../spans.ts';

/** Scan target. Scans of the same time are merged into one statement over all of their devices and metrics. */
export interface ScanTarget {
  readonly installation: number;
  readonly devices: readonly number[];
  readonly metrics: readonly string[];
  /** Number of each device; devices of one number always count alike and may be summed. Absent: all are separate. */
  readonly alike?: ReadonlyMap<number, number>;
}

/** Gap threshold of a device, in ms. */
export interface ReportingInterval {
  readonly device: number;
  /** Time covered by a reading without a length of its own. */
  readonly interval: number;
  /** Maximum tolerated gap. */
  readonly tolerance: number;
}

/** Merged scan targets of one statement. */
export interface MergedTargets {
  readonly installations: Set<number>;
  readonly devices: Set<number>;
  readonly metrics: Set<string>;
}

/** Collects scan targets of equal shape within a turn of the event loop, then runs each shape once. */
export function createScanBatcher<Shape, Row>(
  run: (want: MergedTargets, shape: Shape, reportingIntervals: ReportingInterval[]) => Promise<Row[]>,
): (want: ScanTarget, shape: Shape, reportingIntervals?: readonly ReportingInterval[]) => Promise<readonly Row[]> {
  interface Ask {
    readonly want: ScanTarget;
    readonly shape: Shape;
    readonly reportingIntervals: readonly ReportingInterval[];
  }
  const gather = batchPerTick((asks: readonly Ask[]) => {
    const keys = asks.map(({ shape }) => JSON.stringify(shape));
    const rows = new Map(
      [...Map.groupBy(asks, (_, index) => keys[index] as string)].map(([key, alike]) => [
        key,
        run(
          mergeTargets(alike.map(({ want }) => want)),
          (alike[0] as Ask).shape,
          selectStrictest(alike.flatMap(({ reportingIntervals }) => reportingIntervals)),
        ),
      ]),
    );
    return keys.map((key) => rows.get(key) as Promise<Row[]>);
  });
  return async (want, shape, reportingIntervals = []) =>
    want.devices.length === 0 ? [] : gather({ want, shape, reportingIntervals });
}

/** Returns the lowest thresholds of each device. They show all gaps; each reader filters its own. */
export function selectStrictest(reportingIntervals: readonly ReportingInterval[]): ReportingInterval[] {
  const found = new Map<number, ReportingInterval>();
  for (const rhythm of reportingIntervals) {
    const other = found.get(rhythm.device);
    if (other === undefined || rhythm.tolerance < other.tolerance) found.set(rhythm.device, rhythm);
  }
  return [...found.values()];
}

export function mergeTargets(wants: readonly ScanTarget[]): MergedTargets {
  return {
    installations: new Set(wants.map(({ installation }) => installation)),
    devices: new Set(wants.flatMap(({ devices }) => devices)),
    metrics: new Set(wants.flatMap(({ metrics }) => metrics)),
  };
}

/** Sorted, so that equal scans have equal texts. */
export function toFilter({ installations, devices, metrics }: MergedTargets) {
  const ascending = (left: number, right: number) => left - right;
  return {
    installations: [...installations].sort(ascending),
    devices: [...devices].sort(ascending),
    metrics: [...metrics].sort(),
  };
}

/** Scan of devices over a time cut at `edges` (ascending, at least two). */
export interface TimedScan {
  readonly want: ScanTarget;
  readonly edges: readonly Instant[];
}

/** One statement for several scans: all of their devices over all of their times, cut at the edges of each. */
export interface MergedScan {
  readonly want: MergedTargets;
  readonly edges: readonly Instant[];
  /** Disjoint, ascending; time in between is not read. */
  readonly spans: readonly Span[];
}

const day = 86_400_000;
/** Cost of a statement, as series (device × metric) × ms: as much as reading some thousand pieces. */
const statementCost = 3000 * day;
/** Maximum edges of a shared statement; the next constant limits its series × ms. */
const maxEdges = 6000;
const maxSharedCost = 60_000 * day;

/**
 * Collects scans within a turn of the event loop, then merges those that are cheaper together. Examples: sites in other
 * time zones, compared weeks, widgets about different days. `shapeOf` separates scans that no statement can serve at
 * once.
 */
export function createMergingReader<Ask extends TimedScan, Row>(
  shapeOf: (ask: Ask) => string,
  read: (scan: MergedScan, asks: readonly Ask[]) => Promise<readonly Row[]>,
  sharedCost = maxSharedCost,
): (ask: Ask) => Promise<readonly Row[]> {
  const gather = batchPerTick((asks: readonly Ask[]) => {
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

function groupAsks<Ask extends TimedScan>(asks: readonly Ask[], sharedCost: number): Group<Ask>[] {
  const groups: Group<Ask>[] = [];
  for (const ask of asks) {
    const alone = toMergedScan(ask);
    if (!isTakenIn(groups, ask, alone, sharedCost)) groups.push({ scan: alone, of: [ask] });
  }
  return groups;
}

/** Adds the scan to the first group in which that is cheaper; returns whether it did. */
function isTakenIn<Ask>(groups: readonly Group<Ask>[], ask: Ask, alone: MergedScan, sharedCost: number): boolean {
  for (const group of groups) {
    const both = joinIfWorth(group.scan, alone, sharedCost);
    if (both === null) continue;
    group.scan = both;
    group.of.push(ask);
    return true;
  }
  return false;
}

/** Returns the merged form of a single scan. */
export const toMergedScan = ({ want, edges }: TimedScan): MergedScan => ({
  want: mergeTargets([want]),
  edges,
  spans: [getHull(edges)],
});

/** Merges two scans; null when they are cheaper apart. Edges may be very many, so they are merged last. */
function joinIfWorth(left: MergedScan, right: MergedScan, sharedCost: number): MergedScan | null {
  const want = {
    installations: new Set([...left.want.installations, ...right.want.installations]),
    devices: new Set([...left.want.devices, ...right.want.devices]),
    metrics: new Set([...left.want.metrics, ...right.want.metrics]),
  };
  const spans = left.edges === right.edges ? left.spans : joinSpans([...left.spans, ...right.spans]);
  const cost = costOf({ want, spans });
  if (cost > costOf(left) + costOf(right) + statementCost || cost > Math.max(sharedCost, costOf(left))) return null;
  const edges = joinEdges(left.edges, right.edges);
  const apart = Math.max(left.edges.length, right.edges.length);
  return edges.length > Math.max(maxEdges, apart) ? null : { want, edges, spans };
}

/** Merges ascending lists without duplicates; returns the same list if it contains all of the other. */
function joinEdges(left: readonly Instant[], right: readonly Instant[]): readonly Instant[] {
  if (holdsAll(left, right)) return left;
  if (holdsAll(right, left)) return right;
  const edges: Instant[] = [];
  let [one, other] = [0, 0];
  while (one < left.length || other < right.length) {
    const [here, there] = [left[one] ?? Number.POSITIVE_INFINITY, right[other] ?? Number.POSITIVE_INFINITY];
    edges.push(Math.min(here, there));
    if (here <= there) one += 1;
    if (there <= here) other += 1;
  }
  return edges;
}

/** Both lists ascend. */
function holdsAll(more: readonly Instant[], fewer: readonly Instant[]): boolean {
  let place = 0;
  for (const edge of fewer) {
    while (place < more.length && (more[place] as Instant) < edge) place += 1;
    if (more[place] !== edge) return false;
  }
  return true;
}

/** Returns series × ms. */
function costOf({ want, spans }: Pick<MergedScan, 'want' | 'spans'>): number {
  const time = spans.reduce((sum, span) => sum + span.to - span.from, 0);
  return want.devices.size * want.metrics.size * time;
}

/** Selects the rows of the devices and metrics of one scan. */
export function selectWanted<Row extends { readonly device: number; readonly metric: string }>(
  rows: readonly Row[],
  want: TimedScan['want'],
): Row[] {
  const [devices, metrics] = [new Set(want.devices), new Set(want.metrics)];
  return rows.filter((row) => devices.has(row.device) && metrics.has(row.metric));
}
