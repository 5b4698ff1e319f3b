import type { ZoneId } from '@atrium/domain/core';
import type { FilterState, ResolvedFilters, Timespan } from '@atrium/domain/dashboards';
import type { Site } from '../../site/site.ts';
import type { Filters } from './use-filters.ts';

export interface FilterBarProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly now: number;
  readonly change: Filters['change'];
  /** Whether the page's numbers know who came; where they do not, gender and engagement are not offered. */
  readonly people?: boolean;
}

/** Whether a filter is offered: where sensors tell what it asks, and where it is set, so that it can be taken away. */
export function offersPeople(site: Pick<Site, 'told'>, of: 'gender' | 'engagement', { [of]: chosen }: FilterState) {
  return site.told.includes(of) || chosen !== 'all';
}

/** The top zone is the default, so choosing it leaves nothing in the address. */
export function zoneChoice(zoneId: ZoneId, { topZone }: ResolvedFilters) {
  return { zoneId: zoneId === topZone.id ? null : zoneId };
}

export interface TimespanControlProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly now: number;
  readonly onChange: (timespan: Timespan) => void;
}
