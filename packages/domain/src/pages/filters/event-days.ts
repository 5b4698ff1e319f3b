import { addDays, type EventId, type Instant, type LocalDate, type SiteCalendar, toSiteDay } from '../../core/index.ts';
import type { DayRange } from '../../numbers/index.ts';
import { type FilterState, maxRanges, type Timespan } from './filter-state.ts';

/** An event with the selectable days it touches. */
export interface EventDays {
  readonly id: EventId;
  readonly name: string;
  readonly days: DayRange;
}

/**
 * Returns the selectable days of an event; null if there are none. A null `begin` or `end` lies outside the selectable
 * days.
 */
export function getEventDays(
  event: { readonly id: EventId; readonly name: string; readonly begin: Instant | null; readonly end: Instant | null },
  calendar: SiteCalendar,
  selectable: { readonly first: LocalDate; readonly last: LocalDate },
): EventDays | null {
  const begin = event.begin === null ? selectable.first : toSiteDay(calendar, event.begin);
  const end = event.end === null ? selectable.last : toSiteDay(calendar, event.end - 1);
  const from = begin > selectable.first ? begin : selectable.first;
  const last = end < selectable.last ? end : selectable.last;
  return from > last ? null : { id: event.id, name: event.name, days: { from, to: addDays(last, 1) } };
}

/** D04: selecting an event adds its days to custom days, or replaces a preset. */
export function addEvent(state: FilterState, event: EventDays): Pick<FilterState, 'timespan' | 'events'> {
  const before = state.timespan?.kind === 'custom' ? state.timespan.ranges : [];
  const ranges = union([...before, event.days]);
  if (ranges.length > maxRanges) return { timespan: state.timespan, events: state.events };
  const events = [...new Set([...state.events, event.id])].sort((left, right) => left - right);
  return { timespan: { kind: 'custom', ranges }, events };
}

/** Removes an event and its days. Without any days left the timespan is the default again. */
export function removeEvent(
  state: FilterState,
  event: EventDays,
  all: readonly EventDays[],
): Pick<FilterState, 'timespan' | 'events'> {
  const ranges = state.timespan?.kind === 'custom' ? without(state.timespan.ranges, event.days) : [];
  const events = state.events.filter((each) => each !== event.id);
  return changeTimespan({ ...state, events }, ranges.length === 0 ? null : { kind: 'custom', ranges }, all);
}

/** D04: changes the timespan. Events whose days it no longer contains are removed. */
export function changeTimespan(
  state: FilterState,
  timespan: Timespan | null,
  all: readonly EventDays[],
): Pick<FilterState, 'timespan' | 'events'> {
  const ranges = timespan?.kind === 'custom' ? timespan.ranges : [];
  const events = state.events.filter((id) => {
    const event = all.find((each) => each.id === id);
    return event !== undefined && without([event.days], ...ranges).length === 0;
  });
  return { timespan, events };
}

/** Merges overlapping and adjacent ranges, oldest first. */
function union(ranges: readonly DayRange[]): readonly DayRange[] {
  const joined: DayRange[] = [];
  for (const range of ranges.toSorted((left, right) => (left.from < right.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (last && range.from <= last.to)
      joined[joined.length - 1] = { from: last.from, to: last.to > range.to ? last.to : range.to };
    else joined.push(range);
  }
  return joined;
}

/** Subtracts the other ranges. */
function without(ranges: readonly DayRange[], ...others: readonly DayRange[]): readonly DayRange[] {
  return others.reduce<readonly DayRange[]>(
    (left, cut) =>
      left.flatMap((range) => {
        if (cut.to <= range.from || range.to <= cut.from) return [range];
        const before = { from: range.from, to: cut.from };
        const after = { from: cut.to, to: range.to };
        return [before, after].filter(({ from, to }) => from < to);
      }),
    ranges,
  );
}
