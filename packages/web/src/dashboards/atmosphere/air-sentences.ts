import type { Instant } from '@atrium/domain/core';
import { dateAt, dayOf, type SiteCalendar } from '@atrium/domain/core';
import { formatClock, formatDay } from '@atrium/domain/core/format';
import type { AirJudgement, AirSpot, Spell } from '@atrium/domain/dashboards/air';
import { findMetric } from '@atrium/domain/measurements';
import { strong } from '../headline/headline.tsx';
import { figureText, nameOf, type Reader, withinSentence } from '../words/section-words.ts';

export interface JudgedTime {
  readonly calendar: SiteCalendar;
  readonly now: Instant;
  /** Whether the time goes on. */
  readonly includesNow: boolean;
  /** Whether it is one day, which need not be named. */
  readonly isOneDay: boolean;
  /** Whether hours were chosen, instead of those in which the site is open. */
  readonly hoursChosen: boolean;
}

/** How the air was in all the time shown; null judges of a site that has not been open. */
export function judgementSentence(judgement: AirJudgement | null, time: JudgedTime, { t }: Reader): string {
  const when = time.includesNow ? 'now' : 'past';
  return t(`headline.air.${judgement?.state ?? 'closed'}`, { when, hours: time.hoursChosen ? 'chosen' : 'open' });
}

/** Where, from when to when, and how bad the air was at its worst. */
export function spellSentence(
  { metric: id, place }: Pick<AirSpot, 'metric' | 'place'>,
  spell: Spell,
  time: JudgedTime,
  { reader, partName }: { readonly reader: Reader; readonly partName: (label: string) => string },
): string | null {
  const metric = findMetric(id);
  if (!metric) return null;
  const { calendar } = time;
  const to = Math.min(spell.to, time.now);
  const isLong = to - spell.from >= dayMs;
  const clock = (at: Instant) =>
    strong(
      isLong
        ? `${formatDay(dateAt(calendar.timezone, at), reader)} ${formatClock(at, calendar.timezone)}`
        : formatClock(at, calendar.timezone),
    );
  return reader.t('headline.air.spell', {
    place: strong(partName(place)),
    metric: withinSentence(nameOf(metric, reader.t), reader.locale),
    side: spell.side,
    limit: strong(figureText(spell.limit, metric, reader)),
    dated: time.isOneDay || isLong ? 'no' : 'yes',
    day: strong(formatDay(dayOf(calendar, spell.from), reader)),
    until: time.includesNow && spell.to + grace >= time.now ? 'now' : 'then',
    from: clock(spell.from),
    to: clock(to),
    amount: strong(figureText(spell.peak, metric, reader), 'peak'),
  });
}

/** The sensors whose places nothing is known of; null where all were heard. */
export function unheardSentence(sensors: readonly string[], { t, locale }: Reader): string | null {
  if (sensors.length === 0) return null;
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(sensors.map((name) => strong(name)));
  return t('headline.air.unheard', { sensors: names });
}

/** ms that the next reading may take until a time is called over. */
const grace = 600_000;
const dayMs = 86_400_000;
