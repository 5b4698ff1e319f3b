import type { Instant } from '@atrium/domain/core';
import type { RecentReadings } from '../../recent-readings/recent-readings.ts';
import { rolledMetrics } from '../../rollups/roll-up.store.ts';
import { getHull } from '../spans.ts';
import { getSplitValues } from './counts.ts';
import { createScanBatcher, type ScanTarget } from './merge-scans.ts';
import { cutEdges, type FindRecent, type ReadingsContext } from './read-context.ts';
import { computeShareBefore, listSeries, selectReadings, walkPieces } from './select-readings.ts';
import { type DurationRow, durationStatement } from './statements/count-statements.ts';

/**
 * Reads the readings of durations between edges, by device and by the values of `splits`. Readings across `cutAt` weigh
 * their share. Rollups store sums only, so percentiles need readings.
 */
export type ReadDurations = (
  target: ScanTarget,
  edges: readonly Instant[],
  splits: readonly string[],
  cutAt: Instant | null,
) => Promise<readonly DurationRow[]>;

interface DurationShape {
  readonly edges: readonly Instant[];
  readonly splits: readonly string[];
  readonly cutAt: Instant | null;
}

export function durationsFromReadings({ read, selectWithin }: ReadingsContext): ReadDurations {
  const durations = createScanBatcher<DurationShape, DurationRow>((target, { edges, splits, cutAt }) =>
    read(durationStatement(selectWithin(target, getHull(edges)), edges.slice(0, -1), splits, cutAt)),
  );
  return (target, edges, splits, cutAt) => durations(target, { edges, splits, cutAt });
}

export const durationsFromMemory =
  (findRecent: FindRecent, fromReadings: ReadDurations): ReadDurations =>
  async (target, edges, splits, cutAt) => {
    const isInMemory = target.metrics.every((metric) => rolledMetrics.counts.has(metric));
    const recent = isInMemory ? await findRecent(target.installation, getHull(edges).to) : null;
    if (recent === null) return fromReadings(target, edges, splits, cutAt);
    const { early, late, begin } = cutEdges(edges, recent.from);
    const found = scanDurations(recent, target, { edges: late, splits, cutAt });
    const open = found.map((row) => (row.edge === late[0] ? { ...row, edge: begin } : row));
    return early === null ? open : [...(await fromReadings(target, early, splits, cutAt)), ...open];
  };

/** In-memory equivalent of `durationStatement`. */
function scanDurations(
  site: RecentReadings,
  target: ScanTarget,
  { edges, splits, cutAt }: DurationShape,
): DurationRow[] {
  const rows = new Map<string, DurationRow & { readonly values: number[]; readonly weights: number[] }>();
  for (const { metric, device, line } of listSeries(site, target)) {
    const pieceAt = walkPieces(edges);
    selectReadings(site, line, getHull(edges), splits, (place, kind) => {
      const at = site.base + (line.times[place] as number);
      const edge = pieceAt(at);
      const weight = line.weightAt(place) * computeShareBefore(at, kind, cutAt);
      if (weight <= 0) return;
      const split = getSplitValues(kind.descriptors, splits);
      const key = `${device} ${metric} ${edge} ${split}`;
      const row = rows.get(key) ?? { device, metric, split, edge, values: [], weights: [] };
      rows.set(key, row);
      row.values.push(line.values[place] as number);
      row.weights.push(weight);
    });
  }
  return [...rows.values()];
}
