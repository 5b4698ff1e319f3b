import {
  addDays,
  type EventId,
  getWeekday,
  type Instant,
  instantToDate,
  type LocalDate,
  type Span,
  type TagId,
  toDaysSpan,
  toSiteDay,
  type ZoneId,
} from '../../core/index.ts';
import { type DayRange, findHourSpans, getPresetHours, getSelectableDays } from '../../numbers/index.ts';
import {
  listOpenSpans,
  listOutline,
  listTopZones,
  selfOrDescendants,
  type Topology,
  type Zone,
} from '../../sites/index.ts';
import { getPeopleProgress, getProgress, type Progress } from '../progress.ts';
import { type EventDays, getEventDays } from './event-days.ts';
import type { FilterState, Timespan } from './filter-state.ts';
import { defaultTimespan, resolveRanges } from './timespan.ts';

/** The parts of a site that filters refer to. */
export interface FilteredSite {
  readonly topology: Topology;
  readonly events: readonly {
    readonly id: EventId;
    readonly name: string;
    readonly begin: Instant | null;
    readonly end: Instant | null;
  }[];
  /** The categories that zones can be filtered by. */
  readonly categories: readonly { readonly tags: readonly { readonly id: TagId }[] }[];
}

/** The filters with all defaults resolved for one site and time. */
export interface ResolvedFilters {
  readonly state: FilterState;
  readonly timespan: Timespan;
  readonly isDefaultTimespan: boolean;
  readonly ranges: readonly DayRange[];
  /** One per range, limited to the chosen days and hours. */
  readonly spans: readonly Span[];
  readonly zone: Zone;
  /** Stands for the whole place. With several outermost zones it has the id 0 and is their union. */
  readonly topZone: Zone;
  /** The zones counted as one area: the zone, or those in it with the chosen tags. Empty if none matches. */
  readonly counted: readonly Zone[];
  /** Whether only some people are counted. Numbers without descriptors are then hidden. */
  readonly splits: boolean;
  /** The events that touch selectable days, oldest first. */
  readonly events: readonly EventDays[];
  /** The site's running day. After midnight and before the change of day it is the date before. */
  readonly today: LocalDate;
  /** The current date in the site's time zone. */
  readonly date: LocalDate;
  /** Whether now lies in the shown days and hours. */
  readonly includesNow: boolean;
  /** Whether now lies in the shown days, at any hour. Then readings of them may still arrive. */
  readonly follows: boolean;
  /**
   * Progress of the shown period: for people, who leave by the last closing, and for meters, which run day and night.
   */
  readonly progress: { readonly people: Progress; readonly meters: Progress };
  readonly selectable: { readonly first: LocalDate; readonly last: LocalDate };
}

/** Resolves the filters; null for a site without zones. An unknown zone, e.g. of an old link, becomes the top zone. */
export function resolveFilters(state: FilterState, site: FilteredSite, now: Instant): ResolvedFilters | null {
  const { topology } = site;
  const topZone = findWholeZone(topology);
  if (topZone === null) return null;
  const standard = defaultTimespan(topology, now);
  const timespan = state.timespan ?? standard;
  const ranges = resolveRanges(timespan, topology, now);
  const days = ranges.flatMap((range) => daysWithin(range, state, topology));
  const zone = topology.zones.find((each) => each.id === state.zoneId) ?? topZone;
  const selectable = getSelectableDays(topology, now);
  const spans = days.flatMap((span) => hoursWithin(span, state, topology));
  const holdsNow = (span: Span) => span.from <= now && now < span.to;
  return {
    state,
    timespan,
    isDefaultTimespan: JSON.stringify(timespan) === JSON.stringify(standard),
    ranges,
    spans,
    zone,
    topZone,
    counted: countedZones(state, zone, site),
    splits: state.gender !== 'all' || state.engagement !== 'all',
    events: site.events
      // Events without a start select no days.
      .filter((event) => event.begin !== null)
      .flatMap((event) => getEventDays(event, topology, selectable) ?? [])
      .toSorted((left, right) => (left.days.from < right.days.from ? -1 : 1)),
    today: toSiteDay(topology, now),
    date: instantToDate(topology.timezone, now),
    includesNow: spans.some(holdsNow),
    follows: days.some(holdsNow),
    progress: { people: getPeopleProgress(topology, spans, now), meters: getProgress(spans, now) },
    selectable,
  };
}

/** Returns the zone that stands for the whole place: its outermost one, or the union of several; null without any. */
function findWholeZone({ name, zones }: Topology): Zone | null {
  const [first] = listTopZones(zones);
  const outline = listOutline(zones);
  if (first === undefined || outline.length < 2) return outline[0] ?? first ?? null;
  const limits = outline.map(({ limit }) => limit);
  const limit = limits.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
  return { ...first, id: wholePlace, name, limit };
}

/** Id of the zone that stands for several outermost ones; no stored zone has it. */
const wholePlace = 0 as ZoneId;

/** Returns the zones that a zone consists of: itself, or the outermost zones of the whole place. */
const partsOf = (zone: Zone, { zones }: Topology): readonly Zone[] =>
  zone.id === wholePlace ? listOutline(listTopZones(zones)) : [zone];

/** Zones must have the chosen tags of all categories. Ignores tags the site does not have, e.g. of an old link. */
function countedZones(
  { categories }: FilterState,
  zone: Zone,
  { topology, categories: known }: FilteredSite,
): readonly Zone[] {
  const wanted = categories.filter(({ tagId }) => known.some(({ tags }) => tags.some((tag) => tag.id === tagId)));
  const parts = partsOf(zone, topology);
  if (wanted.length === 0) return parts;
  const inside = selfOrDescendants(
    topology.zones,
    parts.map(({ id }) => id),
  );
  return topology.zones.filter(
    (each) => inside.has(each.id) && wanted.every(({ tagId }) => each.tagIds.includes(tagId)),
  );
}

/** Returns the whole range, or each of its days that matches the day filter. */
function daysWithin(range: DayRange, { day }: FilterState, site: Topology): readonly Span[] {
  if (day === null) return [toDaysSpan(site, range.from, range.to)];
  const spans: Span[] = [];
  for (let date = range.from; date < range.to; date = addDays(date, 1))
    if (day.days.includes(getWeekday(date)) === (day.operator === 'IS'))
      spans.push(toDaysSpan(site, date, addDays(date, 1)));
  return spans;
}

function hoursWithin(span: Span, { hours }: FilterState, site: Topology): readonly Span[] {
  if (hours === 'all') return [span];
  const filter = getPresetHours(hours, site.openingHours);
  return filter.openingOnly ? listOpenSpans(site, span) : findHourSpans(site, span, filter);
}

/** Returns all zones inside the chosen one, limited to the chosen tags. */
export function listTableZones(
  { topology }: Pick<FilteredSite, 'topology'>,
  { zone, counted }: Pick<ResolvedFilters, 'zone' | 'counted'>,
): readonly Zone[] {
  const parts = partsOf(zone, topology);
  const isWhole =
    counted.length === 0 || (counted.length === parts.length && counted.every((each) => parts.includes(each)));
  if (!isWhole) return counted;
  const inside = selfOrDescendants(
    topology.zones,
    parts.map(({ id }) => id),
  );
  return topology.zones.filter((each) => each.id !== zone.id && inside.has(each.id));
}

/** Returns the chosen zone and all zones inside it: a sensor in the hall belongs to the hall itself. */
export function listPartZones(
  site: Pick<FilteredSite, 'topology'>,
  filters: Pick<ResolvedFilters, 'zone' | 'counted'>,
): readonly Zone[] {
  const inside = listTableZones(site, filters);
  return filters.counted.some(({ id }) => inside.some((each) => each.id === id))
    ? inside
    : [...filters.counted, ...inside];
}
