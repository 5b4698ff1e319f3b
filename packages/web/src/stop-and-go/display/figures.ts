import { dateAt, type Instant, weekdayOf } from '@atrium/domain/core';
import { formatClock, formatDayMonth, formatNumber, formatWeekday } from '@atrium/domain/core/format';
import { type Language, languages } from '../../i18n/languages.ts';

/** Displays have no profile, so they use the default formats of the language. */
const localeOf = (language: string): string => (languages[language as Language] ?? languages.en).locale;

export const numberIn = (language: string, value: number): string =>
  formatNumber(value, { locale: localeOf(language), decimals: 0 });

const sixDays = 6 * 86_400_000;

/** Formats a time of the site, with weekday or date if it is not today. */
export function whenIn(language: string, timezone: string, at: Instant, now: Instant): string {
  const date = dateAt(timezone, at);
  const time = formatClock(at, timezone);
  if (date === dateAt(timezone, now)) return time;
  const locale = localeOf(language);
  const day = at - now > sixDays ? formatDayMonth(date, locale) : formatWeekday(weekdayOf(date), locale, 'short');
  return `${day} ${time}`;
}

/** Formats a time ago, in seconds or minutes. */
export function agoIn(language: string, seconds: number): string {
  const relative = new Intl.RelativeTimeFormat(localeOf(language));
  return seconds < 60 ? relative.format(-seconds, 'second') : relative.format(-Math.floor(seconds / 60), 'minute');
}
