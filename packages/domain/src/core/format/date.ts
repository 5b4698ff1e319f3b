import type { Instant, LocalDate } from '../time/instant.ts';
import { getWeekday, isLocalDate } from '../time/local-date.ts';

/** Date patterns of a profile; the first is the default. */
export const dateFormats = ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY'] as const;

/** Formats a date in the pattern. Unknown letters of the pattern stay. */
export function formatLocalDate(date: LocalDate, pattern: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return pattern.replace('YYYY', year).replace('YY', year.slice(-2)).replace('MM', month).replace('DD', day);
}

/** A reader's preferences for dates: the language of words, and the pattern of their profile. */
export interface DateReader {
  /** BCP 47. */
  readonly locale: string;
  /** One of `dateFormats`. */
  readonly dateFormat: string;
}

/** Formats `20/11/2025`. Keeps the order of the numbers in right-to-left text. */
export const formatDate = (date: LocalDate, { locale, dateFormat }: DateReader): string =>
  ordered(formatLocalDate(date, dateFormat), locale);

/** Formats `Thu 20/11/2025`. */
export const formatDay = (date: LocalDate, reader: DateReader): string =>
  `${weekdayOfDate(date, reader.locale)} ${formatDate(date, reader)}`;

/** Formats `20/11`, where space is short and the page shows the year. */
export const formatShortDate = (date: LocalDate, { locale, dateFormat }: DateReader): string =>
  ordered(formatLocalDate(date, dateFormat.replace(/\W?YYYY\W?/, '')), locale);

/** Formats `Thu 20/11`. */
export const formatShortDay = (date: LocalDate, reader: DateReader): string =>
  `${weekdayOfDate(date, reader.locale)} ${formatShortDate(date, reader)}`;

/** Isolates numbers joined by hyphens, which right-to-left text would otherwise reverse. */
const ordered = (numbers: string, locale: string) => (locale.startsWith('ar') ? `\u2066${numbers}\u2069` : numbers);

const weekdayOfDate = (date: LocalDate, locale: string) => formatWeekday(getWeekday(date), locale, 'short');

/** Parses a date in the pattern, with any separators. Returns null if it is not a date. */
export function parseLocalDate(text: string, pattern: string): LocalDate | null {
  const parts: readonly string[] = pattern.match(/YYYY|MM|DD/g) ?? [];
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.length !== parts.length) return null;
  const part = (name: string) => numbers[parts.indexOf(name)] ?? '';
  const date = `${part('YYYY')}-${part('MM').padStart(2, '0')}-${part('DD').padStart(2, '0')}`;
  return isLocalDate(date) ? date : null;
}

/** Formats `Thu 20 Nov` in the order of the reader's language, for chart points and screen readers. */
export function formatDayName(date: LocalDate, locale: string): string {
  return intl(locale, 'UTC', { weekday: 'short', day: 'numeric', month: 'short' })
    .format(noonUtc(date))
    .replace(/[,،]/, '');
}

/** Formats `20 Nov`, for chart points. */
export function formatDayMonth(date: LocalDate, locale: string): string {
  return intl(locale, 'UTC', { day: 'numeric', month: 'short' }).format(noonUtc(date));
}

/** Formats `November 2025`. */
export function formatMonth(date: LocalDate, locale: string): string {
  return intl(locale, 'UTC', { month: 'long', year: 'numeric' }).format(noonUtc(date));
}

/** Formats `November`, from 1 = January … 12 = December. */
export function formatMonthName(month: number, locale: string): string {
  return intl(locale, 'UTC', { month: 'long' }).format(Date.UTC(2024, month - 1, 15));
}

/** Formats `T`, `Thu` or `Thursday`, from 1 = Monday … 7 = Sunday. */
export function formatWeekday(weekday: number, locale: string, width: 'narrow' | 'short' | 'long'): string {
  // 1 January 2024 was a Monday.
  return intl(locale, 'UTC', { weekday: width }).format(Date.UTC(2024, 0, weekday, 12));
}

/** Formats `14:48` in the time zone, always with 24 hours, as in timetables. */
export function formatClock(at: Instant, timezone: string): string {
  return intl('en-GB', timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}

/** Formats `14:48:06` in the time zone. */
export function formatClockSeconds(at: Instant, timezone: string): string {
  return intl('en-GB', timezone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(
    at,
  );
}

function noonUtc(date: LocalDate): number {
  return Date.parse(`${date}T12:00:00Z`);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function intl(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}/${timeZone}/${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone, numberingSystem: 'latn' });
    formatters.set(key, formatter);
  }
  return formatter;
}

export interface DurationPart {
  readonly amount: string;
  readonly unit: 'h' | 'm' | 's';
}

/**
 * Splits seconds into the two largest parts: `1 h 05 m`, `23 m 45 s`, `8 s`. Null for an invalid duration. Returns
 * parts rather than text, since cards show units smaller than figures, and languages name them themselves.
 */
export function splitDuration(seconds: number | null | undefined): readonly DurationPart[] | null {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return null;
  const whole = Math.round(seconds);
  const h = Math.floor(whole / 3600);
  const m = Math.floor((whole % 3600) / 60);
  const s = whole % 60;
  if (h > 0) return [part(h, 'h'), part(m, 'm', true)];
  if (m > 0) return [part(m, 'm'), part(s, 's', true)];
  return [part(s, 's')];
}

function part(amount: number, unit: DurationPart['unit'], padded = false): DurationPart {
  return { amount: padded ? String(amount).padStart(2, '0') : String(amount), unit };
}
