import type { Instant } from '@atrium/domain/core';
import type { QueryReader } from '../../platform/analytics-store.ts';
import {
  type ReadingsOf,
  readingsCondition,
  readingsParams,
  totalReadings,
} from '../planner/read/statements/readings-of.ts';

/** A device's readings of one metric that begin on one day. */
export interface DeviceDay {
  readonly metric: string;
  /** Start of the day. */
  readonly begin: Instant;
  readonly readings: number;
  /** Sum of the values; of alternatives, the coarsest counts. */
  readonly total: number;
}

/** Reads a device's days between consecutive edges; days without readings are left out. */
export async function readDeviceDays(
  reader: QueryReader,
  readings: ReadingsOf,
  edges: readonly Instant[],
): Promise<readonly DeviceDay[]> {
  const params = { ...readingsParams(readings), edges: edges.slice(0, -1) };
  const day = 'toFloat64(roundDown(at, {edges:Array(Int64)})) AS begin';
  const [counts, totals] = await Promise.all([
    reader.query<Omit<DeviceDay, 'total'>>({
      sql: `SELECT toString(metric) AS metric, ${day}, toFloat64(count()) AS readings
        FROM readings FINAL WHERE ${readingsCondition} GROUP BY metric, begin ORDER BY begin, metric`,
      params,
    }),
    reader.query<Omit<DeviceDay, 'readings'>>({
      sql: `SELECT toString(metric) AS metric, ${day}, sum(total) AS total FROM (${totalReadings()}) GROUP BY metric, begin`,
      params,
    }),
  ]);
  const key = ({ metric, begin }: Pick<DeviceDay, 'metric' | 'begin'>) => `${metric} ${begin}`;
  const totalOf = new Map(totals.map((one) => [key(one), one.total]));
  return counts.map((one) => ({ ...one, total: totalOf.get(key(one)) ?? 0 }));
}
