import { addDays, type Instant, isLocalDate, type Weekday, type ZoneId } from '@atrium/domain/core';
import {
  type DayFilter,
  type FilterState,
  rangesOf,
  type Timespan,
  type WidgetGlobalFilter,
} from '@atrium/domain/dashboards';
import { findZone, type PageFilters } from '@atrium/domain/dashboards/widgets';
import { hoursOfPreset, isTimespanPreset } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import type { Category, Site } from '../site/site.ts';

/** What a custom page's own filters offer, and where they start (D09). */
export interface PageOffers {
  /** The days shown at first; null leaves it to the site. */
  readonly timespan: Timespan | null;
  /** The zones the page is about; null without a zone filter. */
  readonly zoneIds: readonly ZoneId[] | null;
  /** The days of the week shown at first; null without a filter by them. */
  readonly weekdays: DayFilter | 'all' | null;
  readonly gender: boolean;
  readonly engagement: boolean;
  /** The categories a reader may narrow by; `all` where a filter names none. */
  readonly categoryIds: readonly number[] | 'all';
}

export function offersOf(filters: readonly WidgetGlobalFilter[]): PageOffers {
  const date = filters.find(({ type }) => type === 'date');
  const zone = filters.find(({ type }) => type === 'zone');
  const day = filters.find(({ type }) => type === 'day');
  return {
    timespan: date ? timespanOf(date) : null,
    zoneIds: zone ? ((zone.zoneIds ?? []) as readonly ZoneId[]) : null,
    weekdays: day ? (weekdaysOf(day) ?? 'all') : null,
    gender: filters.some(({ type }) => type === 'gender'),
    engagement: filters.some(({ type }) => type === 'engagement'),
    categoryIds: categoriesIn(filters),
  };
}

function categoriesIn(filters: readonly WidgetGlobalFilter[]): PageOffers['categoryIds'] {
  const own = filters.filter(({ type }) => type === 'category');
  const named = own.flatMap(({ categoryId }) => categoryId ?? []);
  return named.length < own.length ? 'all' : named;
}

/** The categories of the sites' zones that the page lets readers narrow by, each with all of its tags in use. */
export function offeredCategories({ categoryIds }: PageOffers, sites: readonly Site[]): readonly Category[] {
  const all = Map.groupBy(
    sites.flatMap(({ categories }) => categories),
    ({ id }) => id,
  );
  return [...all.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || (categoryIds !== 'all' && !categoryIds.includes(first.id))) return [];
    const tags = new Map(same.flatMap(({ tags }) => tags).map((tag) => [tag.id, tag]));
    return [{ ...first, tags: [...tags.values()] }];
  });
}

/** The days of the week that count: those the reader chose, else those the page starts with. */
export function weekdaysShown(state: FilterState, { weekdays }: PageOffers): DayFilter | null {
  if (weekdays === null) return null;
  return state.day ?? (weekdays === 'all' ? null : weekdays);
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
    readonly categories: readonly Category[];
    readonly now: Instant;
  },
): PageFilters {
  const day = weekdaysShown(state, offers);
  const offered = offers.zoneIds?.filter((zoneId) => findZone(of.sites, zoneId) !== null) ?? null;
  return {
    ranges: rangesOf(of.timespan, of.site, of.now),
    hours: state.hours === 'all' ? null : hoursOfPreset(state.hours, of.site.openingHours),
    weekdays: day === null ? null : { exclude: day.operator === 'IS_NOT', days: day.days },
    offeredZoneIds: offered,
    zoneId: offered !== null && state.zoneId !== null && findZone(of.sites, state.zoneId) ? state.zoneId : null,
    genders: offers.gender && state.gender !== 'all' ? [state.gender] : null,
    engagements: offers.engagement && state.engagement !== 'all' ? [state.engagement] : null,
    // Tags that the page does not offer (of an old link) narrow nothing.
    tags: state.categories.filter(({ categoryId, tagId }) =>
      of.categories.some(({ id, tags }) => id === categoryId && tags.some((tag) => tag.id === tagId)),
    ),
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

function weekdaysOf({ dayFilters = [] }: WidgetGlobalFilter): DayFilter | null {
  const names = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  const days = dayFilters
    .flatMap(({ values }) => values)
    .flatMap((value) => {
      const day = /^[1-7]$/.test(value) ? Number(value) : names.indexOf(value.toUpperCase()) + 1;
      return day === 0 ? [] : [day as Weekday];
    });
  return days.length === 0 ? null : { operator: dayFilters[0]?.operator === 'NOT_IN' ? 'IS_NOT' : 'IS', days };
}
