import { addDays, type Granularity, granularity, type LocalDate, type ZoneId } from '../../core/index.ts';
import { type CompareMode, countTotalDays, type DayRange, getPresetHours } from '../../numbers/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { findExpectedRanges } from '../expectation.ts';
import type { DayFilter, EngagementChoice, GenderChoice, HourChoice } from '../filters/filter-state.ts';
import { type FilteredSite, listTableZones, type ResolvedFilters } from '../filters/resolve.ts';
import { getTypicalDays, groupByTypicalWeek } from '../typical-week.ts';
import type { AskedQuery } from './asked-query.ts';
import {
  addConditions,
  buildDayConditions,
  buildPeopleConditions,
  buildRangeCondition,
  buildZoneCondition,
  type GroupBy,
} from './question-parts.ts';

export interface CountingQuestion {
  /** Counted as one area at its outer boundary; at least one. */
  readonly zoneIds: readonly ZoneId[];
  readonly day?: DayFilter | null;
  readonly gender?: GenderChoice;
  readonly engagement?: EngagementChoice;
  /** The zones of the table; empty if the zone has no sub-zones. */
  readonly tableZoneIds: readonly ZoneId[];
  readonly ranges: readonly DayRange[];
  readonly hours: HourChoice;
  readonly calendar: OpeningCalendar;
  readonly compare: CompareMode | null;
  readonly today: LocalDate;
}

/** The queries of the counting page's overview, by name, for one request. */
export interface CountingQueries {
  readonly entries: AskedQuery;
  readonly entriesSeries: AskedQuery;
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

/** Returns half-hours for one day, hours for up to three, then days or more, so that bars stay wide enough to hover. */
export function chooseGranularity(ranges: readonly DayRange[]): Granularity {
  const days = countTotalDays(ranges);
  if (days <= 1) return 1800;
  if (days <= 3) return 3600;
  if (days <= 120) return 86_400;
  return days <= 800 ? 604_800 : 2_592_000;
}

export function toCountingQueries(question: CountingQuestion): CountingQueries {
  const { zoneIds, tableZoneIds, compare, calendar, ranges } = question;
  const byTime = { type: 'DATE', granularity: chooseGranularity(ranges) };
  const byZone = { type: 'ZONE_ID' };
  // An empty list would mean every zone, so a zone without sub-zones stands for itself.
  const tableZones = tableZoneIds.length > 0 ? tableZoneIds : zoneIds;
  const today = [{ from: question.today, to: addDays(question.today, 1) }];
  const hours = question.hours === 'all' ? {} : { hours: getPresetHours(question.hours, calendar.openingHours) };
  // Totals compare the buckets known on both sides. Finer buckets lose less to a gap.
  const fine = byTime.granularity < granularity.day ? granularity.quarter : granularity.hour;
  const asked = (metric: string, zones: readonly ZoneId[], days: readonly DayRange[]): AskedQuery => ({
    metric,
    filters: {
      conditions: [buildZoneCondition(zones), buildRangeCondition(days), ...buildPeopleConditions(metric, question)],
    },
  });
  const onDays = buildDayConditions(question.day ?? null);
  const total = (metric: string, zones: readonly ZoneId[]): AskedQuery => ({
    ...addConditions(asked(metric, zones, ranges), onDays),
    granularity: fine,
    ...hours,
    ...(compare === null ? {} : { compare }),
  });
  const course = (
    metric: string,
    zones: readonly ZoneId[],
    days: readonly DayRange[],
    groupBy: GroupBy,
  ): AskedQuery => ({
    // Compared days may be other weekdays, because they are matched by position. So the day filter does not apply to
    // them.
    ...(days === ranges ? addConditions(asked(metric, zones, days), onDays) : asked(metric, zones, days)),
    ...hours,
    groupBy,
  });
  const earlier = (days: readonly DayRange[]) =>
    compare === null ? days : findExpectedRanges(calendar, days, compare);
  const byQuarter: GroupBy = [{ type: 'DATE', granularity: granularity.quarter }];
  return {
    entries: total('affluenceIn', zoneIds),
    // With a comparison, for a hovered or explained bar. The line also shows expected values of future buckets.
    entriesSeries: { ...course('affluenceIn', zoneIds, ranges, [byTime]), ...(compare === null ? {} : { compare }) },
    entriesExpected: course('affluenceIn', zoneIds, earlier(ranges), [byTime]),
    exits: total('affluenceOut', zoneIds),
    exitsSeries: course('affluenceOut', zoneIds, ranges, [byTime]),
    exitsExpected: course('affluenceOut', zoneIds, earlier(ranges), [byTime]),
    insideSeries: { ...asked('inside', zoneIds, today), groupBy: byQuarter },
    insideNow: {
      ...asked('inside', zoneIds, today),
      aggregation: 'LAST',
      ...(compare === null ? {} : { compare }),
    },
    insideExpected: { ...asked('inside', zoneIds, earlier(today)), groupBy: byQuarter },
    capture: total('footfallCaptureRate', zoneIds),
    captureSeries: course('footfallCaptureRate', zoneIds, ranges, [byTime]),
    captureExpected: course('footfallCaptureRate', zoneIds, earlier(ranges), [byTime]),
    dwell: total('dwell', zoneIds),
    dwellSeries: course('dwell', zoneIds, ranges, [byTime]),
    female: total('femaleProportion', zoneIds),
    femaleSeries: course('femaleProportion', zoneIds, ranges, [byTime]),
    goods: total('numberOfGoodsSold', zoneIds),
    goodsSeries: course('numberOfGoodsSold', zoneIds, ranges, [byTime]),
    typicalWeek: groupByTypicalWeek(asked('affluenceIn', zoneIds, [getTypicalDays(question.today)])),
    zoneEntries: { ...total('affluenceIn', tableZones), groupBy: [byZone] },
    zoneSeries: course('affluenceIn', tableZones, ranges, [byZone, byTime]),
    zoneExpected: course('affluenceIn', tableZones, earlier(ranges), [byZone, byTime]),
    zoneCapture: { ...total('captureRate', tableZones), groupBy: [byZone] },
    doors: { ...total('affluenceIn', zoneIds), groupBy: [{ type: 'PASSAGE' }] },
  };
}

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
