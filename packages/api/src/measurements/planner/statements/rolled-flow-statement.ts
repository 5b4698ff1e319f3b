import type { Instant } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/measurements';
import type { Statement } from '../../../platform/analytics-store.ts';
import { type RolledOf, rolledParams, rolledSource } from './rolled-source.ts';

/** Columns of the rollups, and what they are of a reading. */
const amounts: Readonly<Record<CountedAmount, readonly [plain: string, total: string, ofReading: string]>> = {
  value: ['value', 'total', 'value'],
  weighted: ['weighted', 'total_weighted', 'value * weight'],
  weight: ['weight', 'total_weight', 'weight'],
};

/** `flowStatement` with the same rows, from rollups where they are whole. */
export function rolledFlowStatement(of: RolledOf, edges: readonly Instant[], amount: CountedAmount): Statement {
  const [plain, , ofReading] = amounts[amount];
  const columns = (part: string) => `device, metric, descriptors, at, ${part} AS part`;
  return {
    sql: `
SELECT device, metric, descriptors, groupArray(edge) AS edges, groupArray(value) AS values
FROM (
  SELECT device, metric, descriptors, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, sum(part) AS value
  FROM (
    ${rolledSource(of, 'rollup_counts', columns(plain), columns(ofReading))}
  )
  GROUP BY device, metric, descriptors, edge
)
GROUP BY device, metric, descriptors`,
    params: { ...rolledParams(of), edges },
  };
}

/**
 * `settledFlowStatement` of totals. Rollups have chosen between alternatives already, so only readings are settled here:
 * of a year there are none, and its pieces are added up as they come.
 */
export function rolledTotalsStatement(of: RolledOf, edges: readonly Instant[], amount: CountedAmount): Statement {
  const [, total, ofReading] = amounts[amount];
  const settled = (rows: string) => `SELECT device, metric, at, argMin(amount, rank) AS part
    FROM (
      SELECT device, metric, at, rank, sum(reading) AS amount
      FROM (
        ${rows}
      )
      GROUP BY device, metric, at, rank
    )
    GROUP BY device, metric, at`;
  const readings = `device, metric, at, ${ofReading} AS reading,
      (if(descriptors = '', 0, countSubstrings(descriptors, ';') + 1), replaceRegexpAll(descriptors, '=[^;]*', '')) AS rank`;
  return {
    sql: `
SELECT device, metric, '' AS split, groupArray(edge) AS edges, groupArray(value) AS values
FROM (
  SELECT device, metric, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, sum(part) AS value
  FROM (
    ${rolledSource(of, 'rollup_counts', `device, metric, at, ${total} AS part`, readings, { madeOfReadings: settled })}
  )
  GROUP BY device, metric, edge
)
GROUP BY device, metric`,
    params: { ...rolledParams(of), edges },
  };
}
