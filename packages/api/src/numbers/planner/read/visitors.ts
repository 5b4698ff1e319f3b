import type { Instant } from '@atrium/domain/core';
import { sketchSize } from '@atrium/domain/numbers';
import type { Statement } from '../../../platform/analytics-store.ts';
import { rolledMetrics } from '../../rollups/roll-up.store.ts';
import { getHull } from '../spans.ts';
import { mergeTargets, type ScanTarget, toMergedScan } from './merge-scans.ts';
import { planQuarterHours } from './plan-days.ts';
import { checkRetained, type ReadingsContext, type RollupsContext } from './read-context.ts';
import { type DaySourceOf, daySource } from './statements/day-rows.ts';
import { type ReadingsOf, readingsCondition, readingsParams } from './statements/readings-of.ts';

/** Smallest visitor hashes of a device in the piece of time that begins at `edge`, ascending. */
export interface VisitorRow {
  readonly device: number;
  readonly edge: Instant;
  readonly hashes: readonly number[];
}

/** Reads visitor sketches between edges, by device. */
export type ReadVisitors = (want: ScanTarget, edges: readonly Instant[]) => Promise<readonly VisitorRow[]>;

export const visitorsFromReadings =
  ({ readOnce, selectWithin }: ReadingsContext): ReadVisitors =>
  (want, edges) =>
    readOnce(visitorStatement(selectWithin(mergeTargets([want]), getHull(edges)), edges));

export const visitorsFromRollups =
  ({ read, select, since, dirtyIn }: RollupsContext, fromReadings: ReadVisitors): ReadVisitors =>
  async (want, edges) => {
    if (!want.metrics.every((metric) => rolledMetrics.visitors.has(metric))) return fromReadings(want, edges);
    await checkRetained(edges, since);
    const { want: merged, spans } = toMergedScan({ want, edges });
    const days = planQuarterHours(spans, edges, dirtyIn(merged, spans), since);
    return read(rolledVisitorStatement({ readings: select(merged), days }, edges));
  };

/**
 * Reads visitor sketches. A corrected sighting is the same visitor, so versions need no filter. Hashes have 53 bits,
 * which a double represents exactly.
 */
function visitorStatement(readings: ReadingsOf, edges: readonly Instant[]): Statement {
  return {
    sql: `
SELECT device, edge, groupArraySorted(${sketchSize})(toFloat64(hash)) AS hashes
FROM (
  SELECT DISTINCT device, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, bitShiftRight(sipHash64(visitor), 11) AS hash
  FROM readings
  WHERE ${readingsCondition}
)
GROUP BY device, edge`,
    params: { ...readingsParams(readings), edges: edges.slice(0, -1) },
  };
}

/** Same rows as `visitorStatement`: the smallest hashes of a time are among the smallest of its parts. */
function rolledVisitorStatement(of: DaySourceOf, edges: readonly Instant[]): Statement {
  const source = daySource(of, 'rollup_day_visitors', {
    day: 'device, at, arrayJoin(hashes) AS hash',
    stored: 'device, at, value AS hash',
    reading: 'device, at, bitShiftRight(sipHash64(visitor), 11) AS hash',
    values: 'sightings',
  });
  return {
    sql: `
SELECT device, edge, groupArraySorted(${sketchSize})(toFloat64(hash)) AS hashes
FROM (
  SELECT DISTINCT device, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, hash
  FROM (
    ${source.sql}
  )
)
GROUP BY device, edge`,
    params: { ...source.params, edges: edges.slice(0, -1) },
  };
}
