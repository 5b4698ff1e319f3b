import type { CountingQueries, ResolvedFilters } from '@atrium/domain/dashboards';
import type { Site } from '../site-page/site.ts';
import type { MoreMeasured } from './counting-model.ts';

export type CountingNumber = 'entries' | 'exits' | 'capture' | 'inside' | 'typicalWeek' | MoreMeasured['name'];

/** Input of the page's explanations. */
export interface CountingContext {
  readonly queries: CountingQueries;
  readonly site: Site;
  readonly filters: ResolvedFilters;
}
