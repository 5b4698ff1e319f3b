import type { Statement } from '../../../../../platform/analytics-store.ts';
import { dayMs } from '../../../../rollups/index.ts';
import { type Sent, sentCondition, sentParams } from '../readings-of.ts';

/** Which of the devices ever sent which of the metrics. */
export interface SenderRow {
  readonly device: number;
  readonly metric: string;
}

/** `senderStatement` with the same rows, from what was heard by day: few rows beside the readings. */
export function rolledSenderStatement(sent: Sent, dirtyDays: readonly number[]): Statement {
  return {
    sql: `
SELECT DISTINCT device, metric FROM (
  SELECT device, metric FROM rollup_heard WHERE ${sentCondition}
  UNION ALL
  SELECT device, metric FROM readings WHERE ${sentCondition} AND intDiv(at, ${dayMs}) IN {unrolled:Array(Int64)}
    AND at >= {from:Int64} AND at < {to:Int64}
)`,
    params: {
      ...sentParams(sent),
      unrolled: dirtyDays,
      from: (dirtyDays[0] ?? 0) * dayMs,
      to: dirtyDays.length === 0 ? 0 : ((dirtyDays.at(-1) as number) + 1) * dayMs,
    },
  };
}
