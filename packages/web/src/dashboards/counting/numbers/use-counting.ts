import { type CountingQueries, toQueries } from '@atrium/domain/dashboards';
import { useMemo } from 'react';
import { type NamedNumbers, useNamedNumbers } from '../../../answers/index.ts';
import type { ResolvedFilters } from '../../filters/choice/resolve.ts';
import { tableZones } from '../../filters/choice/table-zones.ts';
import type { Site } from '../../site/site.ts';
import { tellsGender } from './counting-model.ts';

/** ms between two questions while the days shown are still going on. */
const pollEvery = 60_000;

export interface Counting {
  readonly numbers: NamedNumbers<keyof CountingQueries>;
  /** What they answer. */
  readonly queries: CountingQueries;
}

/** What nobody asks without a comparison. */
const comparing = [
  'insideNow',
  'doors',
  'entriesExpected',
  'exitsExpected',
  'insideExpected',
  'captureExpected',
  'zoneExpected',
];
const ofGender = ['female', 'femaleSeries'];

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
  const queries = useMemo(
    () =>
      toQueries({
        zoneIds: counted.map((each) => each.id),
        day: state.day,
        gender: state.gender,
        engagement: state.engagement,
        tableZoneIds: tableZones(site, filters).map((each) => each.id),
        ranges,
        hours: state.hours,
        calendar: site.topology,
        compare: state.compare.on ? state.compare.mode : null,
        today,
      }),
    [site, key],
  );
  const isNobodys = counted.length === 0;
  const asked = useMemo(() => {
    if (isNobodys) return {};
    const left = new Set([...(state.compare.on ? [] : comparing), ...(tellsGender(site) ? [] : ofGender)]);
    return Object.fromEntries(Object.entries(queries).filter(([name]) => !left.has(name))) as Partial<CountingQueries>;
  }, [queries, isNobodys, state.compare.on, site]);
  return { queries, numbers: useNamedNumbers(asked, filters.follows ? pollEvery : null, 'entries') };
}
