import type { Instant } from '../../core/index.ts';

export type OffsetTimeFailure = 'notATime' | 'noOffset';

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
