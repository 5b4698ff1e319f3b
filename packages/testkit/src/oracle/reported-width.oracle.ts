import { type Granularity, granularities, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { Measured } from './measures.oracle.ts';
import { minute, type Watch, type World } from './world.oracle.ts';

const day = 24 * 60 * minute;

/**
 * Returns the base interval of a ratio: at least the longest reading, on the UTC days of the periods, of any device that
 * ever counts for it.
 */
export function widenToReadings(
  world: World,
  periods: readonly (readonly [LocalDate, LocalDate])[],
  sides: readonly Measured[],
  base: Granularity,
): Granularity {
  const watches = [...new Set(sides.flatMap(({ watches: own = [] }) => own))];
  const devices = new Set(watches.filter((watch) => everCounts(world, watch)).map(({ device }) => device.id as number));
  const lengths = world.readings.flatMap(({ device, at, interval }) =>
    devices.has(device) && periods.some((period) => isOnDays(world, period, at)) ? [interval ?? 300] : [],
  );
  const longest = Math.max(base, ...lengths);
  return granularities.find((width) => width >= longest) as Granularity;
}

/** Whether an instant is on a UTC day of the period. */
function isOnDays({ site }: World, [first, last]: readonly [LocalDate, LocalDate], at: number): boolean {
  const to = startOfSiteDay(site, last);
  return at >= Math.floor(startOfSiteDay(site, first) / day) * day && at < Math.ceil(to / day) * day;
}

/** Whether a device counts at any time. */
export function everCounts({ site }: World, { counts }: Watch): boolean {
  const periods = [
    ...site.passages.flatMap(({ ends }) => ends),
    ...site.devices.flatMap(({ placements }) => placements),
  ];
  return periods.some(({ validFrom }) => counts(validFrom ?? 0));
}
