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

/** `settledFlowStatement` of totals: rollups have chosen between alternatives already. */
export function rolledTotalsStatement(of: RolledOf, edges: readonly Instant[], amount: CountedAmount): Statement {
  const [, total, ofReading] = amounts[amount];
  const raw = `device, metric, at,
      (if(descriptors = '', 0, countSubstrings(descriptors, ';') + 1), replaceRegexpAll(descriptors, '=[^;]*', '')) AS rank, ${ofReading} AS part`;
  return {
    sql: `
SELECT device, metric, '' AS split, groupArray(edge) AS edges, groupArray(value) AS values
FROM (
  SELECT device, metric, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, sum(total) AS value
  FROM (
    SELECT device, metric, at, argMin(part, rank) AS total
    FROM (
      SELECT device, metric, at, rank, sum(part) AS part
      FROM (
        ${rolledSource(of, 'rollup_counts', `device, metric, at, (0, '') AS rank, ${total} AS part`, `${raw}`)}
      )
      GROUP BY device, metric, at, rank
    )
    GROUP BY device, metric, at
  )
  GROUP BY device, metric, edge
)
GROUP BY device, metric`,
    params: { ...rolledParams(of), edges },
  };
}
