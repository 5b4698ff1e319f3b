import {
  addDays,
  dateAt,
  dayOf,
  type EventId,
  type Instant,
  type LocalDate,
  type Span,
  spanOfDays,
  type TagId,
  weekdayOf,
} from '../../core/index.ts';
import { type DayRange, hourSpans, hoursOfPreset, selectableDays } from '../../measurements/index.ts';
import { openSpans, selfOrDescendants, type Topology, topZones, type Zone } from '../../sites/index.ts';
import { type Progress, progressOf, progressOfPeople } from '../progress.ts';
import { type EventDays, eventDays } from './event-days.ts';
import type { FilterState, Timespan } from './filter-state.ts';
import { defaultTimespan, rangesOf } from './timespan.ts';

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
  const [topZone] = topZones(topology.zones);
  if (!topZone) return null;
  const standard = defaultTimespan(topology, now);
  const timespan = state.timespan ?? standard;
  const ranges = rangesOf(timespan, topology, now);
  const days = ranges.flatMap((range) => daysWithin(range, state, topology));
  const zone = topology.zones.find((each) => each.id === state.zoneId) ?? topZone;
  const selectable = selectableDays(topology, now);
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
      // Events without a begin select no days.
      .filter((event) => event.begin !== null)
      .flatMap((event) => eventDays(event, topology, selectable) ?? [])
      .toSorted((left, right) => (left.days.from < right.days.from ? -1 : 1)),
    today: dayOf(topology, now),
    date: dateAt(topology.timezone, now),
    includesNow: spans.some(holdsNow),
    follows: days.some(holdsNow),
    progress: { people: progressOfPeople(topology, spans, now), meters: progressOf(spans, now) },
    selectable,
  };
}

/** Zones must have the chosen tags of all categories. Ignores tags the site does not have, e.g. of an old link. */
function countedZones(
  { categories }: FilterState,
  zone: Zone,
  { topology, categories: known }: FilteredSite,
): readonly Zone[] {
  const wanted = categories.filter(({ tagId }) => known.some(({ tags }) => tags.some((tag) => tag.id === tagId)));
  if (wanted.length === 0) return [zone];
  const inside = selfOrDescendants(topology.zones, [zone.id]);
  return topology.zones.filter(
    (each) => inside.has(each.id) && wanted.every(({ tagId }) => each.tagIds.includes(tagId)),
  );
}

/** Returns the whole range, or each of its days that matches the day filter. */
function daysWithin(range: DayRange, { day }: FilterState, site: Topology): readonly Span[] {
  if (day === null) return [spanOfDays(site, range.from, range.to)];
  const spans: Span[] = [];
  for (let date = range.from; date < range.to; date = addDays(date, 1))
    if (day.days.includes(weekdayOf(date)) === (day.operator === 'IS'))
      spans.push(spanOfDays(site, date, addDays(date, 1)));
  return spans;
}

function hoursWithin(span: Span, { hours }: FilterState, site: Topology): readonly Span[] {
  if (hours === 'all') return [span];
  const filter = hoursOfPreset(hours, site.openingHours);
  return filter.openingOnly ? openSpans(site, span) : hourSpans(site, span, filter);
}
