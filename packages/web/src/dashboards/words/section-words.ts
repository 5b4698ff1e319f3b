import { dateAt, type Instant } from '@atrium/domain/core';
import { formatClock, formatPercent, formatShortDay } from '@atrium/domain/core/format';
import type { Metric } from '@atrium/domain/measurements';
import type { MessageId, Say } from '../../i18n/index.ts';
import type { Reader } from './metric-words.ts';
import { type Speaker, sayValue, type Worded, wordValue } from './metric-words.ts';

export type { Reader, Speaker } from './metric-words.ts';

/** In sentences and on scales a meter's third decimal says nothing beside hundreds: as many as the size of the figure carries, at most the metric's own. */
const wordingOf = (metric: Metric, value: number | null) => ({
  decimals: Math.min(metric.decimals, Math.abs(value ?? 0) >= 100 ? 0 : Math.abs(value ?? 0) >= 10 ? 1 : 2),
  hideUnit: false,
  formatter: null,
});

const exactly = (metric: Metric) => ({ decimals: metric.decimals, hideUnit: false, formatter: null });

/** H01: a figure with all the decimals it is told in, its unit apart. */
export function figureOf(value: number | null, metric: Metric, reader: Speaker): Worded {
  return wordValue(value, metric, exactly(metric), reader);
}

/** Shortly, in one piece: `742 ppm`. */
export function sayFigure(value: number | null, metric: Metric, reader: Speaker): string {
  return sayValue(value, metric, wordingOf(metric, value), reader);
}

/** With all the decimals it is told in: `1,204.318 kWh`. */
export function sayExactly(value: number | null, metric: Metric, reader: Speaker): string {
  return sayValue(value, metric, exactly(metric), reader);
}

export const nameOf = (metric: Metric, say: Say): string => say(`metric.${metric.id}` as MessageId);

/** `at 10:30`, or with its day: when a sample was as it says, which nothing was heard of since. */
export function heardUntilWord(heardUntil: Instant, now: Instant, timezone: string, reader: Reader): string {
  const day = dateAt(timezone, heardUntil);
  const clock = formatClock(heardUntil, timezone);
  const time = day === dateAt(timezone, now) ? clock : `${formatShortDay(day, reader)} ${clock}`;
  return reader.say('section.at', { time });
}

/** `64.8 % of the time counted`, where that is less than all of it; null otherwise. */
export function countedWord(coverage: number | null, { say, locale }: Speaker): string | null {
  if (coverage === null || coverage >= 0.995) return null;
  return say('section.counted', { percent: formatPercent(coverage * 100, { locale, decimals: 1 }) });
}
