import {
  err,
  type Failure,
  failure,
  minutesOfTime,
  ok,
  type Result,
  timeOfMinutes,
  type Weekday,
} from '../core/index.ts';
import type { OpeningHours, OpeningSpan } from './opening-hours.ts';

/** Opening hours as a site file writes them: `{ "mon-fri": ["05:00-24:00"], "sat,sun": ["06:00-02:00"] }`. */
export type OpeningWeek = Readonly<Record<string, readonly string[]>>;

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const minutesPerDay = 1440;
const minutesPerWeek = 7 * minutesPerDay;

/** One opening by its weekday, the minutes since that day's midnight, and how many minutes it lasts (1…10 080). */
export interface Opening {
  readonly day: Weekday;
  readonly begin: number;
  readonly length: number;
}

/** The one place that knows how a span's end relates to its begin. */
export function openingOf(span: OpeningSpan): Opening {
  const [day, hour, minute] = span.begin;
  const begin = (day - 1) * minutesPerDay + hour * 60 + minute;
  const end = (span.end[0] - 1) * minutesPerDay + span.end[1] * 60 + span.end[2];
  const wrap = span.end[0] === day ? minutesPerDay : minutesPerWeek;
  return { day, begin: hour * 60 + minute, length: end > begin ? end - begin : end - begin + wrap };
}

/**
 * Reads a site file's opening hours. No key at all means always open; a day not named, or with an empty list, is closed.
 * Refused: unknown days, a day given twice, times that are none, openings that overlap, and a week that never opens.
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

/** Writes opening hours as a site file has them: neighbouring days with the same hours share a line. */
export function formatOpeningWeek(hours: OpeningHours): OpeningWeek {
  const byDay = openingTextsByDay(hours);
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

/** The openings of each day as a site file writes them, Monday first. */
export function openingTextsByDay(hours: OpeningHours): readonly (readonly string[])[] {
  const byDay = dayNames.map((): string[] => []);
  for (const span of [...hours.spans].sort((left, right) => weekMinute(left) - weekMinute(right))) {
    for (const piece of pieces(openingOf(span))) byDay[piece.day - 1]?.push(writePiece(piece));
  }
  return byDay;
}

/** The name a site file has for a weekday, 1 is Monday. */
export const dayName = (day: Weekday): string => dayNames[day - 1] ?? '';

/** A pair of times on one line reaches 24 h at most, so longer openings are written day by day. */
function pieces({ day, begin, length }: Opening): Opening[] {
  if (length <= minutesPerDay) return [{ day, begin, length }];
  const today = minutesPerDay - begin;
  return [{ day, begin, length: today }, ...pieces({ day: nextDay(day), begin: 0, length: length - today })];
}

function writePiece({ begin, length }: Opening): string {
  const end = begin + length;
  return `${timeOfMinutes(begin)}-${timeOfMinutes(end <= minutesPerDay ? end : end - minutesPerDay)}`;
}

function parseDays(key: string): Weekday[] | null {
  const days: Weekday[] = [];
  for (const part of key
    .trim()
    .toLowerCase()
    .split(/\s*,\s*/)) {
    const [first = -1, last = first, ...rest] = part.split('-').map((name) => dayNames.indexOf(name.trim() as 'mon'));
    if (first < 0 || last < 0 || rest.length > 0) return null;
    // A range may pass the week's end: sat-mon.
    for (let day = first; ; day = (day + 1) % 7) {
      days.push((day + 1) as Weekday);
      if (day === last) break;
    }
  }
  return days;
}

function parseSpan(day: Weekday, text: string): OpeningSpan | null {
  const [from = '', to = '', ...rest] = text.split(/\s*[-–]\s*/);
  const begin = minutesOfTime(from.trim());
  const end = minutesOfTime(to.trim());
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
    return weekMinute(span) + openingOf(span).length > weekMinute(next) + wrapped;
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
