import type { Instant, Wall } from '../../core/index.ts';

type OffsetTimeFailure = 'notATime' | 'noOffset';

const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:([Zz])|([+-])(\d\d):(\d\d))?$/;

/** Parses an RFC 3339 time (truncated to milliseconds), or returns why it is invalid. */
export function parseOffsetTime(text: string): Instant | OffsetTimeFailure {
  const match = text.length <= 40 ? pattern.exec(text) : null;
  if (match === null) return 'notATime';
  const [, year, month, day, hour, minute, second, fraction, zulu, sign, offsetHour, offsetMinute] = match;
  const wall = toWallMillis(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second));
  if (wall === null) return 'notATime';
  const millis = fraction === undefined ? 0 : Math.trunc(Number(`0.${fraction}`) * 1_000 + 1e-6);
  if (zulu !== undefined) return wall + millis;
  if (sign === undefined) return 'noOffset';
  const hours = Number(offsetHour);
  const minutes = Number(offsetMinute);
  if (hours > 23 || minutes > 59) return 'notATime';
  const offset = (hours * 60 + minutes) * 60_000;
  return wall + millis - (sign === '-' ? -offset : offset);
}

/** Returns a local time as if it were UTC, in milliseconds; null for an invalid date or time. */
export function toWallMillis(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Time as written in files: an instant, a local time, or a date. */
export type TimeText =
  | { readonly kind: 'instant'; readonly at: Instant }
  | { readonly kind: 'wall'; readonly wall: Wall }
  | { readonly kind: 'date'; readonly wall: Wall };

type Form = readonly [pattern: RegExp, order: 'yearFirst' | 'dayFirst'];

const forms: readonly Form[] = [
  // 2020-02-14T07:05, 2020/2/14 7:05:00.5, with or without Z, +01:00, +0100
  [
    /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[Tt ] *(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(?: *([Zz]|[+-]\d\d:?\d\d))?$/,
    'yearFirst',
  ],
  // 14.02.2020 07:05
  [/^(\d\d?)\.(\d\d?)\.(\d{4})(?:[Tt ] *(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?$/, 'dayFirst'],
  // 20200214070500 as some makers' counters write it, 202002140705
  [/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?$/, 'yearFirst'],
];

/**
 * Parses the time formats of sensor exports; null for anything else. Dates with slashes need the year first, because
 * 03/04 is ambiguous.
 */
export function parseTimeText(text: string): TimeText | null {
  if (text.length > 40) return null;
  if (/^(\d{10}|\d{13})$/.test(text)) {
    return { kind: 'instant', at: Number(text) * (text.length === 10 ? 1_000 : 1) };
  }
  for (const [pattern, order] of forms) {
    const match = pattern.exec(text);
    if (match !== null) return timeOf(match, order);
  }
  return null;
}

function timeOf(match: RegExpExecArray, order: Form[1]): TimeText | null {
  const [, first, month, third, hour, minute, second, fraction, offset] = match;
  const [year, day] = order === 'yearFirst' ? [first, third] : [third, first];
  const seconds = Number(second ?? 0);
  const wall = toWallMillis(Number(year), Number(month), Number(day), Number(hour ?? 0), Number(minute ?? 0), seconds);
  if (wall === null) return null;
  if (hour === undefined) return offset === undefined ? { kind: 'date', wall } : null;
  const exact = wall + Math.trunc(Number(`0.${fraction ?? 0}`) * 1_000 + 1e-6);
  if (offset === undefined) return { kind: 'wall', wall: exact };
  const shift = offsetMillis(offset);
  return shift === null ? null : { kind: 'instant', at: exact - shift };
}

function offsetMillis(text: string): number | null {
  if (text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
