import type { OrganizationId } from '@atrium/domain/core';
import type { Statement } from '../../../platform/analytics-store.ts';
import { type MergedTargets, toFilter } from './gather-scans.ts';
import { type ReadingsSelection, sentCondition, sentParams, type TimePart } from './statements/readings-of.ts';

/** Length of one device's longest reading of a metric, s. */
export interface LengthRow {
  readonly device: number;
  readonly metric: string;
  readonly longest: number;
}

/** If both are equal, no corrected version was longer. */
interface LengthsRow extends LengthRow {
  readonly shortest: number;
}

/**
 * Reads reading lengths on some days: rolled-up days from their activity, others from readings. Unless `isFinal`,
 * replaced versions may count too. Returns only those longer than `over` (s).
 */
function lengthStatement(
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

type Read = (statement: Statement) => Promise<LengthsRow[]>;

/**
 * Returns the lengths of readings longer than `over` (s). Usually all readings of a device are equally long, which
 * corrected versions cannot hide. Only otherwise a slower read selects the newest versions.
 */
export async function readLengths(
  read: Read,
  organizationId: OrganizationId,
  want: MergedTargets,
  rolled: TimePart | null,
  readings: TimePart | null,
  over: number,
): Promise<LengthRow[]> {
  const rows = await read(lengthStatement({ organizationId, ...toFilter(want) }, rolled, readings, over, false));
  const devices = new Set(rows.flatMap(({ device, shortest, longest }) => (shortest < longest ? [device] : [])));
  if (devices.size === 0) return rows;
  const alike = rows.filter(({ device }) => !devices.has(device));
  const sent = { organizationId, ...toFilter({ ...want, devices }) };
  return [...alike, ...(await read(lengthStatement(sent, rolled, readings, over, true)))];
}
