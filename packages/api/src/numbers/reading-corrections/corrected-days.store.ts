import type { Instant } from '@atrium/domain/core';
import { maxCorrectedMs, sendableMetrics } from '@atrium/domain/numbers/readings';
import type { QueryReader } from '../../platform/analytics-store.ts';
import { metersFrom, registersFromReadings } from '../planner/read/meters.ts';
import { createReadingsContext } from '../planner/read/read-context.ts';
import type { MeterInterval } from '../planner/read/statements/meter-statements.ts';
import {
  type ReadingsOf,
  type ReadingsSelection,
  readingsCondition,
  readingsParams,
  sentCondition,
  sentParams,
  totalReadings,
} from '../planner/read/statements/readings-of.ts';
import { amountCondition } from '../rollups/roll-up.store.ts';

/** A device's readings of one metric that begin on one day. */
export interface DeviceDay {
  readonly metric: string;
  /** Start of the day. */
  readonly begin: Instant;
  readonly readings: number;
  /**
   * Count of a flow (of alternatives, the coarsest counts), consumption of a meter, mean of samples. Null: no data, or
   * the metric has no such number.
   */
  readonly value: number | null;
}

const means = new Set(['sample', 'state']);
const sums = new Set(['flow', 'count']);
const kindOf = (metric: string) => sendableMetrics.get(metric)?.kind ?? '';

/** Reads the days of one device between consecutive edges; days without readings or numbers are left out. */
export async function readDeviceDays(
  reader: QueryReader,
  readings: ReadingsOf,
  edges: readonly Instant[],
  meter: MeterInterval,
  now: Instant,
): Promise<readonly DeviceDay[]> {
  const params = { ...readingsParams(readings), edges: edges.slice(0, -1) };
  const day = 'toFloat64(roundDown(at, {edges:Array(Int64)})) AS begin';
  const counters = readings.metrics.filter((metric) => kindOf(metric) === 'counter');
  const [counts, totals, consumptions] = await Promise.all([
    reader.query<Omit<DeviceDay, 'value'> & { readonly mean: number }>({
      sql: `SELECT toString(metric) AS metric, ${day}, toFloat64(count()) AS readings, avg(value) AS mean
        FROM readings FINAL WHERE ${readingsCondition} GROUP BY metric, begin ORDER BY begin, metric`,
      params,
    }),
    reader.query<{ readonly metric: string; readonly begin: Instant; readonly total: number }>({
      sql: `SELECT toString(metric) AS metric, ${day}, sum(total) AS total FROM (${totalReadings()}) GROUP BY metric, begin`,
      params,
    }),
    counters.length === 0 ? [] : readConsumptions(reader, { ...readings, metrics: counters }, edges, meter, now),
  ]);
  const days = new Map<string, DeviceDay>();
  const put = (one: DeviceDay) => days.set(`${one.metric} ${one.begin}`, one);
  for (const { mean, ...one } of counts) put({ ...one, value: means.has(kindOf(one.metric)) ? mean : null });
  const setValue = (metric: string, begin: Instant, value: number) =>
    put({ metric, begin, readings: days.get(`${metric} ${begin}`)?.readings ?? 0, value });
  for (const { metric, begin, total } of totals) if (sums.has(kindOf(metric))) setValue(metric, begin, total);
  for (const { metric, begin, amount } of consumptions) setValue(metric, begin, amount);
  return [...days.values()];
}

/** Reads what a meter counted between edges, all its registers together. */
async function readConsumptions(
  reader: QueryReader,
  { organizationId, installations, devices, metrics }: ReadingsSelection,
  edges: readonly Instant[],
  meter: MeterInterval,
  now: Instant,
): Promise<readonly { readonly metric: string; readonly begin: Instant; readonly amount: number }[]> {
  const { meters } = metersFrom(registersFromReadings(createReadingsContext(reader, organizationId)));
  const rows = await meters({ installation: installations[0] as number, devices, metrics }, edges, [meter], now);
  return [...Map.groupBy(rows, ({ metric, edge }) => `${metric} ${edge}`).values()].flatMap((ofDay) => {
    const [first] = ofDay;
    if (first === undefined) return [];
    return [{ metric: first.metric, begin: first.edge, amount: ofDay.reduce((sum, { amount }) => sum + amount, 0) }];
  });
}

/** Reads up to two readings of a time, which name the one that a correction concerns. */
export async function findSingleReadings(
  reader: QueryReader,
  readings: ReadingsOf,
): Promise<readonly { readonly at: Instant; readonly descriptors: string }[]> {
  return reader.query({
    sql: `SELECT toFloat64(at) AS at, toString(descriptors) AS descriptors
      FROM readings FINAL WHERE ${readingsCondition} ORDER BY readings.at, descriptors LIMIT 2`,
    params: readingsParams(readings),
  });
}

/** A meter's register, with its last level before an instant; null without any. */
export interface RegisterBefore {
  readonly descriptors: string;
  readonly last: number | null;
}

/** Reads up to two registers that a meter had since a year before an instant, which name the one to correct. */
export async function findRegisters(
  reader: QueryReader,
  selection: ReadingsSelection,
  before: Instant,
): Promise<readonly RegisterBefore[]> {
  return reader.query<RegisterBefore>({
    sql: `SELECT toString(descriptors) AS descriptors,
        if(countIf(at < {before:Int64}) = 0, NULL, argMaxIf(value, at, at < {before:Int64})) AS last
      FROM readings FINAL WHERE ${sentCondition} AND at >= {since:Int64} AND NOT ${amountCondition('descriptors')}
      GROUP BY descriptors ORDER BY descriptors LIMIT 2`,
    params: { ...sentParams(selection), before, since: before - maxCorrectedMs },
  });
}
