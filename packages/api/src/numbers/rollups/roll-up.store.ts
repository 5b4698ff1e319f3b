import { sketchSize } from '@atrium/domain/numbers';
import { amountPart, type SendableKind, sendableMetrics } from '@atrium/domain/numbers/readings';
import type { AnalyticsStore, Statement } from '../../platform/analytics-store.ts';
import { deleteRows } from '../../platform/tenancy/index.ts';
import { dayMs } from './dirty-days.ts';

/** Consecutive whole UTC days of one site. */
export interface SiteDays {
  readonly organization: number;
  readonly installation: number;
  readonly fromDay: number;
  /** Exclusive. */
  readonly toDay: number;
}

const metricsOf = (...kinds: readonly SendableKind[]): readonly string[] =>
  [...sendableMetrics.values()].filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);

/** Metrics of each rollup table. */
export const rolledMetrics = {
  counts: new Set(metricsOf('flow', 'count', 'duration')),
  samples: new Set(metricsOf('sample', 'status')),
  meters: new Set(metricsOf('counter')),
  visitors: new Set(metricsOf('distinct')),
} as const;

/** Whether descriptors are those of amounts of intervals. */
export const amountCondition = (descriptors: string) => `position(toString(${descriptors}), '${amountPart}') > 0`;

const durationMetrics = new Set(metricsOf('duration'));

/** Gaps up to this (ms) are below every reporting threshold: readings with an interval merge across them. */
export const minGapMs = 30_000;

const readings = `readings FINAL`;
const where = `organization = {organization:UInt32} AND installation = {installation:UInt32}
  AND metric IN {metrics:Array(String)} AND at >= {from:Int64} AND at < {to:Int64}`;
const dayOfReading = `toUInt32(intDiv(at, ${dayMs}))`;
const quarter = 'intDiv(at, 900000) % 96';
/** Sums of a day, of its hours and of its quarter-hours. */
const sums = (column: string) => `sum(${column}),
  sumResample(0, 24, 1)(${column}, intDiv(at, 3600000) % 24), sumResample(0, 96, 1)(${column}, ${quarter})`;
/** Bits of the hours and quarter-hours that have readings. */
const reported = `groupBitOr(bitShiftLeft(toUInt32(1), intDiv(at, 3600000) % 24)),
  [${[0, 1, 2].map((third) => `groupBitOrIf(bitShiftLeft(toUInt32(1), ${quarter} % 32), intDiv(${quarter}, 32) = ${third})`)}]`;

/** Amounts to sum: people, or of a duration its mean times its visits, and the visits. */
const values = "[('value', value)]";
const durations = "[('weighted', value * weight), ('weight', weight)]";

/** Devices that always send the same descriptors: each row is its own total. */
const plainCounts = (amounts: string) => `INSERT INTO rollup_day_counts
SELECT {organization:UInt32}, {installation:UInt32}, metric, amount, device, day, descriptors, plain, hours, quarters, plain, hours, quarters, in_hours, in_quarters, {version:UInt64}
FROM (
  SELECT metric, sent.1 AS amount, device, ${dayOfReading} AS day, descriptors, (${sums('sent.2')}, ${reported}) AS found,
    found.1 AS plain, found.2 AS hours, found.3 AS quarters, found.4 AS in_hours, found.5 AS in_quarters
  FROM ${readings} ARRAY JOIN ${amounts} AS sent
  WHERE ${where} AND NOT has({varied:Array(String)}, concat(metric, ' ', toString(device)))
  GROUP BY metric, amount, device, day, descriptors
)`;

/** Devices that sent alternative descriptor sets: the coarsest set of each instant is the total. */
const variedCounts = (amounts: string) => `INSERT INTO rollup_day_counts
SELECT {organization:UInt32}, {installation:UInt32}, metric, sent.1 AS amount, device, ${dayOfReading} AS day, descriptors,
  ${sums('sent.2')}, ${sums('if(rank = best, sent.2, 0)')}, ${reported}, {version:UInt64}
FROM (
  SELECT metric, device, at, descriptors, value, weight, rank, min(rank) OVER (PARTITION BY metric, device, at) AS best
  FROM (
    SELECT metric, device, at, descriptors, value, weight, replaceRegexpAll(descriptors, '=[^;]*', '') AS keys,
      (if(keys = '', 0, countSubstrings(keys, ';') + 1), keys) AS rank
    FROM ${readings}
    WHERE ${where} AND has({varied:Array(String)}, concat(metric, ' ', toString(device)))
  )
)
ARRAY JOIN ${amounts} AS sent
GROUP BY metric, amount, device, day, descriptors`;

/** Times of the samples of a day, and their values in this order. */
const samplesOfDay = [1, 2]
  .map((part) => `arraySort(one -> one.1, groupArray((toUInt32(at % ${dayMs}), value))).${part}`)
  .join(', ');

const samples = `INSERT INTO rollup_day_samples
SELECT {organization:UInt32}, {installation:UInt32}, metric, device, ${dayOfReading} AS day, count(), sum(value), min(value), max(value),
  argMin(value, at), min(at), argMax(value, at), max(at), ${samplesOfDay}, {version:UInt64}
FROM ${readings}
WHERE ${where}
GROUP BY metric, device, day`;

/** Amounts are no register: they have no falls, and each keeps its interval. */
const meters = `INSERT INTO rollup_day_meters
SELECT {organization:UInt32}, {installation:UInt32}, metric, device, day, descriptors, count(),
  argMin(value, at), min(at), argMax(value, at), max(at),
  sumIf(value - before, number > 1 AND value >= before), groupArrayIf((before, value), number > 1 AND value < before AND NOT isAmount),
  maxIf(at - previous, number > 1), ${samplesOfDay},
  arraySort(one -> one.1, groupArrayIf((at, interval), isAmount)).2, {version:UInt64}
FROM (
  SELECT metric, device, descriptors, at, value, interval, ${amountCondition('descriptors')} AS isAmount, ${dayOfReading} AS day,
    row_number() OVER line AS number, lagInFrame(value) OVER line AS before, lagInFrame(at) OVER line AS previous
  FROM ${readings}
  WHERE ${where}
  WINDOW line AS (PARTITION BY metric, device, descriptors, day ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)
GROUP BY metric, device, day, descriptors`;

/** The smallest hashes of a day are among the smallest of its quarter-hours. */
const visitors = `INSERT INTO rollup_day_visitors
SELECT {organization:UInt32}, {installation:UInt32}, metric, device, day,
  arraySlice(arraySort(groupUniqArrayArray(smallest)), 1, ${sketchSize}),
  arraySort(groupArrayArray(found)).1, arraySort(groupArrayArray(found)).2, {version:UInt64}
FROM (
  SELECT metric, device, day, groupArraySorted(${sketchSize})(hash) AS smallest,
    arrayMap(one -> (toUInt32(quarter * 900000), one), smallest) AS found
  FROM (
    SELECT DISTINCT metric, device, ${dayOfReading} AS day, ${quarter} AS quarter, bitShiftRight(sipHash64(visitor), 11) AS hash
    FROM readings
    WHERE ${where}
  )
  GROUP BY metric, device, day, quarter
)
GROUP BY metric, device, day`;

/**
 * When devices reported. Readings with an interval merge across gaps below the threshold. Instants merge when they are
 * no further apart than 1.25 times the device's median step.
 */
const heard = `INSERT INTO rollup_heard
WITH arraySort(groupArrayIf((at, at + toInt64(interval) * 1000), interval > 0)) AS covered,
  arraySort(groupUniqArrayIf(at, interval = 0)) AS instants,
  arrayPopFront(arrayDifference(instants)) AS steps,
  greatest(90000, if(empty(steps), 0, toInt64(1.25 * arraySort(steps)[intDiv(length(steps) + 1, 2)]))) AS usual
SELECT {organization:UInt32}, {installation:UInt32}, metric, device, intDiv(at, ${dayMs}) AS day,
  arrayMap(run -> (run[1].1, arrayMax(one -> one.2, run)),
    arraySplit((one, before) -> one.1 - before.2 > ${minGapMs}, covered, arrayShiftRight(covered, 1))),
  arrayMap(run -> (run[1], run[-1]),
    arraySplit((one, before) -> one - before > usual, instants, arrayShiftRight(instants, 1))),
  if(empty(instants), 0, usual), max(interval), groupUniqArray(toString(descriptors)), {version:UInt64}
FROM readings
WHERE ${where}
GROUP BY metric, device, day`;

const rollupTables = [
  'rollup_day_counts',
  'rollup_day_samples',
  'rollup_day_meters',
  'rollup_day_visitors',
  'rollup_heard',
] as const;

/** Rolls up readings. Idempotent: rows of a later version replace earlier ones. */
export function rollUpStore(analytics: AnalyticsStore) {
  return {
    /** Deletes the rows of these days that the roll-up of this version did not replace: their readings are taken out or moved. */
    async deleteOutdated({ organization, installation, fromDay, toDay }: SiteDays, version: number): Promise<void> {
      const sql = `organization = {organization:UInt32} AND installation = {installation:UInt32}
        AND day >= {fromDay:UInt32} AND day < {toDay:UInt32} AND version < {version:UInt64}`;
      const params = { organization, installation, fromDay, toDay, version };
      for (const table of rollupTables) {
        const statement = { sql: `SELECT 1 AS one FROM ${table} FINAL WHERE ${sql} LIMIT 1`, params };
        const some = await analytics.query(statement, { purpose: 'upkeep' });
        if (some.length > 0) await deleteRows(analytics, table, { sql, params });
      }
    },

    /** Recomputes all rollups of these days from their readings. `version` must exceed earlier ones. */
    async rollUp({ organization, installation, fromDay, toDay }: SiteDays, version: number): Promise<void> {
      const days = { organization, installation, from: fromDay * dayMs, to: toDay * dayMs, version };
      const sql = `SELECT metric, device, uniqExact(replaceRegexpAll(descriptors, '=[^;]*', '')) > 1 AS varied FROM readings
          WHERE organization = {organization:UInt32} AND installation = {installation:UInt32}
            AND at >= {from:Int64} AND at < {to:Int64}
          GROUP BY metric, device`;
      type Sender = { metric: string; device: number; varied: number };
      const senders = await analytics.query<Sender>({ sql, params: days }, { purpose: 'upkeep' });
      const sent = [...new Set(senders.map((sender) => sender.metric))].sort();
      const varied = senders.filter((sender) => sender.varied === 1).map(({ metric, device }) => `${metric} ${device}`);
      const run = async (insert: string, metrics: readonly string[]) => {
        if (metrics.length > 0) await analytics.command(statement(insert, { ...days, metrics, varied }));
      };
      const kept = (kind: keyof typeof rolledMetrics) => sent.filter((metric) => rolledMetrics[kind].has(metric));
      for (const [amounts, metrics] of [
        [values, kept('counts').filter((metric) => !durationMetrics.has(metric))],
        [durations, kept('counts').filter((metric) => durationMetrics.has(metric))],
      ] as const) {
        await run(plainCounts(amounts), metrics);
        if (varied.length > 0) await run(variedCounts(amounts), metrics);
      }
      await run(samples, kept('samples'));
      await run(meters, kept('meters'));
      await run(visitors, kept('visitors'));
      await run(heard, sent);
    },
  };
}

const statement = (sql: string, params: Record<string, unknown>): Statement => ({ sql, params });
