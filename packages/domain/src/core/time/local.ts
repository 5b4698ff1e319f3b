import { err, type Failure, failure, ok, type Result } from '../result.ts';
import type { Instant, LocalDate, LocalTime } from './instant.ts';
import { dayNumberToDate, isLocalDate, toDayNumber } from './local-date.ts';
import { findTransitions, getOffset } from './zone-offsets.ts';

/** A wall-clock time, as the ms of the same clock time in UTC. Not an instant: it may exist twice or not at all. */
export type Wall = number;

/** The instants of a wall time. A gap has its ends on the clock; `after` is the first instant after it. */
export type WallMatch =
  | { readonly kind: 'unique'; readonly at: Instant }
  | { readonly kind: 'ambiguous'; readonly earlier: Instant; readonly later: Instant }
  | { readonly kind: 'nonexistent'; readonly after: Instant; readonly gapFrom: Wall; readonly gapTo: Wall };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Offsets are between −12 and +14 h, plus a margin for a transition at the window's end. */
const eastmost = 15 * hour;
const westmost = 13 * hour;

/** `00:00`…`24:00` by minute of the day, precomputed because answers have tens of thousands of labels. */
const clockTexts = Array.from(
  { length: 1441 },
  (_, minutes) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`,
);

/** Returns the wall time of a time zone at an instant. */
export function instantToWall(timezone: string, instant: Instant): Wall {
  return instant + getOffset(timezone, instant);
}

/**
 * Returns the calendar date of a time zone at an instant (from midnight to midnight, regardless of the change of day).
 */
export function instantToDate(timezone: string, instant: Instant): LocalDate {
  return dayNumberToDate(Math.floor(instantToWall(timezone, instant) / day));
}

/** Finds all instants at which the time zone's clock shows `wall`. */
export function matchWall(timezone: string, wall: Wall): WallMatch {
  const from = wall - eastmost;
  const to = wall + westmost;
  const first = getOffset(timezone, from);
  // Equal offsets at both ends mean no transition between, since no zone changes and returns within a day.
  if (first === getOffset(timezone, to)) return { kind: 'unique', at: wall - first };
  const jumps = findTransitions(timezone, from, to + 1);
  const matches: Instant[] = [];
  let since = Number.NEGATIVE_INFINITY;
  for (const jump of jumps) {
    const at = wall - jump.before;
    if (at >= since && at < jump.at) matches.push(at);
    since = jump.at;
  }
  const at = wall - (jumps.at(-1)?.after ?? first);
  if (at >= since) matches.push(at);
  const [earlier, later] = matches;
  if (earlier !== undefined)
    return later === undefined ? { kind: 'unique', at: earlier } : { kind: 'ambiguous', earlier, later };
  const jump = jumps.find((one) => wall >= one.at + one.before && wall < one.at + one.after);
  if (jump === undefined) throw new Error(`No instant and no gap at ${wall} in ${timezone}`);
  return { kind: 'nonexistent', after: jump.at, gapFrom: jump.at + jump.before, gapTo: jump.at + jump.after };
}

/** Converts a wall time to an instant: in a gap, the first instant after it; in an overlap, the preferred one. */
export function wallToInstant(timezone: string, wall: Wall, prefer: 'earlier' | 'later' = 'earlier'): Instant {
  const match = matchWall(timezone, wall);
  if (match.kind === 'unique') return match.at;
  return match.kind === 'ambiguous' ? match[prefer] : match.after;
}

/** Parses `HH:mm`, `00:00`…`24:00`, to minutes since midnight. Null for anything else. */
export function parseTimeOfDay(text: LocalTime): number | null {
  const match = /^(\d\d):([0-5]\d)$/.exec(text);
  if (match === null) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return minutes <= 1440 ? minutes : null;
}

/** Formats minutes since midnight (0…1440) as `HH:mm`. */
export function formatTimeOfDay(minutes: number): LocalTime {
  return clockTexts[minutes] as string;
}

/** Returns the wall time of a date and minutes since its midnight. From 1440 on, it is on a later day. */
export function dateToWall(date: LocalDate, minutes: number): Wall {
  return toDayNumber(date) * day + minutes * minute;
}

/** Parses `YYYY-MM-DD HH:mm[:ss[.fff]]`, with a space or `T`. Null for another format or an invalid date. */
export function parseWall(text: string): Wall | null {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?$/.exec(text);
  if (match === null) return null;
  const [, date = '', hours = '', minutes = '', seconds = '0', fraction = ''] = match;
  if (!isLocalDate(date) || Number(hours) > 23) return null;
  const milliseconds = Number(seconds) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  return dateToWall(date, Number(hours) * 60 + Number(minutes)) + milliseconds;
}

/**
 * Parses RFC 3339 with an offset (`Z` or `±hh:mm`). Fails with BAD_INPUT if the offset is missing or the time is
 * invalid.
 */
export function parseInstant(text: string): Result<Instant, Failure> {
  const match = /^(.+?)(?:([Zz])|([+-])(\d\d):([0-5]\d))$/.exec(text);
  const wall = match === null ? null : parseWall((match[1] as string).replace('t', 'T'));
  if (match === null || wall === null) return err(failure('BAD_INPUT', 'Not a date and time with an offset'));
  if (match[2] !== undefined) return ok(wall);
  const offset = Number(match[4]) * hour + Number(match[5]) * minute;
  if (offset >= day) return err(failure('BAD_INPUT', 'Not a date and time with an offset'));
  return ok(match[3] === '-' ? wall + offset : wall - offset);
}

/** Formats an instant in the time zone as `YYYY-MM-DDTHH:mm:ss±hh:mm` (whole seconds). */
export function formatLocal(timezone: string, instant: Instant): string {
  return createLabelFormatter()(instant, getOffset(timezone, instant));
}

/** Creates a formatter for consecutive labels, which caches the last date and offset texts. */
export function createLabelFormatter(): (instant: Instant, offset: number) => string {
  let lastDay = Number.NaN;
  let lastOffset = Number.NaN;
  let dateText = '';
  let offsetText = '';
  return (instant, offset) => {
    if (offset !== lastOffset) {
      lastOffset = offset;
      offsetText = writeOffset(offset);
    }
    // The text has whole minutes of offset (Monrovia had −00:44:30 until 1972), but its instant stays exact.
    const wall = instant + Math.round(offset / minute) * minute;
    const dayNumber = Math.floor(wall / day);
    if (dayNumber !== lastDay) {
      lastDay = dayNumber;
      dateText = dayNumberToDate(dayNumber);
    }
    const seconds = Math.floor((wall - dayNumber * day) / 1000);
    return `${dateText}T${clockTexts[Math.floor(seconds / 60)]}:${twoDigits(seconds % 60)}${offsetText}`;
  };
}

function writeOffset(offset: number): string {
  const minutes = Math.round(offset / minute);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
