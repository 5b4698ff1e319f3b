import { dateAt, type Instant } from '@atrium/domain/core';
import { formatClock, formatDate, formatDay, formatWeekday } from '@atrium/domain/core/format';
import { type SendDay, sendDays } from '@atrium/domain/schedules';
import type { Text } from '../../i18n/index.ts';
import type { Standing } from './standing.ts';

/** `Every day` or `Monday`. */
export function sendDayText(sendDay: SendDay, { t, locale }: Text): string {
  const weekday = sendDays.indexOf(sendDay);
  if (weekday === 0) return t('reports.everyDay');
  const name = formatWeekday(weekday, locale, 'long');
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** `07:00` of a whole hour. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** `Zurich`: whose clock it is. */
export const placeOfClock = (timezone: string): string =>
  timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** `20:30, Zurich time` */
export const clockText = (hour: number, timezone: string, { t }: Text): string =>
  t('reports.clock', { time: hourText(hour), place: placeOfClock(timezone) });

/** `today at 20:00` or `Mon 30/11/2026 at 07:00`, by the site's clock. */
export function whenText(at: Instant, timezone: string, text: Text, now: Instant): string {
  const time = formatClock(at, timezone);
  const date = dateAt(timezone, at);
  if (date === dateAt(timezone, now)) return text.t('reports.today', { time });
  return text.t('reports.at', { day: formatDay(date, text), time });
}

/** What follows the state's name. */
export function standingNote(standing: Standing, timezone: string, text: Text, now: Instant): string | null {
  const { t } = text;
  switch (standing.kind) {
    case 'off':
      return null;
    case 'active':
      if (standing.hasFailed) return t('reports.lastFailed');
      return standing.nextAt === null
        ? null
        : t('reports.next', { when: whenText(standing.nextAt, timezone, text, now) });
    case 'held':
      return t(heldTexts[standing.problem as keyof typeof heldTexts] ?? 'reports.held.other');
    case 'inactive': {
      const { why, at } = standing;
      if (at === null) return t(`reports.inactive.${why}`);
      const date = formatDate(dateAt(timezone, at), text);
      return why === 'ahead' ? t('reports.inactive.begins', { date }) : t('reports.inactive.endedOn', { date });
    }
  }
}

const heldTexts = {
  OWNER_GONE: 'reports.held.gone',
  OWNER_RIGHT: 'reports.held.right',
  OWNER_SITE: 'reports.held.site',
} as const;
