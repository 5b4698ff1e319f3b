import type { Instant, LocalDate } from '../time/instant.ts';
import { isLocalDate, weekdayOf } from '../time/local-date.ts';

/** The patterns a profile may choose from; the first is the default. */
export const dateFormats = ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY'] as const;

/** A calendar date in the profile's pattern; unknown letters of a pattern stay as they are. */
export function formatLocalDate(date: LocalDate, pattern: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return pattern.replace('YYYY', year).replace('YY', year.slice(-2)).replace('MM', month).replace('DD', day);
}

/** How somebody reads dates: words of their language, numbers in the pattern of their profile. */
export interface DateReader {
  /** BCP 47. */
  readonly locale: string;
  /** One of `dateFormats`. */
  readonly dateFormat: string;
}

/** `20/11/2025`, in the order of its numbers also where the text around it runs from right to left. */
export const formatDate = (date: LocalDate, { locale, dateFormat }: DateReader): string =>
  ordered(formatLocalDate(date, dateFormat), locale);

/** `Thu 20/11/2025` */
export const formatDay = (date: LocalDate, reader: DateReader): string =>
  `${weekdayOfDate(date, reader.locale)} ${formatDate(date, reader)}`;

/** `20/11`, where there is no room for the year and the page says it. */
export const formatShortDate = (date: LocalDate, { locale, dateFormat }: DateReader): string =>
  ordered(formatLocalDate(date, dateFormat.replace(/\W?YYYY\W?/, '')), locale);

/** `Thu 20/11` */
export const formatShortDay = (date: LocalDate, reader: DateReader): string =>
  `${weekdayOfDate(date, reader.locale)} ${formatShortDate(date, reader)}`;

/** Numbers that hyphens join would be turned around after letters that run from right to left. */
const ordered = (numbers: string, locale: string) => (locale.startsWith('ar') ? `\u2066${numbers}\u2069` : numbers);

const weekdayOfDate = (date: LocalDate, locale: string) => formatWeekday(weekdayOf(date), locale, 'short');

/** The date somebody wrote in that pattern, whatever stands between its numbers; null for what is none. */
export function parseLocalDate(text: string, pattern: string): LocalDate | null {
  const parts: readonly string[] = pattern.match(/YYYY|MM|DD/g) ?? [];
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.length !== parts.length) return null;
  const part = (name: string) => numbers[parts.indexOf(name)] ?? '';
  const date = `${part('YYYY')}-${part('MM').padStart(2, '0')}-${part('DD').padStart(2, '0')}`;
  return isLocalDate(date) ? date : null;
}

/** `Thu 20 Nov`, in the order the reader's language has it: what is said of a point in a chart, or aloud. */
export function formatDayName(date: LocalDate, locale: string): string {
  return intl(locale, 'UTC', { weekday: 'short', day: 'numeric', month: 'short' })
    .format(noonUtc(date))
    .replace(/[,،]/, '');
}

/** `20 Nov`, of a point in a chart likewise. */
export function formatDayMonth(date: LocalDate, locale: string): string {
  return intl(locale, 'UTC', { day: 'numeric', month: 'short' }).format(noonUtc(date));
}

/** `November 2025` */
export function formatMonth(date: LocalDate, locale: string): string {
  return intl(locale, 'UTC', { month: 'long', year: 'numeric' }).format(noonUtc(date));
}

/** `November`, of 1 = January … 12 = December. */
export function formatMonthName(month: number, locale: string): string {
  return intl(locale, 'UTC', { month: 'long' }).format(Date.UTC(2024, month - 1, 15));
}

/** `T`, `Thu` or `Thursday` of 1 = Monday … 7 = Sunday. */
export function formatWeekday(weekday: number, locale: string, width: 'narrow' | 'short' | 'long'): string {
  // 1 January 2024 was a Monday.
  return intl(locale, 'UTC', { weekday: width }).format(Date.UTC(2024, 0, weekday, 12));
}

/** `14:48` at the site: always 24 hours, as on timetables. */
export function formatClock(at: Instant, timezone: string): string {
  return intl('en-GB', timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}

/** `14:48:06` at the reader's or the site's clock. */
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
