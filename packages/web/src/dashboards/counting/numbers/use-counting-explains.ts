import type { CountingQueries } from '@atrium/domain/dashboards';
import { useText } from '../../../i18n/index.ts';
import { type Explains, useExplain } from '../../explain/index.ts';
import type { ResolvedFilters } from '../../filters/choice/resolve.ts';
import type { Site } from '../../site/site.ts';
import type { MoreMeasured } from './counting-model.ts';

export type CountingNumber = 'entries' | 'exits' | 'capture' | 'inside' | 'typicalWeek' | MoreMeasured['name'];

/** What the numbers of the page are explained from. */
export interface CountingGround {
  readonly queries: CountingQueries;
  readonly site: Site;
  readonly filters: ResolvedFilters;
}

/** Lets one of the page's numbers explain itself; what describes it is fetched with the first question. */
export function useCountingExplains(name: CountingNumber, ground: CountingGround): Explains | null {
  const { say, locale } = useText();
  return useExplain(name, (_part, spans) =>
    import('./explained-counting.ts').then(({ explainedOf }) => explainedOf(name, ground, spans, { say, locale })),
  );
}
