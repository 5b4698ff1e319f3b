import {
  err,
  type Failure,
  failure,
  formatTimeOfDay,
  ok,
  parseTimeOfDay,
  type Result,
  type Weekday,
} from '../core/index.ts';

/** Opening hours in the form of a site file: `{ "mon-fri": ["05:00-24:00"], "sat,sun": ["06:00-02:00"] }`. */
export type OpeningWeek = Readonly<Record<string, readonly string[]>>;

/** Names of weekdays in site files, Monday first. */
export const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const minutesPerDay = 1440;
const minutesPerWeek = 7 * minutesPerDay;

/** An opening: its weekday, the minutes since that midnight, and its length in minutes (1…10 080). */
export interface Opening {
  readonly day: Weekday;
  readonly begin: number;
  readonly length: number;
}

/** Converts a span. This is the only place that interprets a span's end relative to its start. */
export function toOpening(span: OpeningSpan): Opening {
  const [day, hour, minute] = span.begin;
  const begin = (day - 1) * minutesPerDay + hour * 60 + minute;
  const end = (span.end[0] - 1) * minutesPerDay + span.end[1] * 60 + span.end[2];
  const wrap = span.end[0] === day ? minutesPerDay : minutesPerWeek;
  return { day, begin: hour * 60 + minute, length: end > begin ? end - begin : end - begin + wrap };
}

/**
 * Parses a site file's opening hours. No keys mean always open; a day that is absent or has an empty list is closed.
 * Refuses unknown days, repeated days, invalid times, overlapping openings, and a week without any opening.
 */
export function parseOpeningWeek(week: OpeningWeek, reset = false): Result<OpeningHours, Failure> {
  const spans: OpeningSpan[] = [];
  const seen = new Set<Weekday>();
  for (const [key, texts] of Object.entries(week)) {
    const days = parseDays(key);
    if (days === null) return refused(`${key} is no weekday (mon, mon-fri, sat,sun)`);
    for (const day of days) {
      if (seen.has(day)) return refused(`${dayNames[day - 1]} is given twice`);
      seen.add(day);
      for (const text of texts) {
        const span = parseSpan(day, text);
        if (span === null) return refused(`${text} is no pair of times (HH:mm-HH:mm)`);
        spans.push(span);
      }
    }
  }
  if (seen.size > 0 && spans.length === 0) return refused('A site that never opens has no hours to give');
  const sorted = spans.sort((left, right) => weekMinute(left) - weekMinute(right));
  if (overlaps(sorted)) return refused('Openings overlap');
  return ok({ spans: sorted, reset });
}

/** Formats opening hours for a site file: consecutive days with the same hours share a line. */
export function formatOpeningWeek(hours: OpeningHours): OpeningWeek {
  const byDay = formatOpeningDays(hours);
  const week: Record<string, readonly string[]> = {};
  for (let first = 0; first < 7; ) {
    let last = first;
    while (last < 6 && byDay[last + 1]?.join() === byDay[first]?.join()) last++;
    const key = first === last ? dayNames[first] : `${dayNames[first]}-${dayNames[last]}`;
    if (byDay[first]?.length) week[key as string] = byDay[first] ?? [];
    first = last + 1;
  }
  return week;
}

/** Returns the openings of each day in the form of a site file, Monday first. */
export function formatOpeningDays(hours: OpeningHours): readonly (readonly string[])[] {
  const byDay = dayNames.map((): string[] => []);
  for (const span of [...hours.spans].sort((left, right) => weekMinute(left) - weekMinute(right))) {
    for (const piece of pieces(toOpening(span))) byDay[piece.day - 1]?.push(writePiece(piece));
  }
  return byDay;
}

/** Returns the site file's name for a weekday, 1 is Monday. */
export const getDayName = (day: Weekday): string => dayNames[day - 1] ?? '';

/** Splits openings longer than 24 h by day, since a pair of times can't express them. */
function pieces({ day, begin, length }: Opening): Opening[] {
  if (length <= minutesPerDay) return [{ day, begin, length }];
  const today = minutesPerDay - begin;
  return [{ day, begin, length: today }, ...pieces({ day: nextDay(day), begin: 0, length: length - today })];
}

function writePiece({ begin, length }: Opening): string {
  const end = begin + length;
  return `${formatTimeOfDay(begin)}-${formatTimeOfDay(end <= minutesPerDay ? end : end - minutesPerDay)}`;
}

function parseDays(key: string): Weekday[] | null {
  const days: Weekday[] = [];
  for (const part of key
    .trim()
    .toLowerCase()
    .split(/\s*,\s*/)) {
    const [first = -1, last = first, ...rest] = part.split('-').map((name) => dayNames.indexOf(name.trim() as 'mon'));
    if (first < 0 || last < 0 || rest.length > 0) return null;
    // A range may wrap around the week: sat-mon.
    for (let day = first; ; day = (day + 1) % 7) {
      days.push((day + 1) as Weekday);
      if (day === last) break;
    }
  }
  return days;
}

function parseSpan(day: Weekday, text: string): OpeningSpan | null {
  const [from = '', to = '', ...rest] = text.split(/\s*[-–]\s*/);
  const begin = parseTimeOfDay(from.trim());
  const end = parseTimeOfDay(to.trim());
  if (begin === null || end === null || begin === minutesPerDay || rest.length > 0) return null;
  const endDay = end <= begin || end === minutesPerDay ? nextDay(day) : day;
  const endMinute = end % minutesPerDay;
  return {
    begin: [day, Math.floor(begin / 60), begin % 60],
    end: [endDay, Math.floor(endMinute / 60), endMinute % 60],
  };
}

function overlaps(sorted: readonly OpeningSpan[]): boolean {
  return sorted.some((span, index) => {
    const next = sorted[(index + 1) % sorted.length] as OpeningSpan;
    const wrapped = index + 1 === sorted.length ? minutesPerWeek : 0;
    return weekMinute(span) + toOpening(span).length > weekMinute(next) + wrapped;
  });
}

function weekMinute(span: OpeningSpan): number {
  return (span.begin[0] - 1) * minutesPerDay + span.begin[1] * 60 + span.begin[2];
}

function nextDay(day: Weekday): Weekday {
  return ((day % 7) + 1) as Weekday;
}

function refused(message: string): Result<never, Failure> {
  return err(failure('BAD_INPUT', message, 'openingHours'));
}

/** One span of a typical week. An end at or before its start on the same day is on the next day. */
export interface OpeningSpan {
  readonly begin: readonly [day: Weekday, hour: number, minute: number];
  readonly end: readonly [day: Weekday, hour: number, minute: number];
}

/** An empty list of spans means always open. `reset`: the number of people inside restarts when the site opens. */
export interface OpeningHours {
  readonly spans: readonly OpeningSpan[];
  readonly reset: boolean;
}
