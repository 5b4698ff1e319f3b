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
  | { readonly kind: 'date'; readonly wall: Wall }
  /** The day or the month may come first. */
  | { readonly kind: 'unclear' };

/** What comes first in dates such as 03/04/2021. */
export const dateOrders = ['dayFirst', 'monthFirst'] as const;
export type DateOrder = (typeof dateOrders)[number];

type Form = readonly [pattern: RegExp, order: 'yearFirst' | DateOrder];

const clock = String.raw`(?:[Tt ,]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?`;
const half = String.raw`(?: ?([AaPp])\.?[Mm]\.?)?`;
/** 14/02/2020 07:05, 2/14/2020 7:05 PM, 14-02-2020: only other dates of the file show what comes first. */
const yearLast = new RegExp(String.raw`^(\d\d?)[/-](\d\d?)[/-](\d{4})${clock}${half}$`);

const forms: readonly Form[] = [
  // 2020-02-14T07:05, 2020/2/14 7:05:00.5, with or without Z, +01:00, +0100
  [
    /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[Tt ] *(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(?: ?([AaPp])\.?[Mm]\.?)?(?: *([Zz]|UTC|GMT|[+-]\d\d:?\d\d))?$/,
    'yearFirst',
  ],
  // 14.02.2020 07:05
  [new RegExp(String.raw`^(\d\d?)\.(\d\d?)\.(\d{4})${clock}${half}$`), 'dayFirst'],
  // 20200214070500 as some makers' counters write it, 202002140705
  [/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?$/, 'yearFirst'],
];

const monthStarts = [
  ...['jan|ene|gen', 'f[eé]b|f[eé]v', 'mar|mär|mrz', 'apr|avr|abr', 'may|mai|mag', 'jun|juin|giu'],
  ...['jul|juil|lug', 'aug|ao[uû]|ago', 'sep|set', 'oct|okt|ott', 'nov', 'dec|dez|déc|dic'],
].map((starts) => new RegExp(`^(?:${starts})`, 'i'));

const word = String.raw`(\p{L}{3,10})\.?`;
const weekday = String.raw`(?:\p{L}{2,10}\.?,? +)?`;
/** 14 Feb 2020 07:05, Fri, 14-February-2020 */
const dayThenMonth = new RegExp(String.raw`^${weekday}(\d\d?)\.?[ -]${word}[ ,-]+(\d{4})${clock}${half}$`, 'u');
/** February 14, 2020 07:05:00 PM */
const monthThenDay = new RegExp(String.raw`^${weekday}${word} +(\d\d?),? +(\d{4})${clock}${half}$`, 'u');

/** Rewrites a date with the name of its month (in English, German, French, Italian or Spanish) as digits; null without. */
function toNumericMonth(text: string): string | null {
  const [, day, name = '', year, ...rest] = dayThenMonth.exec(text) ?? [];
  const [, otherName = '', otherDay, otherYear, ...otherRest] = monthThenDay.exec(text) ?? [];
  const month = monthStarts.findIndex((start) => start.test(name || otherName)) + 1;
  if (month === 0) return null;
  const [hour, minute, second = '00', , half] = day === undefined ? otherRest : rest;
  const after = hour === undefined ? '' : ` ${hour}:${minute}:${second}${half === undefined ? '' : ` ${half}m`}`;
  return `${day ?? otherDay}.${month}.${year ?? otherYear}${after}`;
}

/** Returns the order that a date such as 15/10/2021 proves, `unclear` for 03/04/2021, null without such a date. */
export function detectDateOrder(text: string): DateOrder | 'unclear' | null {
  const match = text.length > 40 ? null : yearLast.exec(text);
  if (match === null) return null;
  const [first, second] = [Number(match[1]), Number(match[2])];
  if (first > 12) return second > 12 ? null : 'dayFirst';
  return second > 12 ? 'monthFirst' : 'unclear';
}

/**
 * Parses the time formats of sensor exports; null for anything else. A date with the year last, such as 03/04/2021, is
 * unclear without its order. 24:00 is the next day's midnight.
 */
export function parseTimeText(text: string, order: DateOrder | null = null): TimeText | null {
  if (text.length > 40) return null;
  const [, unix = '', digits] = /^((?:\d{10}|\d{13}|\d{16}|\d{19})(\.\d{1,9})?)$/.exec(text) ?? [];
  if (unix !== '') return fromUnix(unix, digits ?? '');
  for (const [pattern, fixed] of forms) {
    const match = pattern.exec(text);
    if (match !== null) return timeOf(match, fixed);
  }
  const match = yearLast.exec(text);
  if (match === null) {
    const numeric = toNumericMonth(text);
    return numeric === null ? null : parseTimeText(numeric);
  }
  return order === null ? { kind: 'unclear' } : timeOf(match, order);
}

/** Unix time in seconds, milliseconds, microseconds or nanoseconds, by its number of digits. */
function fromUnix(text: string, fraction: string): TimeText {
  const perMillisecond = { 10: 0.001, 13: 1, 16: 1_000, 19: 1_000_000 }[text.length - fraction.length] ?? 1;
  const at = perMillisecond < 1 ? Math.trunc(Number(text) * 1_000 + 1e-3) : Math.trunc(Number(text) / perMillisecond);
  return { kind: 'instant', at };
}

function timeOf(match: RegExpExecArray, order: Form[1]): TimeText | null {
  const [, first = '', second = '', third = '', hour, minute, seconds, fraction, half, offset] = match;
  const [year, month, day] = {
    yearFirst: [first, second, third],
    dayFirst: [third, second, first],
    monthFirst: [third, first, second],
  }[order].map(Number) as [number, number, number];
  const hours = toHour(hour, half);
  if (hours === null) return null;
  const isNextMidnight = hours === 24 && Number(minute) === 0 && Number(seconds ?? 0) === 0;
  const start = toWallMillis(year, month, day, isNextMidnight ? 0 : hours, Number(minute ?? 0), Number(seconds ?? 0));
  if (start === null) return null;
  const wall = isNextMidnight ? start + 86_400_000 : start;
  if (hour === undefined) return offset === undefined ? { kind: 'date', wall } : null;
  const exact = wall + Math.trunc(Number(`0.${fraction ?? 0}`) * 1_000 + 1e-6);
  if (offset === undefined) return { kind: 'wall', wall: exact };
  const shift = offsetMillis(offset);
  return shift === null ? null : { kind: 'instant', at: exact - shift };
}

/** Returns the hour of a 24-hour clock, or of a 12-hour clock with `half` (a or p). Null if there is no such hour. */
function toHour(hour: string | undefined, half: string | undefined): number | null {
  const number = Number(hour ?? 0);
  if (half === undefined || half === '') return number;
  if (hour === undefined || number < 1 || number > 12) return null;
  return (number % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function offsetMillis(text: string): number | null {
  if (/^(Z|UTC|GMT)$/i.test(text)) return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
