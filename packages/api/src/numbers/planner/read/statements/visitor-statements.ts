import type { Instant } from '@atrium/domain/core';
import { sketchSize } from '@atrium/domain/numbers';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { type DaySourceOf, daySource } from './day-source.ts';
import { type ReadingsOf, readingsCondition, readingsParams } from './readings-of.ts';

/** Smallest visitor hashes of a device in the piece of time that begins at `edge`, ascending. */
export interface VisitorRow {
  readonly device: number;
  readonly edge: Instant;
  readonly hashes: readonly number[];
}

/**
 * Reads visitor sketches. A corrected sighting is the same visitor, so versions need no filter. Hashes have 53 bits,
 * which a double represents exactly.
 */
export function visitorStatement(readings: ReadingsOf, edges: readonly Instant[]): Statement {
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
export function rolledVisitorStatement(of: DaySourceOf, edges: readonly Instant[]): Statement {
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
