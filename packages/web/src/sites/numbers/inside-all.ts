import type { InsideTotal } from '../../live/index.ts';

/** What is known of a site whose people are counted. */
export interface SiteInside {
  readonly inside: InsideTotal;
  readonly isOpen: boolean;
  /** Nothing is heard of it any more: what was last counted is not now. */
  readonly isOffline: boolean;
}

/** The people of one site as its row shows them. Nobody in a closed site is no figure: it would look like a day without visitors. */
export function shownInside({ inside, isOpen, isOffline }: SiteInside): number | null {
  if (isOffline || inside.people === null) return null;
  return !isOpen && inside.people === 0 ? null : inside.people;
}

/** The people of all sites, and how many of the sites stand behind the figure. */
export interface InsideAll {
  /** The sum of the rows; null where all of them are closed or unknown. */
  readonly people: number | null;
  readonly open: number;
  readonly closed: number;
  readonly unknown: number;
}

/** Null while any site has not been heard of: a smaller number would be believed. */
export function insideAll(sites: readonly SiteInside[]): InsideAll | null {
  if (sites.some(({ inside }) => !inside.isHeard)) return null;
  const isUnknown = ({ inside, isOffline }: SiteInside) => isOffline || inside.people === null;
  const known = sites.filter((site) => !isUnknown(site));
  const shown = known.flatMap((site) => shownInside(site) ?? []);
  const open = known.filter(({ isOpen }) => isOpen).length;
  return {
    people: shown.length === 0 ? null : shown.reduce((sum, people) => sum + people, 0),
    open,
    closed: known.length - open,
    unknown: sites.length - known.length,
  };
}
