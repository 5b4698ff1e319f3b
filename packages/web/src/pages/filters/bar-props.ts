import type { FilterState, ResolvedFilters, Timespan } from '@atrium/domain/pages';
import type { Zone } from '@atrium/domain/sites';
import type { Category, Site } from '../site-page/site.ts';
import type { Filters } from './use-filters.ts';

/** The zones to choose from. */
export interface ZoneOffer {
  readonly zones: readonly Zone[];
  readonly chosen: Zone;
  /** Means no choice: everything that the page covers. */
  readonly whole: Zone;
}

/** The filters that a page offers besides the timespan, the comparison and the hours. */
export interface FilterOffers {
  /** Those with a control in the bar, in order. Other types are ignored. */
  readonly order: readonly string[];
  readonly zones: ZoneOffer | null;
  readonly categories: readonly Category[];
  readonly engagement: boolean;
  /** Whether days may be chosen by event. */
  readonly events: boolean;
  /** Whether the page only shows live data. Then its days cannot be chosen. */
  readonly isLive: boolean;
}

export interface FilterBarProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly now: number;
  readonly change: Filters['change'];
  readonly offers: FilterOffers;
}

/** Returns what a site's page offers. Gender and engagement are not offered if its numbers cannot be split by them. */
export function getSiteOffers({ topology, categories }: Site, filters: ResolvedFilters, people: boolean): FilterOffers {
  return {
    order: people ? ['zone', 'day', 'gender'] : ['zone', 'day'],
    zones: { zones: offeredZones(topology.zones, filters.topZone), chosen: filters.zone, whole: filters.topZone },
    categories,
    engagement: people,
    events: true,
    isLive: false,
  };
}

/** Adds the whole place where several outermost zones make it up. */
const offeredZones = (zones: readonly Zone[], whole: Zone) =>
  zones.some(({ id }) => id === whole.id) ? zones : [{ ...whole, order: Number.NEGATIVE_INFINITY }, ...zones];

/** Whether a filter is offered: if the sensors report its descriptor, or if it is set and must be removable. */
export function offersDescriptor(site: Pick<Site, 'told'>, of: 'gender' | 'engagement', { [of]: chosen }: FilterState) {
  return site.told.includes(of) || chosen !== 'all';
}

/** Choosing the whole, which is the default, removes the zone from the URL. */
export const toZoneChoice = (zoneId: Zone['id'], { whole }: ZoneOffer): Pick<FilterState, 'zoneId'> => ({
  zoneId: zoneId === whole.id ? null : zoneId,
});

export interface TimespanControlProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly now: number;
  readonly onChange: (timespan: Timespan) => void;
}
