import type { Instant } from '@atrium/domain/core';
import { instantToDate, type SiteCalendar, toSiteDay } from '@atrium/domain/core';
import { formatClock, formatDay } from '@atrium/domain/core/format';
import type { AirJudgement, AirSpot, Spell } from '@atrium/domain/dashboards/air';
import { findMetric } from '@atrium/domain/measurements';
import { markStrong } from '../headline/headline.tsx';
import { formatFigure, getMetricName, type Reader, toMidSentence } from '../words/section-texts.ts';

export interface JudgedTime {
  readonly calendar: SiteCalendar;
  readonly now: Instant;
  /** Whether the period includes now. */
  readonly includesNow: boolean;
  /** Whether the period is one day. The sentences then omit the date. */
  readonly isOneDay: boolean;
  /** Whether the user chose hours. Otherwise the opening hours count. */
  readonly hoursChosen: boolean;
}

/** Describes the air over the whole period. A null judgement means the site was not open. */
export function formatJudgement(judgement: AirJudgement | null, time: JudgedTime, { t }: Reader): string {
  const when = time.includesNow ? 'now' : 'past';
  return t(`headline.air.${judgement?.state ?? 'closed'}`, { when, hours: time.hoursChosen ? 'chosen' : 'open' });
}

/** Describes where, when and how far the air was worst; null for an unknown metric. */
export function formatSpell(
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
    markStrong(
      isLong
        ? `${formatDay(instantToDate(calendar.timezone, at), reader)} ${formatClock(at, calendar.timezone)}`
        : formatClock(at, calendar.timezone),
    );
  return reader.t('headline.air.spell', {
    place: markStrong(partName(place)),
    metric: toMidSentence(getMetricName(metric, reader.t), reader.locale),
    side: spell.side,
    limit: markStrong(formatFigure(spell.limit, metric, reader)),
    dated: time.isOneDay || isLong ? 'no' : 'yes',
    day: markStrong(formatDay(toSiteDay(calendar, spell.from), reader)),
    until: time.includesNow && spell.to + readingTolerance >= time.now ? 'now' : 'then',
    from: clock(spell.from),
    to: clock(to),
    amount: markStrong(formatFigure(spell.peak, metric, reader), 'peak'),
  });
}

/** Lists the sensors in places without any reading; null if there are none. */
export function formatSilentSensors(sensors: readonly string[], { t, locale }: Reader): string | null {
  if (sensors.length === 0) return null;
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(sensors.map((name) => markStrong(name)));
  return t('headline.air.unheard', { sensors: names });
}

/** Time in ms to wait for the next reading before a bad spell counts as over. */
const readingTolerance = 600_000;
const dayMs = 86_400_000;
