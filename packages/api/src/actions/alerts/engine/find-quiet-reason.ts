import { isWithinQuietTimes } from '@atrium/domain/actions/alerts';
import { type Instant, toSiteDay } from '@atrium/domain/core';
import { type FindHolidays, listUnusualDays } from '../../../numbers/index.ts';
import type { Site } from '../../../sites/index.ts';
import type { StoredAlert } from '../definitions/alert.ts';

/**
 * Returns why an alert tells nobody at that moment: one of its quiet times, or a public holiday or closed date of the
 * site. Null: it tells.
 */
export async function findQuietReason(
  { condition: { quietTimes, quietOnClosedDays } }: Pick<StoredAlert, 'condition'>,
  { topology }: Pick<Site, 'topology'>,
  findHolidays: FindHolidays,
  at: Instant,
): Promise<'quiet' | 'closedDay' | null> {
  if (isWithinQuietTimes(quietTimes, topology.timezone, at)) return 'quiet';
  if (!quietOnClosedDays) return null;
  const day = toSiteDay(topology, at);
  return (await listUnusualDays(topology, [], day, day, findHolidays)).has(day) ? 'closedDay' : null;
}
