import { type CountingQueries, countingQuestions, type ResolvedFilters } from '@atrium/domain/dashboards';
import { useMemo } from 'react';
import { type NamedNumbers, useNamedNumbers } from '../../../answers/index.ts';
import type { Site } from '../../site/site.ts';

/** ms between two questions while the days shown are still going on. */
const pollEvery = 60_000;

export interface Counting {
  readonly numbers: NamedNumbers<keyof CountingQueries>;
  /** What they answer. */
  readonly queries: CountingQueries;
}

/** All numbers of the page in one request; again every minute while now is among the days shown. */
export function useCounting(site: Site, filters: ResolvedFilters): Counting {
  const { counted, ranges, state, today } = filters;
  const key = JSON.stringify([
    counted.map((each) => each.id),
    filters.zone.id,
    ranges,
    [state.hours, state.day, state.gender, state.engagement],
    state.compare,
    today,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const { queries, asked } = useMemo(() => countingQuestions(site, filters), [site, key]);
  return { queries, numbers: useNamedNumbers(asked, filters.follows ? pollEvery : null, 'entries') };
}
