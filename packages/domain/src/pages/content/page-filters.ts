import { addDays, type Instant, isLocalDate, type TagId, type Weekday, type ZoneId } from '../../core/index.ts';
import { getPresetHours, isTimespanPreset } from '../../numbers/index.ts';
import type { Topology } from '../../sites/index.ts';
import type { WidgetGlobalFilter } from '../definitions/index.ts';
import type { DayFilter, FilterState, Timespan } from '../filters/filter-state.ts';
import { resolveRanges } from '../filters/timespan.ts';
import { findZone, findZoneSite, type PageFilters } from '../widgets/index.ts';

/** The filters a custom page offers, with their initial values (D09). */
export interface PageOffers {
  /** The types of its filters, in their order. */
  readonly order: readonly WidgetGlobalFilter['type'][];
  /** The initial days; null for the site's default. */
  readonly timespan: Timespan | null;
  /** The zones the page is about; null without a zone filter. */
  readonly zoneIds: readonly ZoneId[] | null;
  /** The weekday filter with its initial days; null without one. */
  readonly day: { readonly start: DayFilter | null } | null;
  readonly gender: boolean;
  readonly engagement: boolean;
  /** The tag categories to choose from; null for all. */
  readonly categoryIds: readonly number[] | null;
}

export function getPageOffers(filters: readonly WidgetGlobalFilter[]): PageOffers {
  const date = filters.find(({ type }) => type === 'date');
  const zone = filters.find(({ type }) => type === 'zone');
  const day = filters.find(({ type }) => type === 'day');
  const categories = filters.filter(({ type }) => type === 'category');
  const inOrder = filters.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0));
  return {
    order: [...new Set(inOrder.map(({ type }) => type))],
    timespan: date ? timespanOf(date) : null,
    zoneIds: zone ? ((zone.zoneIds ?? []) as readonly ZoneId[]) : null,
    day: day ? { start: startOf(day) } : null,
    gender: filters.some(({ type }) => type === 'gender'),
    engagement: filters.some(({ type }) => type === 'engagement'),
    categoryIds: categories.some(({ categoryId }) => categoryId === undefined)
      ? null
      : categories.map(({ categoryId }) => Number(categoryId)),
  };
}

/** Whether all widgets of a page show live data. Then it offers no other days. */
export function isLivePage(definitions: readonly unknown[]): boolean {
  const kindOf = (definition: unknown) => (definition as { readonly kind?: unknown } | null)?.kind;
  return definitions.length > 0 && definitions.every((definition) => kindOf(definition) === 'live');
}

/** The running day. A page of live data ignores the URL's timespan. */
const liveTimespan: Timespan = { kind: 'preset', preset: 'today' };

/** Limits the user's filters to those the page offers and adds its initial values, so that a URL cannot select more. */
export function limitToOffers(state: FilterState, offers: PageOffers, sites: readonly Topology[]): FilterState {
  const { zoneIds, categoryIds } = offers;
  const isTag = (tagId: TagId) => sites.some(({ zones }) => zones.some((zone) => zone.tagIds.includes(tagId)));
  return {
    ...state,
    timespan: state.timespan ?? offers.timespan,
    zoneId: zoneIds !== null && state.zoneId !== null && findZone(sites, state.zoneId) ? state.zoneId : null,
    day: offers.day === null ? null : (state.day ?? offers.day.start),
    gender: offers.gender ? state.gender : 'all',
    engagement: offers.engagement ? state.engagement : 'all',
    categories: state.categories.filter(
      ({ categoryId, tagId }) => (categoryIds === null || categoryIds.includes(categoryId)) && isTag(tagId),
    ),
    events: [],
  };
}

/** Like `limitToOffers`, but a live page always shows the running day. */
export function resolvePageState(
  asked: FilterState,
  offers: PageOffers,
  sites: readonly Topology[],
  isLive: boolean,
): FilterState {
  const offered = limitToOffers(asked, offers, sites);
  return isLive ? { ...offered, timespan: liveTimespan } : offered;
}

/**
 * Whether the page's zone filter only contains zones the user may not see. Then the page does not exist for them (F02).
 */
export function isZoneFilterLost({ zoneIds }: PageOffers, sites: readonly Topology[]): boolean {
  return zoneIds !== null && !zoneIds.some((zoneId) => findZone(sites, zoneId) !== null);
}

/**
 * Returns the site whose time zone and opening hours the page's filters use: the dashboard's own, else that of the
 * shown zone.
 */
export function findPageSite(own: number | null, sites: readonly Topology[], zoneId: number | null): Topology | null {
  const named = sites.find(({ installationId }) => installationId === own);
  return named ?? (zoneId === null ? null : findZoneSite(sites, zoneId)) ?? sites[0] ?? null;
}

/** Returns the filters for the page's widgets. `state` is the result of `limitToOffers`. */
export function buildPageFilters(
  state: FilterState,
  offers: PageOffers,
  of: {
    readonly timespan: Timespan;
    readonly site: Topology;
    readonly sites: readonly Topology[];
    readonly now: Instant;
  },
): PageFilters {
  return {
    ranges: resolveRanges(of.timespan, of.site, of.now),
    hours: state.hours === 'all' ? null : getPresetHours(state.hours, of.site.openingHours),
    weekdays: state.day === null ? null : { exclude: state.day.operator === 'IS_NOT', days: state.day.days },
    offeredZoneIds: offers.zoneIds?.filter((zoneId) => findZone(of.sites, zoneId) !== null) ?? null,
    zoneId: state.zoneId,
    genders: state.gender === 'all' ? null : [state.gender],
    engagements: state.engagement === 'all' ? null : [state.engagement],
    tags: state.categories,
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

/** Selecting all days, or none, filters nothing. */
function startOf({ dayFilters = [] }: WidgetGlobalFilter): DayFilter | null {
  const names = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  const values = new Set(dayFilters.flatMap((filter) => filter.values.map((value) => value.toUpperCase())));
  const days = names.flatMap((name, index) =>
    values.has(name) || values.has(String(index + 1)) ? [(index + 1) as Weekday] : [],
  );
  if (days.length === 0 || days.length === names.length) return null;
  return { operator: dayFilters[0]?.operator === 'NOT_IN' ? 'IS_NOT' : 'IS', days };
}
