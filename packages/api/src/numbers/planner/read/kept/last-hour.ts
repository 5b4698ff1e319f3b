import type { Instant, Span } from '@atrium/domain/core';
import type { DirtyDays } from '../../../rollups/dirty-days.ts';
import { dayMs } from '../../../rollups/dirty-days.ts';
import type { ScanTarget } from '../gather-scans.ts';

const hourMs = 3_600_000;
const quarterMs = 900_000;

/** Time split in two: the part that stays the same as its end moves on, and the hour in which it ends. */
export interface LastHour {
  /** Edges before that hour; null when there are none. */
  readonly early: readonly Instant[] | null;
  readonly late: readonly Instant[];
  /** Span to read. It serves any end within the hour. */
  readonly hour: Span;
}

/**
 * Splits a time that is cut (compared with a day in progress) or that does not end on a quarter-hour. Null for other
 * times. Null also when no quarter-hour edge lies within the hour before the end, or when the hour touches dirty days
 * or deleted readings.
 */
export function splitLastHour(
  edges: readonly Instant[],
  ledger: DirtyDays,
  organization: number,
  { installation }: ScanTarget,
  isCut: boolean,
): LastHour | null {
  const end = edges.at(-1) as Instant;
  if (!isCut && end % quarterMs === 0) return null;
  const place = edges.findLastIndex((edge) => edge < end && edge % quarterMs === 0);
  const from = edges[place];
  if (from === undefined || end - from > hourMs || from < ledger.keptSince(organization)) return null;
  const hour = { from, to: from + hourMs };
  const generationOf = ledger.generationsOf(organization, installation);
  for (let day = Math.floor(from / dayMs); day * dayMs < hour.to; day++) if (generationOf(day) === null) return null;
  return { early: place === 0 ? null : edges.slice(0, place + 1), late: edges.slice(place), hour };
}
