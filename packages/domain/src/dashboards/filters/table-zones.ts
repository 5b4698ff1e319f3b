import { selfOrDescendants, type Zone } from '../../sites/index.ts';
import type { FilteredSite, ResolvedFilters } from './resolve.ts';

/** Everything inside the chosen zone, or of it what carries the chosen tags. */
export function tableZones(
  { topology }: Pick<FilteredSite, 'topology'>,
  { zone, counted }: Pick<ResolvedFilters, 'zone' | 'counted'>,
): readonly Zone[] {
  if (counted.some((each) => each.id !== zone.id) || counted.length > 1) return counted;
  const inside = selfOrDescendants(topology.zones, [zone.id]);
  return topology.zones.filter((each) => each.id !== zone.id && inside.has(each.id));
}
