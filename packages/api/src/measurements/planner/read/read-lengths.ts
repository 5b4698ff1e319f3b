import type { OrganizationId } from '@atrium/domain/core';
import type { Statement } from '../../../platform/analytics-store.ts';
import { type MergedTargets, toFilter } from './gather-scans.ts';
import { type LengthRow, type LengthsRow, lengthStatement } from './statements/length-statement.ts';
import type { TimePart } from './statements/readings-of.ts';

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
