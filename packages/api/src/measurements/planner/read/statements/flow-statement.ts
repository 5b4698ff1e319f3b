import type { Instant } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/measurements';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { type ReadingsOf, readingsCondition, readingsParams, splitReadings, totalReadings } from './readings-of.ts';

/** One device's counts of one metric: `values[i]` in the piece of time that begins at `edges[i]`. */
export interface FlowRow {
  readonly device: number;
  readonly metric: string;
  /** The descriptors' values joined by `;`, '' for what carries none of them. */
  readonly split: string;
  readonly edges: readonly Instant[];
  readonly values: readonly number[];
  /** The places of `edges` among those of a time; to be looked up where nothing is said. */
  readonly placed?: { readonly among: readonly Instant[]; readonly places: readonly number[] };
}

/** The same by the descriptors as they were sent. */
export type DescribedFlowRow = Omit<FlowRow, 'split'> & { readonly descriptors: string };

/** What is added up: of a duration each reading's mean times the visits it describes, or those visits. */
export const amounts: Readonly<Record<CountedAmount, string>> = {
  value: 'value',
  weighted: 'value * weight',
  weight: 'weight',
};

/** A reading that reaches across the cut counts by the share of its interval that lies before it. */
const beforeCut =
  ' * if(interval > 0 AND at + toInt64(interval) * 1000 > {cutAt:Int64}, ({cutAt:Int64} - at) / (interval * 1000.), 1.)';

/** What is added up, of readings that end by the cut whole. */
export const amountOf = (amount: CountedAmount, cutAt: Instant | null) =>
  cutAt === null ? amounts[amount] : `${amounts[amount]}${beforeCut}`;

export const cutParams = (cutAt: Instant | null) => (cutAt === null ? {} : { cutAt });

/**
 * Counts per device, piece of time and descriptors, without choosing between alternatives: nothing is kept per reading,
 * so a year costs little memory. Where a device sent alternatives, `settledFlowStatement` has to choose.
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
  SELECT device, metric, descriptors, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, sum(${amountOf(amount, cutAt)}) AS value
  FROM readings FINAL
  WHERE ${readingsCondition}
  GROUP BY device, metric, descriptors, edge
)
GROUP BY device, metric, descriptors`,
    params: { ...readingsParams(readings), edges, ...cutParams(cutAt) },
  };
}

/** Counts per device and piece of time, one alternative chosen per reading. `splits` are descriptors; none asks for totals. */
export function settledFlowStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  splits: readonly string[],
  amount: CountedAmount = 'value',
  cutAt: Instant | null = null,
): Statement {
  const source =
    splits.length === 0
      ? `SELECT *, '' AS split FROM (${totalReadings(amountOf(amount, cutAt))})`
      : splitReadings(amountOf(amount, cutAt));
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
