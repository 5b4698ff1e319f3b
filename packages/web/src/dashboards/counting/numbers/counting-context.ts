import type { CountingQueries, ResolvedFilters } from '@atrium/domain/dashboards';
import type { Site } from '../../site/site.ts';
import type { MoreMeasured } from './counting-model.ts';

export type CountingNumber = 'entries' | 'exits' | 'capture' | 'inside' | 'typicalWeek' | MoreMeasured['name'];

/** What the numbers of the page are explained from. */
export interface CountingContext {
  readonly queries: CountingQueries;
  readonly site: Site;
  readonly filters: ResolvedFilters;
}
