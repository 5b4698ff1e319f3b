import type { Instant } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { type ReadingsOf, readingsCondition, readingsParams, splitReadings, totalReadings } from './readings-of.ts';

/** One device's counts of one metric: `values[i]` in the piece of time that begins at `edges[i]`. */
export interface FlowRow {
  readonly device: number;
  readonly metric: string;
  /** Descriptor values joined by `;`; '' without any. */
  readonly split: string;
  readonly edges: readonly Instant[];
  readonly values: readonly number[];
  /** Positions of `edges` among those of a time; looked up by default. */
  readonly placed?: { readonly among: readonly Instant[]; readonly places: readonly number[] };
}

/** Same, by the descriptors as sent. */
export type DescribedFlowRow = Omit<FlowRow, 'split'> & { readonly descriptors: string };

/** Summed column. For a duration: the mean times the visits of each reading, or those visits. */
export const amounts: Readonly<Record<CountedAmount, string>> = {
  value: 'value',
  weighted: 'value * weight',
  weight: 'weight',
};

/** A reading across the cut counts by the share of its interval before it. */
const beforeCut =
  ' * if(interval > 0 AND at + toInt64(interval) * 1000 > {cutAt:Int64}, ({cutAt:Int64} - at) / (interval * 1000.), 1.)';

/** Summed expression; readings that end by the cut count whole. */
export const buildAmount = (amount: CountedAmount, cutAt: Instant | null) =>
  cutAt === null ? amounts[amount] : `${amounts[amount]}${beforeCut}`;

export const cutParams = (cutAt: Instant | null) => (cutAt === null ? {} : { cutAt });

/**
 * Counts per device, piece of time and descriptors, without selecting among alternatives. No state per reading, so a
 * year needs little memory. If a device sent alternatives, `resolvedFlowStatement` is needed.
 */
export function flowStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  amount: CountedAmount = 'value',
  cutAt: Instant | null = null,
): Statement {
  return {
    sql: `
SELECT device, metric, descriptors, groupArray(edge) AS edges, groupArray(value) AS values
FROM (
  SELECT device, metric, descriptors, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, sum(${buildAmount(amount, cutAt)}) AS value
  FROM readings FINAL
  WHERE ${readingsCondition}
  GROUP BY device, metric, descriptors, edge
)
GROUP BY device, metric, descriptors`,
    params: { ...readingsParams(readings), edges, ...cutParams(cutAt) },
  };
}

/**
 * Counts per device and piece of time, with one alternative per reading. `splits` are descriptors; empty for totals.
 */
export function resolvedFlowStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  splits: readonly string[],
  amount: CountedAmount = 'value',
  cutAt: Instant | null = null,
): Statement {
  const source =
    splits.length === 0
      ? `SELECT *, '' AS split FROM (${totalReadings(buildAmount(amount, cutAt))})`
      : splitReadings(buildAmount(amount, cutAt));
  return {
    sql: `
SELECT device, metric, split, groupArray(edge) AS edges, groupArray(value) AS values
FROM (
  SELECT device, metric, split, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, sum(total) AS value
  FROM (${source})
  GROUP BY device, metric, split, edge
)
GROUP BY device, metric, split`,
    params: { ...readingsParams(readings), edges, ...(splits.length === 0 ? {} : { splits }), ...cutParams(cutAt) },
  };
}
