import type { Statement } from '../../../../platform/analytics-store.ts';
import type { TimePart } from './readings-of.ts';
import { type ReadingsSelection, sentCondition, sentParams } from './readings-of.ts';

/** Length of one device's longest reading of a metric, s. */
export interface LengthRow {
  readonly device: number;
  readonly metric: string;
  readonly longest: number;
}

/** If both are equal, no corrected version was longer. */
export interface LengthsRow extends LengthRow {
  readonly shortest: number;
}

/**
 * Reads reading lengths on some days: rolled-up days from their activity, others from readings. Unless `isFinal`,
 * replaced versions may count too. Returns only those longer than `over` (s).
 */
export function lengthStatement(
  sent: ReadingsSelection,
  rolled: TimePart | null,
  readings: TimePart | null,
  over: number,
  isFinal: boolean,
): Statement {
  const rows = (table: string, part: TimePart | null) =>
    part === null
      ? []
      : [
          `SELECT device, metric, interval FROM ${table}${isFinal ? ' FINAL' : ''}
  WHERE ${sentCondition}
    AND ${part.condition}`,
        ];
  return {
    sql: `
SELECT device, metric, toFloat64(min(interval)) AS shortest, toFloat64(max(interval)) AS longest
FROM (
  ${[...rows('rollup_heard', rolled), ...rows('readings', readings)].join('\n  UNION ALL\n  ')}
)
WHERE interval > {over:UInt32}
GROUP BY device, metric`,
    params: { over, ...sentParams(sent), ...rolled?.params, ...readings?.params },
  };
}
