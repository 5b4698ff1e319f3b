import type { Instant, Span } from '@atrium/domain/core';
import type { DayLedger } from '../../../rollups/index.ts';
import { dayMs } from '../../../rollups/index.ts';
import type { Want } from '../gather-scans.ts';

const hourMs = 3_600_000;
const quarterMs = 900_000;

/** A time in two: what stays the same as its end moves on, and the readings of the hour in which it ends. */
export interface LastHour {
  /** Of what comes before that hour; null where nothing does. */
  readonly early: readonly Instant[] | null;
  readonly late: readonly Instant[];
  /** What to read, so that it serves any end within. */
  readonly hour: Span;
}

/**
 * Where a time is cut as what is compared with a day in progress is, or ends within a quarter, as nothing else does. null:
 * neither, or it has no edge of a quarter within an hour before, or days of that hour are not rolled up, so that writes to
 * them may come yet.
 */
export function lastHourOf(
  edges: readonly Instant[],
  ledger: DayLedger,
  organization: number,
  { installation }: Want,
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
