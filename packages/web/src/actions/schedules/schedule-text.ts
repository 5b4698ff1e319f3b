import { findNextSlot, getCoveredDays, type Schedule, type SendDay, sendDays } from '@atrium/domain/actions/schedules';
import { addDays, type Instant, instantToDate } from '@atrium/domain/core';
import { formatClock, formatDay, formatShortDay, formatWeekday } from '@atrium/domain/core/format';
import type { Text } from '../../i18n/index.ts';

/** Formats `Every day` or `Monday`. */
export function formatSendDay(sendDay: SendDay, { t, locale }: Text): string {
  const weekday = sendDays.indexOf(sendDay);
  if (weekday === 0) return t('schedule.everyDay');
  const name = formatWeekday(weekday, locale, 'long');
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Formats a whole hour: `07:00`. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Returns the city of a time zone: `Zurich`. */
export const formatClockPlace = (timezone: string): string =>
  timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** Formats `20:30, Zurich time`. */
export const formatClockTime = (hour: number, timezone: string, { t }: Text): string =>
  t('schedule.clock', { time: formatHour(hour), place: formatClockPlace(timezone) });

/** Formats `today at 20:00` or `Mon 30/11/2026 at 07:00` in the site's time zone. */
export function formatWhen(at: Instant, timezone: string, text: Text, now: Instant): string {
  const time = formatClock(at, timezone);
  const date = instantToDate(timezone, at);
  if (date === instantToDate(timezone, now)) return text.t('schedule.today', { time });
  return text.t('schedule.at', { day: formatDay(date, text), time });
}

/** Formats `Next Mon 30/11 at 07:00, about 23/11 to 29/11.` */
export function formatCoverage(
  { includedDays, ...schedule }: Schedule & { readonly includedDays: number },
  timezone: string,
  text: Text,
  now: Instant,
): string {
  const slot = findNextSlot(schedule, timezone, now);
  const { from, to } = getCoveredDays(slot.date, includedDays);
  const when = formatWhen(slot.at, timezone, text, now);
  const [first, last] = [formatShortDay(from, text), formatShortDay(addDays(to, -1), text)];
  return includedDays === 1
    ? text.t('schedule.coversOne', { when, first })
    : text.t('schedule.covers', { when, first, last });
}
