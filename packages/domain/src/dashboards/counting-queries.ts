import { addDays, type Granularity, granularity, type LocalDate, type ZoneId } from '../core/index.ts';
import { type CompareMode, type DayRange, hoursOfPreset, lengthOf } from '../measurements/index.ts';
import type { OpeningCalendar } from '../sites/index.ts';
import { expectedRanges } from './expectation.ts';
import type { HourChoice } from './filter-state.ts';

/** A question in the words of the API. */
export interface AskedQuery {
  readonly metric: string;
  readonly filters: {
    readonly conditions: readonly { readonly criterion: string; readonly values: readonly string[] }[];
  };
  readonly granularity?: Granularity;
  readonly hours?: { readonly openingOnly: true } | { readonly from: string; readonly to: string };
  readonly compare?: CompareMode;
  readonly groupBy?: readonly { readonly type: string; readonly granularity?: Granularity }[];
  readonly aggregation?: string;
}

export interface CountingQuestion {
  readonly zoneId: ZoneId;
  /** The zones of the table; empty when the zone has none below it. */
  readonly tableZoneIds: readonly ZoneId[];
  readonly ranges: readonly DayRange[];
  readonly hours: HourChoice;
  readonly calendar: OpeningCalendar;
  readonly compare: CompareMode | null;
  readonly today: LocalDate;
}

/** Every number of the counting page's overview, asked in one request under these names. */
export interface CountingQueries {
  readonly entries: AskedQuery;
  readonly entriesSeries: AskedQuery;
  readonly exits: AskedQuery;
  readonly exitsSeries: AskedQuery;
  readonly insideSeries: AskedQuery;
  readonly capture: AskedQuery;
  readonly captureSeries: AskedQuery;
  readonly typicalWeek: AskedQuery;
  readonly zoneEntries: AskedQuery;
  readonly zoneSeries: AskedQuery;
  readonly zoneCapture: AskedQuery;
  /** The courses of the compared days; without a comparison they repeat what is asked anyway and are left out. */
  readonly entriesExpected: AskedQuery;
  readonly exitsExpected: AskedQuery;
  readonly insideExpected: AskedQuery;
  readonly captureExpected: AskedQuery;
  readonly zoneExpected: AskedQuery;
}

/** How many past weeks make a week typical. */
export const typicalWeeks = 8;

/** Half-hours for a day, hours for three, then whole days: a bar stays wide enough to point at. */
export function granularityOf(ranges: readonly DayRange[]): Granularity {
  const days = ranges.reduce((sum, range) => sum + lengthOf(range), 0);
  if (days <= 1) return 1800;
  if (days <= 3) return 3600;
  if (days <= 120) return 86_400;
  return days <= 800 ? 604_800 : 2_592_000;
}

export function toQueries(question: CountingQuestion): CountingQueries {
  const { zoneId, tableZoneIds, compare, calendar, ranges } = question;
  const byTime = { type: 'DATE', granularity: granularityOf(ranges) };
  const byZone = { type: 'ZONE_ID' };
  // An empty list would mean every zone, so a zone without zones below it stands for itself.
  const tableZones = tableZoneIds.length > 0 ? tableZoneIds : [zoneId];
  const today = [{ from: question.today, to: addDays(question.today, 1) }];
  const past = [{ from: addDays(question.today, -7 * typicalWeeks), to: question.today }];
  const hours = question.hours === 'all' ? {} : { hours: hoursOfPreset(question.hours, calendar.openingHours) };
  // Totals are compared over the stretches known on both sides; the finer these, the less a gap takes with it.
  const fine = byTime.granularity < granularity.day ? granularity.quarter : granularity.hour;
  const total = (metric: string, zones: readonly ZoneId[]): AskedQuery => ({
    ...asked(metric, zones, ranges),
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
    ...asked(metric, zones, days),
    ...hours,
    groupBy,
  });
  const earlier = (days: readonly DayRange[]) => (compare === null ? days : expectedRanges(calendar, days, compare));
  const byQuarter: GroupBy = [{ type: 'DATE', granularity: granularity.quarter }];
  return {
    entries: total('affluenceIn', [zoneId]),
    entriesSeries: course('affluenceIn', [zoneId], ranges, [byTime]),
    entriesExpected: course('affluenceIn', [zoneId], earlier(ranges), [byTime]),
    exits: total('affluenceOut', [zoneId]),
    exitsSeries: course('affluenceOut', [zoneId], ranges, [byTime]),
    exitsExpected: course('affluenceOut', [zoneId], earlier(ranges), [byTime]),
    insideSeries: { ...asked('inside', [zoneId], today), groupBy: byQuarter },
    insideExpected: { ...asked('inside', [zoneId], earlier(today)), groupBy: byQuarter },
    capture: total('footfallCaptureRate', [zoneId]),
    captureSeries: course('footfallCaptureRate', [zoneId], ranges, [byTime]),
    captureExpected: course('footfallCaptureRate', [zoneId], earlier(ranges), [byTime]),
    typicalWeek: {
      ...asked('affluenceIn', [zoneId], past),
      groupBy: [{ type: 'DATE', granularity: granularity.hour }],
    },
    zoneEntries: { ...total('affluenceIn', tableZones), groupBy: [byZone] },
    zoneSeries: course('affluenceIn', tableZones, ranges, [byZone, byTime]),
    zoneExpected: course('affluenceIn', tableZones, earlier(ranges), [byZone, byTime]),
    zoneCapture: { ...total('captureRate', tableZones), groupBy: [byZone] },
  };
}

type GroupBy = NonNullable<AskedQuery['groupBy']>;

function asked(metric: string, zones: readonly ZoneId[], days: readonly DayRange[]): AskedQuery {
  return { metric, filters: { conditions: [zonesIn(zones), datesIn(days)] } };
}

function zonesIn(zones: readonly ZoneId[]) {
  return { criterion: 'ZONES', values: zones.map(String) };
}

function datesIn(ranges: readonly DayRange[]) {
  return { criterion: 'DATE', values: ranges.map(({ from, to }) => `${from}/${to}`) };
}
