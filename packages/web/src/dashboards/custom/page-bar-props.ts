import type { ResolvedFilters } from '@atrium/domain/dashboards';
import type { PageOffers } from '@atrium/domain/dashboards/pages';
import type { Filters } from '../filters/use-filters.ts';
import type { Category, Site } from '../site-page/site.ts';
import type { PageZones } from './page-zones.tsx';

export interface PageFilterBarProps {
  readonly filters: ResolvedFilters;
  readonly offers: PageOffers;
  readonly site: Site;
  readonly now: number;
  readonly zones: PageZones | null;
  readonly categories: readonly Category[];
  readonly change: Filters['change'];
  /** Whether the page only shows live data. Then its days cannot be chosen. */
  readonly isLive: boolean;
}
