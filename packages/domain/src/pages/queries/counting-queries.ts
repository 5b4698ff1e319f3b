import { addDays, granularity, type ZoneId } from '../../core/index.ts';
import { type FilteredSite, listTableZones, type ResolvedFilters } from '../filters/resolve.ts';
import type { AskedQuery } from './asked-query.ts';
import { createPageQueries, type GroupBy, type PageQuestion } from './question-parts.ts';

export interface CountingQuestion extends Omit<PageQuestion, 'isWhileOpen'> {
  /** Counted as one area at its outer boundary; at least one. */
  readonly zoneIds: readonly ZoneId[];
  /** The zones of the table; empty if the zone has no sub-zones. */
  readonly tableZoneIds: readonly ZoneId[];
}

/** The queries of the counting page's overview, by name, for one request. */
export interface CountingQueries {
  readonly entries: AskedQuery;
  readonly entriesSeries: AskedQuery;
  /** Entries of the running day, with what is expected of all of it. */
  readonly entriesDay: AskedQuery;
  readonly exits: AskedQuery;
  readonly exitsSeries: AskedQuery;
  readonly insideSeries: AskedQuery;
  /** People inside at the last reading, with the usual number at that time. */
  readonly insideNow: AskedQuery;
  readonly capture: AskedQuery;
  readonly captureSeries: AskedQuery;
  readonly typicalWeek: AskedQuery;
  readonly zoneEntries: AskedQuery;
  readonly zoneSeries: AskedQuery;
  readonly zoneCapture: AskedQuery;
  /** Dwell time, gender and goods sold, without descriptor filters. */
  readonly dwell: AskedQuery;
  readonly dwellSeries: AskedQuery;
  readonly female: AskedQuery;
  readonly femaleSeries: AskedQuery;
  readonly goods: AskedQuery;
  readonly goodsSeries: AskedQuery;
  /** Entries by door of the counted area. Together they are its entries. */
  readonly doors: AskedQuery;
  /** Time series of the compared days. Not sent without a comparison, because they would repeat other queries. */
  readonly entriesExpected: AskedQuery;
  readonly exitsExpected: AskedQuery;
  readonly insideExpected: AskedQuery;
  readonly captureExpected: AskedQuery;
  readonly zoneExpected: AskedQuery;
}

export function toCountingQueries(question: CountingQuestion): CountingQueries {
  const { zoneIds, tableZoneIds } = question;
  const { byTime, compared, during, earlier, total, course, expected, week } = createPageQueries(question);
  const byZone = { type: 'ZONE_ID' };
  // An empty list would mean every zone, so a zone without sub-zones stands for itself.
  const tableZones = tableZoneIds.length > 0 ? tableZoneIds : zoneIds;
  const today = [{ from: question.today, to: addDays(question.today, 1) }];
  const byQuarter: GroupBy = [{ type: 'DATE', granularity: granularity.quarter }];
  const courseOf = (metric: string) => course(metric, zoneIds, [byTime]);
  const expectedOf = (metric: string) => expected(metric, zoneIds, [byTime]);
  return {
    entries: total('affluenceIn', zoneIds),
    // With a comparison, for a hovered or explained bar. The line also shows expected values of future buckets.
    entriesSeries: { ...courseOf('affluenceIn'), ...compared },
    entriesExpected: expectedOf('affluenceIn'),
    entriesDay: {
      ...during('affluenceIn', zoneIds, today),
      ...compared,
      groupBy: [{ type: 'DATE', granularity: granularity.day }],
    },
    exits: total('affluenceOut', zoneIds),
    exitsSeries: courseOf('affluenceOut'),
    exitsExpected: expectedOf('affluenceOut'),
    insideSeries: {
      ...during('inside', zoneIds, today),
      ...(question.compare === 'EXPECTED' ? compared : {}),
      groupBy: byQuarter,
    },
    insideNow: { ...during('inside', zoneIds, today), aggregation: 'LAST', ...compared },
    insideExpected: { ...during('inside', zoneIds, earlier(today)), groupBy: byQuarter },
    capture: total('footfallCaptureRate', zoneIds),
    captureSeries: courseOf('footfallCaptureRate'),
    captureExpected: expectedOf('footfallCaptureRate'),
    dwell: total('dwell', zoneIds),
    dwellSeries: courseOf('dwell'),
    female: total('femaleProportion', zoneIds),
    femaleSeries: courseOf('femaleProportion'),
    goods: total('numberOfGoodsSold', zoneIds),
    goodsSeries: courseOf('numberOfGoodsSold'),
    typicalWeek: week('affluenceIn', zoneIds),
    zoneEntries: { ...total('affluenceIn', tableZones), groupBy: [byZone] },
    zoneSeries: course('affluenceIn', tableZones, [byZone, byTime]),
    zoneExpected: expected('affluenceIn', tableZones, [byZone, byTime]),
    zoneCapture: { ...total('captureRate', tableZones), groupBy: [byZone] },
    doors: { ...total('affluenceIn', zoneIds), groupBy: [{ type: 'PASSAGE' }] },
  };
}

/** The parts of a site that its visitor page needs. */
export interface CountedSite extends Pick<FilteredSite, 'topology'> {
  /** Descriptors that its sensors ever reported, by their names in readings. */
  readonly told: readonly string[];
}

/** Whether its counters report gender. */
export function reportsGender({ told }: Pick<CountedSite, 'told'>): boolean {
  return told.includes('gender');
}

/** Queries that are only sent with a comparison. */
const comparing: readonly (keyof CountingQueries)[] = ['insideNow', 'doors'];
/** Queries for the days that are compared with. Expected values come with the numbers themselves. */
const comparedDays: readonly (keyof CountingQueries)[] = [
  'entriesExpected',
  'exitsExpected',
  'insideExpected',
  'captureExpected',
  'zoneExpected',
];
const ofGender: readonly (keyof CountingQueries)[] = ['female', 'femaleSeries'];

/** Whether all of the running day is shown, and nothing else. */
function isRunningDay({ ranges: [range, ...more], state, today, progress, splits }: ResolvedFilters): boolean {
  const isToday = range?.from === today && range.to === today && more.length === 0;
  return isToday && progress.people === 'running' && state.hours === 'all' && state.day === null && !splits;
}

/** Returns every query of the page for its filters, and those it sends of `asks`, the questions of its cards. */
export function buildCountingQuestions(
  site: CountedSite,
  filters: ResolvedFilters,
  asks: ReadonlySet<string>,
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
  const isExpected = state.compare.on && state.compare.mode === 'EXPECTED';
  const left = new Set<string>([
    ...(isExpected && isRunningDay(filters) ? [] : ['entriesDay']),
    ...(state.compare.on ? [] : comparing),
    ...(state.compare.on && state.compare.mode !== 'EXPECTED' ? [] : comparedDays),
    ...(reportsGender(site) ? [] : ofGender),
  ]);
  const isAsked = (name: string) => asks.has(name) && !left.has(name);
  return { queries, asked: Object.fromEntries(Object.entries(queries).filter(([name]) => isAsked(name))) };
}
