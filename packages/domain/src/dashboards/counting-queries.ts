import { addDays, daysBetween, type Granularity, type LocalDate, type ZoneId } from '../core/index.ts';
import type { CompareMode, DateRange, HourChoice } from './filter-state.ts';

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
  readonly ranges: readonly DateRange[];
  readonly hours: HourChoice;
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
}

/** How many past weeks make a week typical. */
export const typicalWeeks = 8;

/** Half-hours for a day, hours for three, then whole days: a bar stays wide enough to point at. */
export function granularityOf(ranges: readonly DateRange[]): Granularity {
  const days = ranges.reduce((sum, { begin, end }) => sum + daysBetween(begin, end) + 1, 0);
  if (days <= 1) return 1800;
  if (days <= 3) return 3600;
  if (days <= 120) return 86_400;
  return days <= 800 ? 604_800 : 2_592_000;
}

export function toQueries(question: CountingQuestion): CountingQueries {
  const { zoneId, tableZoneIds, compare } = question;
  const width = granularityOf(question.ranges);
  const asked = (metric: string, zones: readonly ZoneId[], groupBy: AskedQuery['groupBy'] = []): AskedQuery => ({
    metric,
    filters: { conditions: [zonesIn(zones), datesIn(question.ranges)] },
    ...hoursOf(question.hours),
    ...(compare === null ? {} : { compare }),
    ...(groupBy.length === 0 ? {} : { groupBy }),
  });
  const byTime = { type: 'DATE', granularity: width };
  const byZone = { type: 'ZONE_ID' };
  // An empty list would mean every zone, so a zone without zones below it stands for itself.
  const tableZones = tableZoneIds.length > 0 ? tableZoneIds : [zoneId];
  const todayOnly: DateRange = { begin: question.today, end: question.today };
  return {
    entries: asked('affluenceIn', [zoneId]),
    entriesSeries: asked('affluenceIn', [zoneId], [byTime]),
    exits: asked('affluenceOut', [zoneId]),
    exitsSeries: asked('affluenceOut', [zoneId], [byTime]),
    insideSeries: {
      metric: 'inside',
      filters: { conditions: [zonesIn([zoneId]), datesIn([todayOnly])] },
      ...(compare === null ? {} : { compare }),
      groupBy: [{ type: 'DATE', granularity: 900 }],
    },
    capture: asked('footfallCaptureRate', [zoneId]),
    captureSeries: asked('footfallCaptureRate', [zoneId], [byTime]),
    typicalWeek: {
      metric: 'affluenceIn',
      filters: {
        conditions: [
          zonesIn([zoneId]),
          datesIn([{ begin: addDays(question.today, -7 * typicalWeeks), end: addDays(question.today, -1) }]),
        ],
      },
      groupBy: [{ type: 'DATE', granularity: 3600 }],
    },
    zoneEntries: asked('affluenceIn', tableZones, [byZone]),
    zoneSeries: asked('affluenceIn', tableZones, [byZone, byTime]),
    zoneCapture: asked('captureRate', tableZones, [byZone]),
  };
}

/** D03: the hour presets; opening hours are the site's own. */
function hoursOf(choice: HourChoice): Pick<AskedQuery, 'hours'> {
  if (choice === 'opening') return { hours: { openingOnly: true } };
  if (choice === 'morning') return { hours: { from: '00:00', to: '12:00' } };
  return choice === 'afternoon' ? { hours: { from: '12:00', to: '24:00' } } : {};
}

function zonesIn(zones: readonly ZoneId[]) {
  return { criterion: 'ZONES', values: zones.map(String) };
}

function datesIn(ranges: readonly DateRange[]) {
  return { criterion: 'DATE', values: ranges.map(({ begin, end }) => `${begin}/${addDays(end, 1)}`) };
}
