import { addDays, type Instant, isLocalDate, type Weekday, type ZoneId } from '@atrium/domain/core';
import { type FilterState, rangesOf, type Timespan, type WidgetGlobalFilter } from '@atrium/domain/dashboards';
import { findZone, type PageFilters } from '@atrium/domain/dashboards/widgets';
import { hoursOfPreset, isTimespanPreset } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';

/** What a custom page's own filters offer, and where they start (D09). */
export interface PageOffers {
  /** The days shown at first; null leaves it to the site. */
  readonly timespan: Timespan | null;
  /** The zones the page is about; null without a zone filter. */
  readonly zoneIds: readonly ZoneId[] | null;
  readonly weekdays: PageFilters['weekdays'];
}

export function offersOf(filters: readonly WidgetGlobalFilter[]): PageOffers {
  const date = filters.find(({ type }) => type === 'date');
  const zone = filters.find(({ type }) => type === 'zone');
  const day = filters.find(({ type }) => type === 'day');
  return {
    timespan: date ? timespanOf(date) : null,
    zoneIds: zone ? ((zone.zoneIds ?? []) as readonly ZoneId[]) : null,
    weekdays: day ? weekdaysOf(day) : null,
  };
}

/** The page's zone filter names zones, and the reader sees none of them: there is no such page for them (F02). */
export function isZoneFilterLost({ zoneIds }: PageOffers, sites: readonly Topology[]): boolean {
  return zoneIds !== null && !zoneIds.some((zoneId) => findZone(sites, zoneId) !== null);
}

/** What the page shows now: what the reader chose, else what the page starts with, else the site's own default. */
export function pageFiltersOf(
  state: FilterState,
  offers: PageOffers,
  of: {
    readonly timespan: Timespan;
    readonly site: Topology;
    readonly sites: readonly Topology[];
    readonly now: Instant;
  },
): PageFilters {
  const offered = offers.zoneIds?.filter((zoneId) => findZone(of.sites, zoneId) !== null) ?? null;
  return {
    ranges: rangesOf(of.timespan, of.site, of.now),
    hours: state.hours === 'all' ? null : hoursOfPreset(state.hours, of.site.openingHours),
    weekdays: offers.weekdays,
    offeredZoneIds: offered,
    zoneId: offered !== null && state.zoneId !== null && findZone(of.sites, state.zoneId) ? state.zoneId : null,
    genders: null,
    engagements: null,
    tags: null,
    compare: state.compare.on ? state.compare.mode : null,
  };
}

function timespanOf({ datePreset, dateBegin, dateEnd, dateFilters = [] }: WidgetGlobalFilter): Timespan | null {
  if (datePreset !== undefined && isTimespanPreset(datePreset)) return { kind: 'preset', preset: datePreset };
  const given = dateFilters.flatMap(({ values }) => values).map((value) => value.split('/'));
  const ranges = given.flatMap(([from, to]) =>
    from !== undefined && to !== undefined && isLocalDate(from) && isLocalDate(to) && from < to ? [{ from, to }] : [],
  );
  if (ranges.length > 0) return { kind: 'custom', ranges };
  if (dateBegin === undefined || dateEnd === undefined || !isLocalDate(dateBegin) || !isLocalDate(dateEnd)) return null;
  return dateBegin <= dateEnd ? { kind: 'custom', ranges: [{ from: dateBegin, to: addDays(dateEnd, 1) }] } : null;
}

function weekdaysOf({ dayFilters = [] }: WidgetGlobalFilter): PageFilters['weekdays'] {
  const names = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  const days = dayFilters
    .flatMap(({ values }) => values)
    .flatMap((value) => {
      const day = /^[1-7]$/.test(value) ? Number(value) : names.indexOf(value.toUpperCase()) + 1;
      return day === 0 ? [] : [day as Weekday];
    });
  return days.length === 0 ? null : { exclude: dayFilters[0]?.operator === 'NOT_IN', days };
}
