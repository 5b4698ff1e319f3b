import { type FilteredSite, listTableZones, type ResolvedFilters } from '../filters/index.ts';
import { type CountingQueries, toCountingQueries } from './counting-queries.ts';

/** The parts of a site that its visitor page needs. */
export interface CountedSite extends Pick<FilteredSite, 'topology'> {
  /** Descriptors that its sensors ever reported, by their names in readings. */
  readonly told: readonly string[];
}

/** Queries that are only sent with a comparison. */
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

/** Returns every query of the page for its filters, and those it sends, in order. */
export function buildCountingQuestions(
  site: CountedSite,
  filters: ResolvedFilters,
): { readonly queries: CountingQueries; readonly asked: Partial<CountingQueries> } {
  const { counted, ranges, state, today } = filters;
  const queries = toCountingQueries({
    zoneIds: counted.map((each) => each.id),
    day: state.day,
    gender: state.gender,
    engagement: state.engagement,
    tableZoneIds: listTableZones(site, filters).map((each) => each.id),
    ranges,
    hours: state.hours,
    calendar: site.topology,
    compare: state.compare.on ? state.compare.mode : null,
    today,
  });
  if (counted.length === 0) return { queries, asked: {} };
  const left = new Set<string>([...(state.compare.on ? [] : comparing), ...(reportsGender(site) ? [] : ofGender)]);
  return { queries, asked: Object.fromEntries(Object.entries(queries).filter(([name]) => !left.has(name))) };
}

/** Whether its counters report gender. */
export function reportsGender({ told }: Pick<CountedSite, 'told'>): boolean {
  return told.includes('gender');
}
