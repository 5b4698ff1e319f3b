import { dateAt, type Instant, type LocalDate } from '@atrium/domain/core';
import { formatClock, formatPercent, formatShortDay } from '@atrium/domain/core/format';
import type { Metric } from '@atrium/domain/measurements';
import type { MessageId, Translate } from '../../i18n/index.ts';
import { type Reader, type Translator, valueText, type Worded, wordValue } from './metric-words.ts';

export type { Reader, Translator } from './metric-words.ts';

/** In sentences and on scales a meter's third decimal says nothing beside hundreds: as many as the size of the figure carries, at most the metric's own. */
const wordingOf = (metric: Metric, value: number | null) => ({
  decimals: Math.min(metric.decimals, Math.abs(value ?? 0) >= 100 ? 0 : Math.abs(value ?? 0) >= 10 ? 1 : 2),
  hideUnit: false,
  formatter: null,
});

const exactly = (metric: Metric) => ({ decimals: metric.decimals, hideUnit: false, formatter: null });

/** H01: a figure with all the decimals it is told in, its unit apart. */
export function figureOf(value: number | null, metric: Metric, reader: Translator): Worded {
  return wordValue(value, metric, exactly(metric), reader);
}

/** Shortly, in one piece: `742 ppm`. */
export function figureText(value: number | null, metric: Metric, reader: Translator): string {
  return valueText(value, metric, wordingOf(metric, value), reader);
}

/** With all the decimals it is told in: `1,204.318 kWh`. */
export function exactText(value: number | null, metric: Metric, reader: Translator): string {
  return valueText(value, metric, exactly(metric), reader);
}

export const nameOf = (metric: Metric, t: Translate): string => t(`metric.${metric.id}` as MessageId);

/** A name as it stands within a sentence: without the capital it begins with by itself, but for names in capitals. */
export function withinSentence(name: string, locale: string): string {
  // German writes its nouns with capitals wherever they stand.
  if (locale.startsWith('de') || !/^\p{Lu}\p{Ll}/u.test(name)) return name;
  return name.charAt(0).toLocaleLowerCase(locale) + name.slice(1);
}

/** `at 10:30`, or with its day: when a sample was as it says, which nothing was heard of since. */
export function heardUntilWord(heardUntil: Instant, now: Instant, timezone: string, reader: Reader): string {
  return reader.t('section.at', { time: momentText(heardUntil, dateAt(timezone, now), timezone, reader) });
}

/** `10:30`, with its day where that is another than `today`. */
export function momentText(at: Instant, today: LocalDate, timezone: string, reader: Reader): string {
  const day = dateAt(timezone, at);
  const clock = formatClock(at, timezone);
  return day === today ? clock : `${formatShortDay(day, reader)} ${clock}`;
}

/** `64.8 % of the time counted`, where that is less than all of it; null otherwise. */
export function countedWord(coverage: number | null, { t, locale }: Translator): string | null {
  if (coverage === null || coverage >= 0.995) return null;
  return t('section.counted', { percent: formatPercent(coverage * 100, { locale, decimals: 1 }) });
}
