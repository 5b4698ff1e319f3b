import type { InsideTotal } from '../../numbers/live/index.ts';

/** People inside a site, and its state. */
export interface SiteInside {
  readonly inside: InsideTotal;
  readonly isOpen: boolean;
  /** Whether all its counters are silent, so that the last count is outdated. */
  readonly isOffline: boolean;
}

/** Returns the people shown in a site's row. A zero while closed is null: it would look like a day without visitors. */
export function toShownInside({ inside, isOpen, isOffline }: SiteInside): number | null {
  if (isOffline || inside.people === null) return null;
  return !isOpen && inside.people === 0 ? null : inside.people;
}

/** People of all sites, and the number of sites behind the figure. */
export interface InsideAll {
  /** Sum of the rows; null if all are closed or unknown. */
  readonly people: number | null;
  readonly open: number;
  readonly closed: number;
  readonly unknown: number;
}

/** Returns null until every site has reported, because a smaller number would mislead. */
export function sumInsideAll(sites: readonly SiteInside[]): InsideAll | null {
  if (sites.some(({ inside }) => !inside.isHeard)) return null;
  const isUnknown = ({ inside, isOffline }: SiteInside) => isOffline || inside.people === null;
  const known = sites.filter((site) => !isUnknown(site));
  const shown = known.flatMap((site) => toShownInside(site) ?? []);
  const open = known.filter(({ isOpen }) => isOpen).length;
  return {
    people: shown.length === 0 ? null : shown.reduce((sum, people) => sum + people, 0),
    open,
    closed: known.length - open,
    unknown: sites.length - known.length,
  };
}
