import { buildCountingQuestions, type CountingQueries, type ResolvedFilters } from '@atrium/domain/dashboards';
import { useMemo } from 'react';
import { type NamedNumbers, useNamedNumbers } from '../../answers/index.ts';
import type { Site } from '../site-page/site.ts';

/** Polling interval in ms while the shown days are running. */
const pollInterval = 60_000;

export interface Counting {
  readonly numbers: NamedNumbers<keyof CountingQueries>;
  /** The queries that the numbers answer. */
  readonly queries: CountingQueries;
}

/** Loads all numbers of the page in one request. Polls every minute while the shown days include now. */
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
  const { queries, asked } = useMemo(() => buildCountingQuestions(site, filters), [site, key]);
  return { queries, numbers: useNamedNumbers(asked, filters.follows ? pollInterval : null, 'entries') };
}
