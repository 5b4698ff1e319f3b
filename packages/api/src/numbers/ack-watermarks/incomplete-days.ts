import type { Instant, OrganizationId } from '@atrium/domain/core';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import { dayMs } from '../rollups/dirty-days.ts';
import type { DayWatermark } from './ack-watermarks.store.ts';

/** Day with fewer stored readings than acknowledged. */
export interface IncompleteDay extends SiteDay {
  readonly acknowledged: { readonly readings: number; readonly version: number };
  readonly stored: { readonly readings: number; readonly version: number };
}

const none = { readings: 0, version: 0 };
const keyOf = ({ organization, installation, day }: SiteDay) => `${organization} ${installation} ${day}`;

/**
 * Returns days for which the store has fewer readings than were acknowledged, or lacks the greatest acknowledged
 * version. Both values only grow, because merges remove only older versions of a reading. Days past their retention are
 * not missing.
 */
export function findIncompleteDays(
  marks: readonly DayWatermark[],
  stored: readonly DayWatermark[],
  keptSince: ReadonlyMap<OrganizationId, Instant>,
): readonly IncompleteDay[] {
  const found = new Map(stored.map((one) => [keyOf(one), one]));
  return marks.flatMap(({ organization, installation, day, readings, version }) => {
    if (day * dayMs < (keptSince.get(organization) ?? Number.NEGATIVE_INFINITY)) return [];
    const there = found.get(keyOf({ organization, installation, day })) ?? none;
    if (there.readings >= readings && there.version >= version) return [];
    const stored = { readings: there.readings, version: there.version };
    return [{ organization, installation, day, acknowledged: { readings, version }, stored }];
  });
}
