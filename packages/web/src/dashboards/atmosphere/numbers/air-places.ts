import type { ZoneId } from '@atrium/domain/core';
import { partZones } from '@atrium/domain/dashboards';
import { ancestors } from '@atrium/domain/sites';
import type { Site } from '../../site/site.ts';
import type { TabProps } from '../../site-page/site-page.tsx';

/** The sensors of places at which nothing was measured, by their names. */
export function unheardSensors(
  { airSensors }: Pick<Site, 'airSensors'>,
  places: readonly string[],
  heard: ReadonlySet<string>,
): readonly string[] {
  const isUnheard = (zone: string) => places.includes(zone) && !heard.has(zone);
  return airSensors.flatMap(({ name, zoneId }) => (zoneId !== null && isUnheard(String(zoneId)) ? [name] : []));
}

/**
 * The zones whose air is spoken of, the innermost first: one that only holds others is no place, unless a sensor hangs
 * in it itself.
 */
export function placesOf({ site, filters }: Pick<TabProps, 'site' | 'filters'>): readonly string[] {
  const { zones } = site.topology;
  const parts = partZones(site, filters);
  const above = new Set(parts.flatMap(({ id }) => [...ancestors(zones, id)].filter((each) => each !== id)));
  const holdsOnly = (id: ZoneId) => above.has(id) || filters.counted.some((zone) => zone.id === id);
  const hasSensor = (id: ZoneId) => site.airSensors.some(({ zoneId }) => zoneId === id);
  const places = parts.filter(({ id }) => !holdsOnly(id) || hasSensor(id));
  return (places.length > 0 ? places : parts)
    .toSorted((left, right) => ancestors(zones, right.id).size - ancestors(zones, left.id).size)
    .map(({ id }) => String(id));
}
