import type { Instant } from '@atrium/domain/core';
import type { Device } from '@atrium/domain/sites';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { type ReadingsOf, readingsCondition, readingsParams } from './readings-of.ts';

/** What one register of a meter counted between its samples, each difference in the later sample's piece of time. */
export interface MeterRow {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly edge: Instant;
  readonly amount: number;
  /** Differences that span a longer time than the meter's samples are apart. */
  readonly gaps: number;
  /** Samples that were below what the register showed before, neither wrapped nor reset: nothing was counted then. */
  readonly backs: number;
  /** The sample that the first difference counts from. */
  readonly previous: Instant;
}

/** A fall that is neither a wrap nor a reset (`countStand`). */
export const stepsBack = (from: string, to: string) =>
  `${to} < ${from} AND NOT (rollover > 0 AND ${to} - ${from} + rollover < rollover / 2) AND NOT ${to} < ${from} / 10`;

/** A fall by which a register counts on from 0: past its declared rollover, or as a new meter that begins there. */
const wraps = (from: string, to: string) =>
  `${to} < ${from} AND rollover > 0 AND ${to} - ${from} + rollover < rollover / 2`;
const resets = (from: string, to: string) => `${to} < ${from} / 10 AND NOT (${wraps(from, to)})`;

/** What a sample counts after the one before, where the register did not step back in the day before. */
export const countedBetween = (from: string, to: string) =>
  `multiIf(${to} >= ${from}, ${to} - ${from}, rollover > 0 AND ${to} - ${from} + rollover < rollover / 2, ${to} - ${from} + rollover, ${to} < ${from} / 10, ${to}, 0)`;

/** How a meter behaves: it starts anew at `rollover` (0: never), and samples further apart than `gap` (ms) left a hole. */
export interface MeterRhythm {
  readonly device: number;
  readonly rollover: number;
  readonly gap: number;
}

/** Twice its own interval without a sample is a hole. */
export function rhythmOf({ id, interval, meter }: Pick<Device, 'id' | 'interval' | 'meter'>): MeterRhythm {
  return { device: id, rollover: meter?.rollover ?? 0, gap: 2 * interval * 1000 };
}

/** Every sample of the time read, and the last one before it. */
const samples = `samples AS (
  SELECT device, metric, toString(descriptors) AS register, at AS moment, value AS stand FROM readings FINAL
  WHERE ${readingsCondition}
  UNION ALL
  SELECT device, metric, toString(descriptors) AS register, max(at) AS moment, argMax(value, at) AS stand FROM readings FINAL
  WHERE ${readingsCondition.replace('at >= {from:Int64} AND at < {to:Int64}', 'at < {from:Int64}')}
  GROUP BY device, metric, register
)`;

/** Each sample beside the one before. */
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
 * Differences between consecutive samples, the first one against the last sample before the time read. Registers that
 * stepped back are counted anew by their runs (`countRegisters`). Every register comes by itself: which of several
 * alternatives counts depends on what is asked.
 */
export function meterStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  rhythms: readonly MeterRhythm[],
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
      ...rhythmParams(rhythms),
    },
  };
}

/** How the registers of a meter behaved over all the time read. */
export interface RegisterHealth {
  readonly device: number;
  readonly metric: string;
  /** Samples that are further apart than the meter's rhythm. */
  readonly gaps: number;
  /** Falls that count nothing. */
  readonly backs: number;
  /** Falls after which the register is counted from 0. */
  readonly resets: number;
}

/** What is odd about the registers of meters, each meter by itself. */
export function healthStatement(readings: ReadingsOf, rhythms: readonly MeterRhythm[]): Statement {
  return {
    sql: `
WITH ${samples}
SELECT device, toString(metric) AS metric, toFloat64(countIf(moment - since > gap)) AS gaps,
  toFloat64(countIf(${stepsBack('before', 'stand')})) AS backs, toFloat64(countIf(${resets('before', 'stand')})) AS resets
FROM (${differences})
WHERE number > 1 AND moment >= {from:Int64}
GROUP BY device, metric`,
    params: { ...readingsParams(readings), ...rhythmParams(rhythms) },
  };
}

const rhythmParams = (rhythms: readonly MeterRhythm[]) => ({
  meters: rhythms.map((rhythm) => rhythm.device),
  rollovers: rhythms.map((rhythm) => rhythm.rollover),
  gaps: rhythms.map((rhythm) => rhythm.gap),
});
