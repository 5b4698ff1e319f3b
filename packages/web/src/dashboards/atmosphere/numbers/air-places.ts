import type { ZoneId } from '@atrium/domain/core';
import { listPartZones } from '@atrium/domain/dashboards';
import { listAncestors } from '@atrium/domain/sites';
import type { Site } from '../../site/site.ts';
import type { TabProps } from '../../site-page/site-page.tsx';

/** Returns the names of the sensors in places without any measurement. */
export function findSilentSensors(
  { airSensors }: Pick<Site, 'airSensors'>,
  places: readonly string[],
  heard: ReadonlySet<string>,
): readonly string[] {
  const isUnheard = (zone: string) => places.includes(zone) && !heard.has(zone);
  return airSensors.flatMap(({ name, zoneId }) => (zoneId !== null && isUnheard(String(zoneId)) ? [name] : []));
}

/**
 * Returns the ids of the zones to report on, innermost first. A zone that only contains other zones is left out, unless
 * it has a sensor of its own.
 */
export function listAirPlaces({ site, filters }: Pick<TabProps, 'site' | 'filters'>): readonly string[] {
  const { zones } = site.topology;
  const parts = listPartZones(site, filters);
  const above = new Set(parts.flatMap(({ id }) => [...listAncestors(zones, id)].filter((each) => each !== id)));
  const holdsOnly = (id: ZoneId) => above.has(id) || filters.counted.some((zone) => zone.id === id);
  const hasSensor = (id: ZoneId) => site.airSensors.some(({ zoneId }) => zoneId === id);
  const places = parts.filter(({ id }) => !holdsOnly(id) || hasSensor(id));
  return (places.length > 0 ? places : parts)
    .toSorted((left, right) => listAncestors(zones, right.id).size - listAncestors(zones, left.id).size)
    .map(({ id }) => String(id));
}
