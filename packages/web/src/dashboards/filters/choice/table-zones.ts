import { selfOrDescendants, type Zone } from '@atrium/domain/sites';
import type { Site } from '../../site/site.ts';
import type { ResolvedFilters } from './resolve.ts';

/** Everything inside the chosen zone, or of it what carries the chosen tags. */
export function tableZones({ topology }: Site, { zone, counted }: ResolvedFilters): readonly Zone[] {
  if (counted.some((each) => each.id !== zone.id) || counted.length > 1) return counted;
  const inside = selfOrDescendants(topology.zones, [zone.id]);
  return topology.zones.filter((each) => each.id !== zone.id && inside.has(each.id));
}
