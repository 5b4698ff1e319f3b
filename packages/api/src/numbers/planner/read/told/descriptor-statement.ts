import type { Statement } from '../../../../platform/analytics-store.ts';
import { dayMs } from '../../../rollups/dirty-days.ts';
import { type ReadingsSelection, sentCondition, sentParams } from '../statements/readings-of.ts';

/** Descriptors of a device's readings of a metric: `gender;groupSize`, '' for none. */
export interface DescriptorRow {
  readonly device: number;
  readonly metric: string;
  readonly keys: string;
}

const keysOf = (descriptors: string) => `replaceRegexpAll(${descriptors}, '=[^;]*', '') AS keys`;

/** Reads the descriptors that devices sent: ever, or on some days (since 1970, ascending). */
export function descriptorStatement(sent: ReadingsSelection, days: readonly number[] | null = null): Statement {
  const onDays =
    days === null ? '' : ` AND intDiv(at, ${dayMs}) IN {days:Array(Int64)} AND at >= {from:Int64} AND at < {to:Int64}`;
  const [first = 0, last = -1] = [days?.[0], days?.at(-1)];
  return {
    sql: `
SELECT DISTINCT device, metric, ${keysOf('descriptors')}
FROM readings
WHERE ${sentCondition}${onDays}`,
    params: {
      ...sentParams(sent),
      ...(days === null ? {} : { days, from: first * dayMs, to: (last + 1) * dayMs }),
    },
  };
}

/**
 * Reads the descriptors of every device of some sites from daily activity, which has far fewer rows than the readings.
 */
export function rolledDescriptorStatement(organization: number, installations: readonly number[]): Statement {
  return {
    sql: `
SELECT DISTINCT installation, device, metric, ${keysOf('arrayJoin(described)')}
FROM rollup_heard
WHERE organization = {organization:UInt32} AND installation IN {installations:Array(UInt32)}`,
    params: { organization, installations },
  };
}
