import type { Instant } from '@atrium/domain/core';
import { sketchSize } from '@atrium/domain/measurements';
import type { Statement } from '../../../../../platform/analytics-store.ts';
import { type RolledOf, rolledParams, rolledSource } from './rolled-source.ts';

/** Same rows as `visitorStatement`: the smallest hashes of a time are among the smallest of its parts. */
export function rolledVisitorStatement(of: RolledOf, edges: readonly Instant[]): Statement {
  return {
    sql: `
SELECT device, edge, groupArraySorted(${sketchSize})(toFloat64(hash)) AS hashes
FROM (
  SELECT DISTINCT device, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, hash
  FROM (
    ${rolledSource(of, 'rollup_visitors', 'device, at, arrayJoin(hashes) AS hash', 'device, at, bitShiftRight(sipHash64(visitor), 11) AS hash', { isFinal: false })}
  )
)
GROUP BY device, edge`,
    params: { ...rolledParams(of), edges: edges.slice(0, -1) },
  };
}
