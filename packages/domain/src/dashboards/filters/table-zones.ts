import { selfOrDescendants, type Zone } from '../../sites/index.ts';
import type { FilteredSite, ResolvedFilters } from './resolve.ts';

/** Returns all zones inside the chosen one, limited to the chosen tags. */
export function listTableZones(
  { topology }: Pick<FilteredSite, 'topology'>,
  { zone, counted }: Pick<ResolvedFilters, 'zone' | 'counted'>,
): readonly Zone[] {
  if (counted.some((each) => each.id !== zone.id) || counted.length > 1) return counted;
  const inside = selfOrDescendants(topology.zones, [zone.id]);
  return topology.zones.filter((each) => each.id !== zone.id && inside.has(each.id));
}

/** Returns the chosen zone and all zones inside it: a sensor in the hall belongs to the hall itself. */
export function listPartZones(
  site: Pick<FilteredSite, 'topology'>,
  filters: Pick<ResolvedFilters, 'zone' | 'counted'>,
): readonly Zone[] {
  const inside = listTableZones(site, filters);
  return filters.counted.some(({ id }) => inside.some((each) => each.id === id))
    ? inside
    : [...filters.counted, ...inside];
}
