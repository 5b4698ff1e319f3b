import { addDays, dayOf, granularity, type Instant, type SiteCalendar, type ZoneId } from '../../core/index.ts';
import { type ComfortMetric, comfortMetrics } from '../../measurements/index.ts';
import { scoreIdOf } from '../comfort.ts';
import type { AskedQuery } from './asked-query.ts';

/** The numbers of all sites' present day, each site's by its top zones, in one request. */
export interface OverviewQueries {
  readonly entries: AskedQuery;
  readonly inside: AskedQuery;
  /** People inside on the four same weekdays before. */
  readonly insideExpected: AskedQuery;
}

/** A site of the overview, as far as it says what is asked of it. */
export interface AskingSite {
  /** The zones in no other; together they are the site. */
  readonly topZoneIds: readonly ZoneId[];
  readonly calendar: SiteCalendar;
  /** Whether it has meters now. */
  readonly hasEnergy: boolean;
}

/** All that the overview asks, each part in a request of its own. */
export interface OverviewQuestions {
  readonly people: OverviewQueries;
  /** Null where no site has meters. */
  readonly energy: AskedQuery | null;
  readonly comfort: Readonly<Record<ComfortMetric, AskedQuery>>;
}

/** In the same words whatever order the sites are listed in; null where there is nothing to ask about. */
export function questionsOfOverview(sites: readonly AskingSite[], now: Instant): OverviewQuestions | null {
  const zonesOf = (some: readonly AskingSite[]) =>
    some.flatMap((site) => site.topZoneIds).sort((one, other) => one - other);
  const [all, metered] = [zonesOf(sites), zonesOf(sites.filter((site) => site.hasEnergy))];
  if (all.length === 0) return null;
  const calendars = sites.map(({ calendar }) => calendar);
  return {
    people: toOverviewQueries(all, calendars, now),
    energy: metered.length === 0 ? null : toOverviewEnergy(metered),
    comfort: toOverviewComfort(all),
  };
}

/** What of it goes in one request: people are looked at first, and wait for nothing else. */
export function requestsOfOverview({ people, energy, comfort }: OverviewQuestions): readonly (readonly AskedQuery[])[] {
  return [Object.values(people), [...(energy === null ? [] : [energy]), ...Object.values(comfort)]];
}

/** What the sites have taken of electricity on their present day so far: asked for by itself, for not all have meters. */
export function toOverviewEnergy(topZoneIds: readonly ZoneId[]): AskedQuery {
  return {
    metric: 'electricityConsumption',
    filters: { conditions: [{ criterion: 'ZONES', values: topZoneIds.map(String) }] },
    compare: 'USUAL',
    granularity: granularity.quarter,
    groupBy: [{ type: 'ZONE_ID' }],
  };
}

/** The scores that make the comfort of all sites: asked for by themselves, for they are dear. */
export function toOverviewComfort(topZoneIds: readonly ZoneId[]): Readonly<Record<ComfortMetric, AskedQuery>> {
  const of = (metric: ComfortMetric) => ({ ...toScoreQuery(metric, topZoneIds), groupBy: [{ type: 'ZONE_ID' }] });
  const queries = comfortMetrics.map((metric) => [metric, of(metric)]);
  return Object.fromEntries(queries) as Record<ComfortMetric, AskedQuery>;
}

/** A score of each site on its present day, over the hours in which it was open. */
export function toScoreQuery(metric: string, topZoneIds: readonly ZoneId[]): AskedQuery {
  return {
    metric: scoreIdOf(metric),
    filters: { conditions: [{ criterion: 'ZONES', values: topZoneIds.map(String) }] },
    hours: { openingOnly: true },
  };
}

/** Half-hours: a row's curve is some 200 px wide. */
export const overviewGrain = 1800;

/** Without dates a question means every site's own present day, whatever its timezone. */
export function toOverviewQueries(
  topZoneIds: readonly ZoneId[],
  calendars: readonly SiteCalendar[],
  now: Instant,
): OverviewQueries {
  const zones = { criterion: 'ZONES', values: topZoneIds.map(String) };
  const byZone = { type: 'ZONE_ID' };
  const byTime = [byZone, { type: 'DATE', granularity: overviewGrain }] as const;
  // East and west of the date line it is not the same day: each week back holds the days of all.
  const days = calendars.map((calendar) => dayOf(calendar, now)).sort();
  const weeks = [7, 14, 21, 28].map(
    (back) => `${addDays(days[0] ?? '', -back)}/${addDays(days.at(-1) ?? '', 1 - back)}`,
  );
  return {
    entries: {
      metric: 'affluenceIn',
      filters: { conditions: [zones] },
      compare: 'USUAL',
      granularity: granularity.quarter,
      groupBy: [byZone],
    },
    inside: { metric: 'inside', filters: { conditions: [zones] }, groupBy: byTime },
    insideExpected: {
      metric: 'inside',
      filters: { conditions: [zones, { criterion: 'DATE', values: weeks }] },
      groupBy: byTime,
    },
  };
}
