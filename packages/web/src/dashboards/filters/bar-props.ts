import type { ZoneId } from '@atrium/domain/core';
import type { FilterState, ResolvedFilters, Timespan } from '@atrium/domain/dashboards';
import type { Site } from '../site-page/site.ts';
import type { Filters } from './use-filters.ts';

export interface FilterBarProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly now: number;
  readonly change: Filters['change'];
  /** Whether the page's numbers can be split by descriptors. If not, gender and engagement are not offered. */
  readonly people?: boolean;
}

/** Whether a filter is offered: if the sensors report its descriptor, or if it is set and must be removable. */
export function offersDescriptor(site: Pick<Site, 'told'>, of: 'gender' | 'engagement', { [of]: chosen }: FilterState) {
  return site.told.includes(of) || chosen !== 'all';
}

/** Choosing the top zone, which is the default, removes the zone from the URL. */
export function toZoneChoice(zoneId: ZoneId, { topZone }: ResolvedFilters) {
  return { zoneId: zoneId === topZone.id ? null : zoneId };
}

export interface TimespanControlProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly now: number;
  readonly onChange: (timespan: Timespan) => void;
}
