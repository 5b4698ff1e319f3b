import type { Instant, Span } from '@atrium/domain/core';
import type { Statement } from '../../../../../platform/analytics-store.ts';
import { planWholeDays, type WholeDayPlan } from '../../plan-days.ts';
import { countedBetween, type MeterInterval, stepsBack } from '../meter-statement.ts';
import { buildRangesPart } from '../readings-of.ts';
import { type DaySourceOf, daySource } from './day-source.ts';

const table = 'rollup_day_meters';
const register = 'device, metric, toString(descriptors) AS register';
const samples = {
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
  rhythms: readonly MeterInterval[],
): Statement {
  const within = daySource(of, table, samples);
  const earlier = daySource({ ...of, days: between }, table, lastSamples, 'before_');
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
      meters: rhythms.map((rhythm) => rhythm.device),
      rollovers: rhythms.map((rhythm) => rhythm.rollover),
      longest: rhythms.map((rhythm) => rhythm.gap),
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
  const source = daySource(of, table, lastSamples);
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
