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

/** A site, as far as filters choose among what it has. */
export interface FilteredSite {
  readonly topology: Topology;
  readonly events: readonly {
    readonly id: EventId;
    readonly name: string;
    readonly begin: Instant | null;
    readonly end: Instant | null;
  }[];
  /** Those by which zones can be filtered. */
  readonly categories: readonly { readonly tags: readonly { readonly id: TagId }[] }[];
}

/** The filters with every default filled in for one site and moment. */
export interface ResolvedFilters {
  readonly state: FilterState;
  readonly timespan: Timespan;
  readonly isDefaultTimespan: boolean;
  readonly ranges: readonly DayRange[];
  /** One per range, cut to the chosen days and hours. */
  readonly spans: readonly Span[];
  readonly zone: Zone;
  readonly topZone: Zone;
  /** What is counted as one area: the zone, or those in it that carry the chosen tags. Empty where none does. */
  readonly counted: readonly Zone[];
  /** Whether numbers are asked of some people only; what does not know who came is not shown then. */
  readonly splits: boolean;
  /** The events that touch selectable days, oldest first. */
  readonly events: readonly EventDays[];
  /** The day of the site that is running: past midnight, before its change of day, that of the date before. */
  readonly today: LocalDate;
  /** The date on the site's calendar now. */
  readonly date: LocalDate;
  /** Whether now lies in the days and hours shown: not in a break, nor after a morning. */
  readonly includesNow: boolean;
  /** Whether now lies in the days shown, at any hour: then readings of them may still arrive. */
  readonly follows: boolean;
  /** Of what is shown: of people, who are gone with the last closing, and of what goes on day and night. */
  readonly progress: { readonly people: Progress; readonly meters: Progress };
  readonly selectable: { readonly first: LocalDate; readonly last: LocalDate };
}

/** Null for a site without a zone, which has nothing to filter. An unknown zone of an old link is the top zone. */
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
      // What goes on for ever, or has done so since the beginning, chooses nothing.
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

/** Chosen tags of several categories must all be there. Tags the site does not have (of an old link) are ignored. */
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

/** The whole range, or each of its days that the day filter keeps. */
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
