import { addDays, type Granularity, type LocalDate, type ZoneId } from '../core/index.ts';
import { type CompareMode, type DayRange, hoursOfPreset, lengthOf } from '../measurements/index.ts';
import type { OpeningHours } from '../sites/index.ts';
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
  readonly openingHours: OpeningHours;
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
export function granularityOf(ranges: readonly DayRange[]): Granularity {
  const days = ranges.reduce((sum, range) => sum + lengthOf(range), 0);
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
    ...(question.hours === 'all' ? {} : { hours: hoursOfPreset(question.hours, question.openingHours) }),
    ...(compare === null ? {} : { compare }),
    ...(groupBy.length === 0 ? {} : { groupBy }),
  });
  const byTime = { type: 'DATE', granularity: width };
  const byZone = { type: 'ZONE_ID' };
  // An empty list would mean every zone, so a zone without zones below it stands for itself.
  const tableZones = tableZoneIds.length > 0 ? tableZoneIds : [zoneId];
  const todayOnly: DayRange = { from: question.today, to: addDays(question.today, 1) };
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
          datesIn([{ from: addDays(question.today, -7 * typicalWeeks), to: question.today }]),
        ],
      },
      groupBy: [{ type: 'DATE', granularity: 3600 }],
    },
    zoneEntries: asked('affluenceIn', tableZones, [byZone]),
    zoneSeries: asked('affluenceIn', tableZones, [byZone, byTime]),
    zoneCapture: asked('captureRate', tableZones, [byZone]),
  };
}

function zonesIn(zones: readonly ZoneId[]) {
  return { criterion: 'ZONES', values: zones.map(String) };
}

function datesIn(ranges: readonly DayRange[]) {
  return { criterion: 'DATE', values: ranges.map(({ from, to }) => `${from}/${to}`) };
}
