import { addDays, dateAt, type Instant } from '@atrium/domain/core';
import { formatClock, formatDay, formatShortDay, formatWeekday } from '@atrium/domain/core/format';
import { coveredDays, nextSlot, type Schedule, type SendDay, sendDays } from '@atrium/domain/schedules';
import type { Text } from '../i18n/index.ts';

/** Formats `Every day` or `Monday`. */
export function sendDayText(sendDay: SendDay, { t, locale }: Text): string {
  const weekday = sendDays.indexOf(sendDay);
  if (weekday === 0) return t('schedule.everyDay');
  const name = formatWeekday(weekday, locale, 'long');
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Formats a whole hour: `07:00`. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Returns the city of a time zone: `Zurich`. */
export const placeOfClock = (timezone: string): string =>
  timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** Formats `20:30, Zurich time`. */
export const clockText = (hour: number, timezone: string, { t }: Text): string =>
  t('schedule.clock', { time: hourText(hour), place: placeOfClock(timezone) });

/** Formats `today at 20:00` or `Mon 30/11/2026 at 07:00` in the site's time zone. */
export function whenText(at: Instant, timezone: string, text: Text, now: Instant): string {
  const time = formatClock(at, timezone);
  const date = dateAt(timezone, at);
  if (date === dateAt(timezone, now)) return text.t('schedule.today', { time });
  return text.t('schedule.at', { day: formatDay(date, text), time });
}

/** Formats `Next Mon 30/11 at 07:00, about 23/11 to 29/11.` */
export function coveredText(
  { includedDays, ...schedule }: Schedule & { readonly includedDays: number },
  timezone: string,
  text: Text,
  now: Instant,
): string {
  const slot = nextSlot(schedule, timezone, now);
  const { from, to } = coveredDays(slot.date, includedDays);
  const when = whenText(slot.at, timezone, text, now);
  const [first, last] = [formatShortDay(from, text), formatShortDay(addDays(to, -1), text)];
  return includedDays === 1
    ? text.t('schedule.coversOne', { when, first })
    : text.t('schedule.covers', { when, first, last });
}
