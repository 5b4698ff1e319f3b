import { type FilteredSite, type ResolvedFilters, tableZones } from '../filters/index.ts';
import { type CountingQueries, toQueries } from './counting-queries.ts';

/** A site as the page of its visitors knows it: which of its zones are shown, and what is told of who came. */
export interface CountedSite extends Pick<FilteredSite, 'topology'> {
  /** What its sensors ever told of whom they count, by the names that readings carry. */
  readonly told: readonly string[];
}

/** What nobody asks without a comparison. */
const comparing: readonly (keyof CountingQueries)[] = [
  'insideNow',
  'doors',
  'entriesExpected',
  'exitsExpected',
  'insideExpected',
  'captureExpected',
  'zoneExpected',
];
const ofGender: readonly (keyof CountingQueries)[] = ['female', 'femaleSeries'];

/** Every question of the page under a choice of filters, and those of them it asks, in the order in which it does. */
export function countingQuestions(
  site: CountedSite,
  filters: ResolvedFilters,
): { readonly queries: CountingQueries; readonly asked: Partial<CountingQueries> } {
  const { counted, ranges, state, today } = filters;
  const queries = toQueries({
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
  });
  if (counted.length === 0) return { queries, asked: {} };
  const left = new Set<string>([...(state.compare.on ? [] : comparing), ...(tellsGender(site) ? [] : ofGender)]);
  return { queries, asked: Object.fromEntries(Object.entries(queries).filter(([name]) => !left.has(name))) };
}

/** Whether its doors tell women from men. */
export function tellsGender({ told }: Pick<CountedSite, 'told'>): boolean {
  return told.includes('gender');
}
