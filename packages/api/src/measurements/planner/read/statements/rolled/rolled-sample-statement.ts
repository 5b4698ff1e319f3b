import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../../../platform/analytics-store.ts';
import { type RolledOf, rolledParams, rolledSource } from './rolled-source.ts';

/** Same rows as `sampleStatement`, from rollups where complete; without the values. */
export function rolledSampleStatement(of: RolledOf, edges: readonly Instant[]): Statement {
  const rolled = `device, metric, at, sum AS s, toUInt64(count) AS c, min AS low, max AS high,
      first AS f, first_at AS fa, last AS l, last_at AS la`;
  const reading = `device, metric, at, value AS s, toUInt64(1) AS c, value AS low, value AS high,
      value AS f, at AS fa, value AS l, at AS la`;
  return {
    sql: `
SELECT device, metric, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge,
  sum(s) AS sum, toFloat64(sum(c)) AS count, min(low) AS min, max(high) AS max,
  argMin(f, fa) AS first, toFloat64(min(fa)) AS firstAt,
  argMax(l, la) AS last, toFloat64(max(la)) AS lastAt,
  emptyArrayFloat64() AS values
FROM (
    ${rolledSource(of, 'rollup_samples', rolled, reading)}
)
GROUP BY device, metric, edge`,
    params: { ...rolledParams(of), edges },
  };
}
