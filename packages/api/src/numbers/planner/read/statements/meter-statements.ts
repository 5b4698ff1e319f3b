import type { Instant, Span } from '@atrium/domain/core';
import { backForMs } from '@atrium/domain/numbers';
import type { Device } from '@atrium/domain/sites';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { dayMs } from '../../../rollups/dirty-days.ts';
import { planWholeDays, type WholeDayPlan } from '../plan-days.ts';
import { type DaySourceOf, daySource } from './day-rows.ts';
import { buildRangesPart, type ReadingsOf, readingsCondition, readingsParams, sentCondition } from './readings-of.ts';

/** Count of a meter's register between samples. Each difference counts in the later sample's piece of time. */
export interface MeterRow {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly edge: Instant;
  readonly amount: number;
  /** Number of differences across a gap. */
  readonly gaps: number;
  /** Number of falls that are neither wrap nor reset; they count nothing. */
  readonly backs: number;
  /** Sample that the first difference counts from. */
  readonly previous: Instant;
}

/** Whether a fall is neither a wrap nor a reset (`countRegister`). */
const stepsBack = (from: string, to: string) =>
  `${to} < ${from} AND NOT (rollover > 0 AND ${to} - ${from} + rollover < rollover / 2) AND NOT ${to} < ${from} / 10`;

/** Whether a fall continues from 0: a wrap at the declared rollover, or a new meter. */
const wraps = (from: string, to: string) =>
  `${to} < ${from} AND rollover > 0 AND ${to} - ${from} + rollover < rollover / 2`;
const resets = (from: string, to: string) => `${to} < ${from} / 10 AND NOT (${wraps(from, to)})`;

/** Count of a sample after the previous one, if the register did not step back within the last day. */
const countedBetween = (from: string, to: string) =>
  `multiIf(${to} >= ${from}, ${to} - ${from}, rollover > 0 AND ${to} - ${from} + rollover < rollover / 2, ${to} - ${from} + rollover, ${to} < ${from} / 10, ${to}, 0)`;

/** Meter properties: it wraps at `rollover` (0: never), and samples further apart than `gap` (ms) are a gap. */
export interface MeterInterval {
  readonly device: number;
  readonly rollover: number;
  readonly gap: number;
}

/** Twice its own interval without a sample is a gap. */
export function toMeterInterval({ id, interval, meter }: Pick<Device, 'id' | 'interval' | 'meter'>): MeterInterval {
  return { device: id, rollover: meter?.rollover ?? 0, gap: 2 * interval * 1000 };
}

/** Every sample of the read time, and the last one before it. */
const samples = `samples AS (
  SELECT device, metric, toString(descriptors) AS register, at AS moment, value AS stand FROM readings FINAL
  WHERE ${readingsCondition}
  UNION ALL
  SELECT device, metric, toString(descriptors) AS register, max(at) AS moment, argMax(value, at) AS stand FROM readings FINAL
  WHERE ${readingsCondition.replace('at >= {from:Int64} AND at < {to:Int64}', 'at < {from:Int64}')}
  GROUP BY device, metric, register
)`;

/** Each sample with the previous one. */
const differences = `
  SELECT device, metric, register, moment, stand,
    row_number() OVER line AS number,
    lagInFrame(stand) OVER line AS before,
    lagInFrame(moment) OVER line AS since,
    transform(device, {meters:Array(UInt32)}, {rollovers:Array(Float64)}, 0.) AS rollover,
    transform(device, {meters:Array(UInt32)}, {gaps:Array(Int64)}, toInt64(0)) AS gap
  FROM samples
  WINDOW line AS (PARTITION BY device, metric, register ORDER BY moment ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
`;

/**
 * Reads differences between consecutive samples, the first against the last sample before the read time. Registers that
 * stepped back are recounted by their runs (`countRegisters`). Registers stay separate, because the query decides which
 * of several alternatives count.
 */
export function meterStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  reportingIntervals: readonly MeterInterval[],
): Statement {
  return {
    sql: `
WITH ${samples}
SELECT device, metric, register AS descriptors, toFloat64(roundDown(moment, {edges:Array(Int64)})) AS edge,
  sum(${countedBetween('before', 'stand')}) AS amount,
  toFloat64(countIf(moment - since > gap)) AS gaps, toFloat64(countIf(${stepsBack('before', 'stand')})) AS backs,
  toFloat64(min(since)) AS previous
FROM (${differences})
WHERE number > 1 AND moment >= {from:Int64}
GROUP BY device, metric, register, edge`,
    params: {
      ...readingsParams(readings),
      edges: edges.slice(0, -1),
      ...rhythmParams(reportingIntervals),
    },
  };
}

/** Behaviour of a meter's registers over the read time. */
export interface RegisterHealth {
  readonly device: number;
  readonly metric: string;
  /** Samples further apart than the meter's reporting interval allows. */
  readonly gaps: number;
  /** Falls that count nothing. */
  readonly backs: number;
  /** Falls after which the register is counted from 0. */
  readonly resets: number;
}

/** Reads the irregularities of meters' registers, per meter. */
export function healthStatement(readings: ReadingsOf, reportingIntervals: readonly MeterInterval[]): Statement {
  return {
    sql: `
WITH ${samples}
SELECT device, toString(metric) AS metric, toFloat64(countIf(moment - since > gap)) AS gaps,
  toFloat64(countIf(${stepsBack('before', 'stand')})) AS backs, toFloat64(countIf(${resets('before', 'stand')})) AS resets
FROM (${differences})
WHERE number > 1 AND moment >= {from:Int64}
GROUP BY device, metric`,
    params: { ...readingsParams(readings), ...rhythmParams(reportingIntervals) },
  };
}

const rhythmParams = (reportingIntervals: readonly MeterInterval[]) => ({
  meters: reportingIntervals.map((rhythm) => rhythm.device),
  rollovers: reportingIntervals.map((rhythm) => rhythm.rollover),
  gaps: reportingIntervals.map((rhythm) => rhythm.gap),
});

const rollups = 'rollup_day_meters';
const register = 'device, metric, toString(descriptors) AS register';
const daySamples = {
  day: `${register}, toUInt64(count) AS count, first, first_at, last, last_at, climbed, falls, gap`,
  reading: `${register}, toUInt64(1) AS count, value AS first, at AS first_at, value AS last, at AS last_at,
      0. AS climbed, CAST([], 'Array(Tuple(Float64, Float64))') AS falls, toInt64(0) AS gap`,
};
const lastSamples = {
  day: `${register}, last AS shown, last_at AS stood`,
  reading: `${register}, value AS shown, at AS stood`,
};

/**
 * Same rows as `meterStatement`, for several spans at once.
 *
 * A rolled-up day has its first and last register value and the count in between. The count from one day to the next is
 * computed here, so that a late sample changes no neighbour. `between` covers all time before and between the spans
 * (`findSpanGaps`): the next sample counts from the last one of each gap.
 */
export function rolledMeterStatement(
  of: DaySourceOf,
  between: WholeDayPlan,
  spans: readonly Span[],
  edges: readonly Instant[],
  reportingIntervals: readonly MeterInterval[],
): Statement {
  const within = daySource(of, rollups, daySamples);
  const earlier = daySource({ ...of, days: between }, rollups, lastSamples, 'before_');
  const asked = buildRangesPart('asked', spans, 'moment');
  return {
    sql: `
WITH samples AS (
  ${within.sql}
  UNION ALL
  SELECT device, metric, register, toUInt64(1) AS count, argMax(shown, stood) AS first, max(stood) AS first_at,
    argMax(shown, stood) AS last, max(stood) AS last_at, 0. AS climbed,
    CAST([], 'Array(Tuple(Float64, Float64))') AS falls, toInt64(0) AS gap
  FROM (
    ${earlier.sql}
  )
  GROUP BY device, metric, register, roundDown(stood, {gaps:Array(Int64)})
)
SELECT device, metric, register AS descriptors, toFloat64(roundDown(moment, {edges:Array(Int64)})) AS edge,
  sum(if(number > 1, ${countedBetween('before', 'first')}, 0) + climbed + arraySum(fall -> ${countedBetween('fall.1', 'fall.2')}, falls)) AS amount,
  toFloat64(countIf((number > 1 AND moment - since > longest) OR gap > longest)) AS gaps,
  toFloat64(sum((number > 1 AND ${stepsBack('before', 'first')}) + arrayCount(fall -> ${stepsBack('fall.1', 'fall.2')}, falls))) AS backs,
  toFloat64(min(if(number > 1, since, moment))) AS previous
FROM (
  SELECT device, metric, register, first_at AS moment, first, count, climbed, falls, gap,
    row_number() OVER line AS number,
    lagInFrame(last) OVER line AS before,
    lagInFrame(last_at) OVER line AS since,
    transform(device, {meters:Array(UInt32)}, {rollovers:Array(Float64)}, 0.) AS rollover,
    transform(device, {meters:Array(UInt32)}, {longest:Array(Int64)}, toInt64(0)) AS longest
  FROM samples
  WINDOW line AS (PARTITION BY device, metric, register ORDER BY first_at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)
WHERE (number > 1 OR count > 1) AND ${asked.condition}
GROUP BY device, metric, register, edge`,
    params: {
      ...within.params,
      ...earlier.params,
      ...asked.params,
      gaps: findSpanGaps(spans).map(({ from }) => from),
      edges: edges.slice(0, -1),
      meters: reportingIntervals.map((rhythm) => rhythm.device),
      rollovers: reportingIntervals.map((rhythm) => rhythm.rollover),
      longest: reportingIntervals.map((rhythm) => rhythm.gap),
    },
  };
}

/** Last value of a register. */
export interface RegisterValueRow {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly at: Instant;
  readonly stand: number;
}

/** Reads the last register values in the planned time. */
export function lastRegisterStatement(of: DaySourceOf): Statement {
  const source = daySource(of, rollups, lastSamples);
  return {
    sql: `
SELECT device, metric, register AS descriptors, toFloat64(max(stood)) AS at, argMax(shown, stood) AS stand
FROM (
    ${source.sql}
)
GROUP BY device, metric, register`,
    params: source.params,
  };
}

/** Returns the time before the first span (ascending, disjoint) and between the spans. */
export function findSpanGaps(spans: readonly Span[]): Span[] {
  return spans.map(({ from }, index) => ({ from: spans[index - 1]?.to ?? 0, to: from }));
}

/** Plans where the last samples before each span are read. */
export function planDaysBetween(
  spans: readonly Span[],
  dirtyDays: readonly number[],
  keptSince: Instant,
): WholeDayPlan {
  const gaps = findSpanGaps(spans);
  const edges = [...new Set(gaps.flatMap(({ from, to }) => [from, to]))];
  return planWholeDays(gaps, edges, dirtyDays, keptSince);
}

/** Run of consecutive, non-decreasing samples of a register in one piece of time. */
export interface RegisterRun {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly edge: Instant;
  readonly first: number;
  readonly firstAt: Instant;
  readonly last: number;
  readonly lastAt: Instant;
  /** Number of samples that came later than the meter's usual interval. */
  readonly gaps: number;
}

/** Samples from rollups, for times whose readings are deleted. */
const rolledRegisterValues = `
  SELECT device, metric, toString(descriptors) AS register, toInt64(day) * ${dayMs} + time AS moment, level AS stand
  FROM rollup_day_meters FINAL
  ARRAY JOIN times AS time, levels AS level
  WHERE ${sentCondition} AND day >= intDiv({from:Int64}, ${dayMs})
    AND moment >= {from:Int64} AND moment < least({to:Int64}, {kept:Int64})`;

/**
 * Reads the samples of registers as few rows, in order. Counting by runs gives the same result as by samples. A run
 * ends at an edge, before a fall, and before the first sample more than a day after one.
 */
export function registerRunsStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  reportingIntervals: readonly MeterInterval[],
  keptSince: Instant,
): Statement {
  return {
    sql: `
WITH samples AS (
  SELECT device, metric, toString(descriptors) AS register, at AS moment, value AS stand FROM readings FINAL
  WHERE ${readingsCondition}${keptSince > readings.from ? ` AND at >= {kept:Int64}\n  UNION ALL${rolledRegisterValues}` : ''}
)
SELECT device, metric, register AS descriptors, toFloat64(roundDown(moment, {edges:Array(Int64)})) AS edge,
  argMin(stand, moment) AS first, toFloat64(min(moment)) AS firstAt, argMax(stand, moment) AS last,
  toFloat64(max(moment)) AS lastAt, toFloat64(countIf(moment - since > gap)) AS gaps
FROM (
  SELECT *,
    sum(falls) OVER (PARTITION BY device, metric, register ORDER BY moment ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS run,
    sum(falls) OVER (PARTITION BY device, metric, register ORDER BY moment RANGE BETWEEN UNBOUNDED PRECEDING AND ${backForMs} PRECEDING) AS daysOn
  FROM (
    SELECT device, metric, register, moment, stand,
      toUInt32(stand < lagInFrame(stand, 1, stand) OVER line) AS falls,
      lagInFrame(moment, 1, moment) OVER line AS since,
      transform(device, {meters:Array(UInt32)}, {gaps:Array(Int64)}, toInt64(0)) AS gap
    FROM samples
    WINDOW line AS (PARTITION BY device, metric, register ORDER BY moment ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  )
)
GROUP BY device, metric, register, run, daysOn, edge
ORDER BY device, metric, register, firstAt`,
    params: {
      ...readingsParams(readings),
      edges,
      meters: reportingIntervals.map((rhythm) => rhythm.device),
      gaps: reportingIntervals.map((rhythm) => rhythm.gap),
      ...(keptSince > readings.from ? { kept: keptSince } : {}),
    },
  };
}
