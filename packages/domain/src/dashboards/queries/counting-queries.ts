import { addDays, type Granularity, granularity, type LocalDate, type ZoneId } from '../../core/index.ts';
import { type CompareMode, type DayRange, daysOf, hoursOfPreset } from '../../measurements/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { expectedRanges } from '../expectation.ts';
import type { DayFilter, EngagementChoice, GenderChoice, HourChoice } from '../filters/index.ts';
import { byTypicalWeek, typicalDays } from '../typical-week.ts';
import type { AskedQuery } from './asked-query.ts';
import { datesIn, daysIn, type GroupBy, narrowed, peopleIn, zonesIn } from './question-parts.ts';

export interface CountingQuestion {
  /** Counted as one area, at its own boundary; at least one. */
  readonly zoneIds: readonly ZoneId[];
  readonly day?: DayFilter | null;
  readonly gender?: GenderChoice;
  readonly engagement?: EngagementChoice;
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
  /** People inside as of the last reading, beside who is then usually. */
  readonly insideNow: AskedQuery;
  readonly capture: AskedQuery;
  readonly captureSeries: AskedQuery;
  readonly typicalWeek: AskedQuery;
  readonly zoneEntries: AskedQuery;
  readonly zoneSeries: AskedQuery;
  readonly zoneCapture: AskedQuery;
  /** Of those who came: how long they stayed, who they were, and what they bought. Asked of everybody. */
  readonly dwell: AskedQuery;
  readonly dwellSeries: AskedQuery;
  readonly female: AskedQuery;
  readonly femaleSeries: AskedQuery;
  readonly goods: AskedQuery;
  readonly goodsSeries: AskedQuery;
  /** Entries by the doors of the counted area, which together are its entries. */
  readonly doors: AskedQuery;
  /** The courses of the compared days; without a comparison they repeat what is asked anyway and are left out. */
  readonly entriesExpected: AskedQuery;
  readonly exitsExpected: AskedQuery;
  readonly insideExpected: AskedQuery;
  readonly captureExpected: AskedQuery;
  readonly zoneExpected: AskedQuery;
}

/** Half-hours for a day, hours for three, then whole days: a bar stays wide enough to point at. */
export function granularityOf(ranges: readonly DayRange[]): Granularity {
  const days = daysOf(ranges);
  if (days <= 1) return 1800;
  if (days <= 3) return 3600;
  if (days <= 120) return 86_400;
  return days <= 800 ? 604_800 : 2_592_000;
}

export function toQueries(question: CountingQuestion): CountingQueries {
  const { zoneIds, tableZoneIds, compare, calendar, ranges } = question;
  const byTime = { type: 'DATE', granularity: granularityOf(ranges) };
  const byZone = { type: 'ZONE_ID' };
  // An empty list would mean every zone, so a zone without zones below it stands for itself.
  const tableZones = tableZoneIds.length > 0 ? tableZoneIds : zoneIds;
  const today = [{ from: question.today, to: addDays(question.today, 1) }];
  const hours = question.hours === 'all' ? {} : { hours: hoursOfPreset(question.hours, calendar.openingHours) };
  // Totals are compared over the stretches known on both sides; the finer these, the less a gap takes with it.
  const fine = byTime.granularity < granularity.day ? granularity.quarter : granularity.hour;
  const asked = (metric: string, zones: readonly ZoneId[], days: readonly DayRange[]): AskedQuery => ({
    metric,
    filters: { conditions: [zonesIn(zones), datesIn(days), ...peopleIn(metric, question)] },
  });
  const onDays = daysIn(question.day ?? null);
  const total = (metric: string, zones: readonly ZoneId[]): AskedQuery => ({
    ...narrowed(asked(metric, zones, ranges), onDays),
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
    // The compared days are other weekdays where the period before is compared: they are looked up by place, not by day.
    ...(days === ranges ? narrowed(asked(metric, zones, days), onDays) : asked(metric, zones, days)),
    ...hours,
    groupBy,
  });
  const earlier = (days: readonly DayRange[]) => (compare === null ? days : expectedRanges(calendar, days, compare));
  const byQuarter: GroupBy = [{ type: 'DATE', granularity: granularity.quarter }];
  return {
    entries: total('affluenceIn', zoneIds),
    // What a bar is set against when it is pointed at or explained; its line also says what to expect of time to come.
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
    typicalWeek: byTypicalWeek(asked('affluenceIn', zoneIds, [typicalDays(question.today)])),
    zoneEntries: { ...total('affluenceIn', tableZones), groupBy: [byZone] },
    zoneSeries: course('affluenceIn', tableZones, ranges, [byZone, byTime]),
    zoneExpected: course('affluenceIn', tableZones, earlier(ranges), [byZone, byTime]),
    zoneCapture: { ...total('captureRate', tableZones), groupBy: [byZone] },
    doors: { ...total('affluenceIn', zoneIds), groupBy: [{ type: 'PASSAGE' }] },
  };
}
