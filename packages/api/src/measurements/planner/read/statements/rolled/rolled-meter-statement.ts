import type { Instant, Span } from '@atrium/domain/core';
import type { Statement } from '../../../../../platform/analytics-store.ts';
import { buildRangesPart, planSources, type TimeSources } from '../../plan-sources.ts';
import { countedBetween, type MeterInterval, stepsBack } from '../meter-statement.ts';
import { type RolledOf, rolledParams, rolledSource } from './rolled-source.ts';

const rolled = `device, metric, toString(descriptors) AS register, toUInt64(count) AS count, first, first_at, last, last_at, climbed, falls, gap`;
const noFalls = "CAST([], 'Array(Tuple(Float64, Float64))') AS falls, toInt64(0) AS gap";
const reading = `device, metric, toString(descriptors) AS register, toUInt64(1) AS count, value AS first, at AS first_at,
      value AS last, at AS last_at, 0. AS climbed, ${noFalls}`;

/**
 * Same rows as `meterStatement`, for several spans at once.
 *
 * A rollup piece has its first and last register value and the count in between. The count from one piece to the next
 * is computed here, so that a late sample changes no neighbour. `between` covers all time before and between the spans
 * (`findSpanGaps`): the next sample counts from the last one of each gap.
 */
export function rolledMeterStatement(
  of: RolledOf,
  between: TimeSources,
  spans: readonly Span[],
  edges: readonly Instant[],
  rhythms: readonly MeterInterval[],
): Statement {
  const earlier = { ...of, cover: renamed(between) };
  const asked = buildRangesPart('asked', spans, 'moment');
  return {
    sql: `
WITH samples AS (
  ${rolledSource(of, 'rollup_meters', rolled, reading)}
  UNION ALL
  SELECT device, metric, register, toUInt64(1) AS count, argMax(stand, stood) AS first, max(stood) AS first_at,
    argMax(stand, stood) AS last, max(stood) AS last_at, 0. AS climbed, ${noFalls}
  FROM (
    ${rolledSource(earlier, 'rollup_meters', 'device, metric, toString(descriptors) AS register, last AS stand, last_at AS stood', 'device, metric, toString(descriptors) AS register, value AS stand, at AS stood')}
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
      ...rolledParams(of),
      ...rolledParams(earlier),
      ...asked.params,
      gaps: findSpanGaps(spans).map(({ from }) => from),
      edges: edges.slice(0, -1),
      meters: rhythms.map((rhythm) => rhythm.device),
      rollovers: rhythms.map((rhythm) => rhythm.rollover),
      longest: rhythms.map((rhythm) => rhythm.gap),
    },
  };
}

/** Gives the parts of the earlier time their own parameter names. */
function renamed(cover: TimeSources): TimeSources {
  const rename = (part: TimeSources['hours']) =>
    part === null
      ? null
      : {
          condition: part.condition.replaceAll(/\{(\w+):/g, '{before_$1:'),
          params: Object.fromEntries(Object.entries(part.params).map(([name, value]) => [`before_${name}`, value])),
        };
  return { hours: rename(cover.hours), quarters: rename(cover.quarters), readings: rename(cover.readings) };
}

/** Returns the time before the first span (ascending, disjoint) and between the spans. */
export function findSpanGaps(spans: readonly Span[]): Span[] {
  return spans.map(({ from }, index) => ({ from: spans[index - 1]?.to ?? 0, to: from }));
}

/** Returns where the last samples before each span are read. */
export function planSourcesBetween(
  spans: readonly Span[],
  dirtyDays: readonly number[],
  keptSince: Instant,
): TimeSources {
  const gaps = findSpanGaps(spans);
  const edges = [...new Set(gaps.flatMap(({ from, to }) => [from, to]))];
  return planSources(gaps, edges, dirtyDays, keptSince);
}
