import type { Statement } from '../../../../platform/analytics-store.ts';
import { dayMs } from '../../../rollups/dirty-days.ts';
import type { TimePart } from './readings-of.ts';

/**
 * Activity of a device for a metric, with the days (since 1970) on which it was equal. Times in ms from the start of
 * the UTC day.
 */
export interface ActivityRow {
  readonly installation: number;
  readonly metric: string;
  readonly device: number;
  readonly days: readonly number[];
  /** Spans covered by readings with an interval. */
  readonly covered: readonly (readonly [from: number, to: number])[];
  /** First and last of consecutive instants, none further from the next than `gap` ms. */
  readonly instants: readonly (readonly [first: number, last: number])[];
  readonly gap: number;
  /** Length of the longest reading in s; 0 if none has one. */
  readonly longest: number;
  /** Every combination of descriptors sent. */
  readonly described: readonly string[];
}

/** Reads the activity of devices on rolled-up days. Most days are equal and returned once. */
export function activityStatement(
  place: {
    readonly organization: number;
    readonly installations: readonly number[];
    readonly metrics: readonly string[];
  },
  days: TimePart,
): Statement {
  const fromMidnight = (runs: string) =>
    `arrayMap(run -> (toFloat64(run.1) - day * ${dayMs}., toFloat64(run.2) - day * ${dayMs}.), ${runs})`;
  return {
    sql: `
SELECT installation, metric, device, groupArray(day) AS days,
  ${fromMidnight('spans')} AS covered, ${fromMidnight('points')} AS instants, toFloat64(gap) AS gap,
  toFloat64(interval) AS longest, described
FROM rollup_heard FINAL
WHERE organization = {organization:UInt32}
  AND installation IN {installations:Array(UInt32)}
  AND metric IN {metrics:Array(String)}
  AND ${days.condition}
GROUP BY installation, metric, device, covered, instants, gap, longest, described`,
    params: { ...place, ...days.params },
  };
}
