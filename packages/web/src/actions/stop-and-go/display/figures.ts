import { getWeekday, type Instant, instantToDate } from '@atrium/domain/core';
import { formatClock, formatDayMonth, formatNumber, formatWeekday } from '@atrium/domain/core/format';
import { type Language, languages } from '../../../i18n/languages.ts';

/** Displays have no profile, so they use the default formats of the language. */
const localeOf = (language: string): string => (languages[language as Language] ?? languages.en).locale;

export const formatDisplayNumber = (language: string, value: number, decimals = 0): string =>
  formatNumber(value, { locale: localeOf(language), decimals });

const sixDays = 6 * 86_400_000;

/** Formats a time of the site, with weekday or date if it is not today. */
export function formatWhen(language: string, timezone: string, at: Instant, now: Instant): string {
  const date = instantToDate(timezone, at);
  const time = formatClock(at, timezone);
  if (date === instantToDate(timezone, now)) return time;
  const locale = localeOf(language);
  const day = at - now > sixDays ? formatDayMonth(date, locale) : formatWeekday(getWeekday(date), locale, 'short');
  return `${day} ${time}`;
}

/** Formats a time ago, in seconds or minutes. */
export function formatAgo(language: string, seconds: number): string {
  const relative = new Intl.RelativeTimeFormat(localeOf(language));
  return seconds < 60 ? relative.format(-seconds, 'second') : relative.format(-Math.floor(seconds / 60), 'minute');
}
