import type { Statement } from '../../../../platform/analytics-store.ts';
import type { TimePart } from '../time-cover.ts';
import { type Sent, sentCondition, sentParams } from './readings-of.ts';

/** The longest of what one device sent of a metric, s. */
export interface LengthRow {
  readonly device: number;
  readonly metric: string;
  readonly longest: number;
}

/** Where both are the same, no version that was corrected since can have been longer. */
export interface LengthsRow extends LengthRow {
  readonly shortest: number;
}

/**
 * How long readings are on some days: on those that are rolled up from what was heard, of the others from themselves.
 * Unless `isFinal`, versions that were corrected since may count too. Only those longer than `over` (s) are told.
 */
export function lengthStatement(
  sent: Sent,
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
