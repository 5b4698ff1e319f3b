import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../platform/analytics-store.ts';
import { type RolledOf, rolledParams, rolledSource } from './rolled-source.ts';

const none = 'emptyArrayFloat64()';
const day = 86_400_000;

/** Every value, or of long pieces, in which the same ones come again and again, each with how often it occurs. */
function valuesOf(edges: readonly Instant[]) {
  const longest = Math.max(...edges.map((edge, index) => edge - (edges[index - 1] ?? edge)), 0);
  if (edges.length > 1 && longest <= 2 * day) return { values: 'groupArrayArray(levels)', weights: none };
  const often = 'sumMap(levels, arrayMap(one -> toFloat64(1), levels))';
  return { values: `${often}.1`, weights: `${often}.2` };
}

/** `sampleStatement` with the same rows, from rollups where they are whole; values come ascending, with how often each occurs. */
export function rolledSampleStatement(of: RolledOf, edges: readonly Instant[], withValues: boolean): Statement {
  const rolled = `device, metric, at, sum AS s, toUInt64(count) AS c, min AS low, max AS high,
      first AS f, first_at AS fa, last AS l, last_at AS la`;
  const reading = `device, metric, at, value AS s, toUInt64(1) AS c, value AS low, value AS high,
      value AS f, at AS fa, value AS l, at AS la`;
  const columns = (list: string, levels: string) => (withValues ? `${list}, ${levels} AS levels` : list);
  const { values, weights } = withValues ? valuesOf(edges) : { values: none, weights: none };
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
