import type { InsideValue } from '../../../live/index.ts';
import type { Status } from '../../../ui/icons/index.ts';

/** People inside a whole site; `known` with how full it is where a limit is set (0…1 and above). */
export type InsideNow =
  | { readonly state: 'known'; readonly people: number; readonly share: number | null }
  | { readonly state: 'missing' | 'closed' };

export interface TopZone {
  readonly id: number;
  /** People; null: no limit. */
  readonly limit: number | null;
}

/** Share of the limit from which the mark warns, as in the overview. */
const nearLimit = 0.9;

/**
 * The people inside a site: the sum of its top zones, which share no ground. A zone that does not report makes the sum
 * unknown, because a smaller number would be believed; closed zones hold nobody. null until every zone has been heard of,
 * 'untold' where the server tells the viewer nothing. `heard`: of each zone, in their order.
 */
export function insideOf(
  zones: readonly TopZone[],
  heard: readonly (InsideValue | null)[],
): InsideNow | 'untold' | null {
  if (heard.some((figure) => figure?.state === 'refused')) return 'untold';
  if (zones.length === 0 || heard.some((figure) => figure?.state === 'missing')) return { state: 'missing' };
  if (heard.includes(null)) return null;
  if (heard.every((figure) => figure?.state === 'closed')) return { state: 'closed' };
  const people = heard.reduce((sum, figure) => sum + (figure?.state === 'known' ? (figure.value ?? 0) : 0), 0);
  const limit = zones.every((zone) => zone.limit !== null)
    ? zones.reduce((sum, zone) => sum + (zone.limit ?? 0), 0)
    : null;
  return { state: 'known', people, share: limit === null || limit === 0 ? null : people / limit };
}

/** Outside its hours a site is closed, whoever is still inside: that is no state to be watched. */
export function statusOf(inside: InsideNow, isOpen: boolean): Status {
  if (!isOpen && inside.state !== 'missing') return 'closed';
  if (inside.state === 'known') return inside.share !== null && inside.share >= nearLimit ? 'warning' : 'ok';
  return inside.state === 'missing' ? 'offline' : 'closed';
}
