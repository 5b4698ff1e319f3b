import type { InsideValue } from '../../numbers/live/index.ts';
import type { Status } from '../../ui/icons/index.ts';

/** People inside a whole site. With a limit, `share` is the used part of it (0…1 and above). */
export type InsideNow =
  | { readonly state: 'known'; readonly people: number; readonly share: number | null }
  | { readonly state: 'missing' | 'closed' };

export interface TopZone {
  readonly id: number;
  /** People; null means no limit. */
  readonly limit: number | null;
}

/** Share of the limit at which the status turns to warning, as in the overview. */
const nearLimit = 0.9;

/**
 * Sums the people inside a site over its top zones, which do not overlap. A zone that does not report makes the sum
 * unknown, because a smaller number would mislead. Closed zones count as empty. Returns null until every zone has
 * reported, and 'untold' if the server refuses the viewer. `heard` has one value per zone, in the same order.
 */
export function sumInside(
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

/** Outside its hours a site is closed, even with people inside. */
export function toStatus(inside: InsideNow, isOpen: boolean): Status {
  if (!isOpen && inside.state !== 'missing') return 'closed';
  if (inside.state === 'known') return inside.share !== null && inside.share >= nearLimit ? 'warning' : 'ok';
  return inside.state === 'missing' ? 'offline' : 'closed';
}
