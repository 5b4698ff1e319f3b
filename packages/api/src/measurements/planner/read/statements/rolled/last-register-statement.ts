import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../../../platform/analytics-store.ts';
import { type RolledOf, rolledParams, rolledSource } from './rolled-source.ts';

/** Last value of a register. */
export interface RegisterValueRow {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly at: Instant;
  readonly stand: number;
}

/** Reads the last register values in the covered time. */
export function lastRegisterStatement(of: RolledOf): Statement {
  return {
    sql: `
SELECT device, metric, register AS descriptors, toFloat64(max(stood)) AS at, argMax(shown, stood) AS stand
FROM (
    ${rolledSource(of, 'rollup_meters', 'device, metric, toString(descriptors) AS register, last AS shown, last_at AS stood', 'device, metric, toString(descriptors) AS register, value AS shown, at AS stood')}
)
GROUP BY device, metric, register`,
    params: rolledParams(of),
  };
}
