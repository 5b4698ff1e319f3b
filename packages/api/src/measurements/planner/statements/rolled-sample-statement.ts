import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../platform/analytics-store.ts';
import { type RolledOf, rolledParams, rolledSource } from './rolled-source.ts';

/** `sampleStatement` with the same rows, from rollups where they are whole; values come ascending, with how often each occurs. */
export function rolledSampleStatement(of: RolledOf, edges: readonly Instant[], withValues: boolean): Statement {
  const rolled = `device, metric, at, sum AS s, toUInt64(count) AS c, min AS low, max AS high,
      first AS f, first_at AS fa, last AS l, last_at AS la`;
  const reading = `device, metric, at, value AS s, toUInt64(1) AS c, value AS low, value AS high,
      value AS f, at AS fa, value AS l, at AS la`;
  const columns = (list: string, levels: string) => (withValues ? `${list}, ${levels} AS levels` : list);
  const often = 'sumMap(levels, arrayMap(one -> toFloat64(1), levels))';
  const values = withValues ? `${often}.1` : 'emptyArrayFloat64()';
  const weights = withValues ? `${often}.2` : 'emptyArrayFloat64()';
  return {
    sql: `
SELECT device, metric, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge,
  sum(s) AS sum, toFloat64(sum(c)) AS count, min(low) AS min, max(high) AS max,
  argMin(f, fa) AS first, toFloat64(min(fa)) AS firstAt,
  argMax(l, la) AS last, toFloat64(max(la)) AS lastAt,
  ${values} AS values, ${weights} AS weights
FROM (
    ${rolledSource(of, 'rollup_samples', columns(rolled, 'levels'), columns(reading, '[value]'))}
)
GROUP BY device, metric, edge`,
    params: { ...rolledParams(of), edges },
  };
}
