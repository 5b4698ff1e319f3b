import { type Instant, instantToDate, type LocalDate, type Span } from '@atrium/domain/core';
import { formatClock, formatDay, formatPercent, formatShortDay } from '@atrium/domain/core/format';
import { findMetric, getUsualDecimals, type Metric, type UsualRange } from '@atrium/domain/numbers';
import type { Comfort } from '@atrium/domain/pages';
import type { MessageId, Text, Translate } from '../../i18n/index.ts';
import {
  type FormattedValue,
  formatMetricValue,
  formatValueParts,
  type Reader,
  type Translator,
} from './metric-texts.ts';

export type { Reader, Translator } from './metric-texts.ts';

/** Sentences and scales use as many decimals as the size of the figure warrants, at most the metric's own. */
export const getFigureDecimals = (metric: Metric, value: number | null): number =>
  Math.min(metric.decimals, Math.abs(value ?? 0) >= 100 ? 0 : Math.abs(value ?? 0) >= 10 ? 1 : 2);

const wordingOf = (metric: Metric, value: number | null) => ({
  decimals: getFigureDecimals(metric, value),
  hideUnit: false,
  formatter: null,
});

const exactly = (metric: Metric) => ({ decimals: metric.decimals, hideUnit: false, formatter: null });

/** H01: formats a figure with all its decimals, its unit apart. */
export function formatFigureParts(value: number | null, metric: Metric, reader: Translator): FormattedValue {
  return formatValueParts(value, metric, exactly(metric), reader);
}

/** Formats a figure briefly with its unit: `742 ppm`. */
export function formatFigure(value: number | null, metric: Metric, reader: Translator): string {
  return formatMetricValue(value, metric, wordingOf(metric, value), reader);
}

/** Formats a range briefly with its unit: `593–705 ppm`. Isolated, so that it stays left to right. */
export function formatFigureRange({ lower, upper }: UsualRange, metric: Metric, reader: Translator): string {
  const start = formatMetricValue(lower, metric, { ...wordingOf(metric, lower), hideUnit: true }, reader);
  return `\u2066${start}–${formatFigure(upper, metric, reader)}\u2069`;
}

/** Formats a figure with all its decimals: `1,204.318 kWh`. */
export function formatExact(value: number | null, metric: Metric, reader: Translator): string {
  return formatMetricValue(value, metric, exactly(metric), reader);
}

/** Formats a usual value like `formatExact`. A small mean of people has a decimal. */
export function formatUsual(usual: number | null, metric: Metric, reader: Translator): string {
  const decimals = usual === null ? metric.decimals : getUsualDecimals(metric, usual);
  return formatMetricValue(usual, metric, { ...exactly(metric), decimals }, reader);
}

export const getMetricName = (metric: Metric, t: Translate): string => t(`metric.${metric.id}` as MessageId);

/** Returns a name for use within a sentence: without an initial capital, except for acronyms. */
export function toMidSentence(name: string, locale: string): string {
  // German capitalizes its nouns everywhere.
  if (locale.startsWith('de') || !/^\p{Lu}\p{Ll}/u.test(name)) return name;
  return name.charAt(0).toLocaleLowerCase(locale) + name.slice(1);
}

/** Formats the time of the last reading: `at 10:30`, with its date if that is not today. */
export function formatLastSeen(lastReadingAt: Instant, now: Instant, timezone: string, reader: Reader): string {
  return reader.t('section.at', { time: formatMoment(lastReadingAt, instantToDate(timezone, now), timezone, reader) });
}

/** Formats `10:30`, with its date if that is not `today`. */
export function formatMoment(at: Instant, today: LocalDate, timezone: string, reader: Reader): string {
  const day = instantToDate(timezone, at);
  const clock = formatClock(at, timezone);
  return day === today ? clock : `${formatShortDay(day, reader)} ${clock}`;
}

/** Formats `64.8 % of the time counted` if coverage is incomplete; otherwise null. */
export function formatCounted(coverage: number | null, { t, locale }: Translator): string | null {
  if (coverage === null || coverage >= 0.995) return null;
  return t('section.counted', { percent: formatPercent(coverage * 100, { locale, decimals: 1 }) });
}

/** Lists the metrics that decide a place's comfort. */
export function formatMeasures({ decidedBy }: Comfort, { t, locale }: Translator): string {
  const names = decidedBy.flatMap((id) => {
    const metric = findMetric(id);
    return metric ? [getMetricName(metric, t)] : [];
  });
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names);
}

/** Formats a silent span, with its date if that is not today. */
export function formatSilence(span: Span, timezone: string, now: Instant, text: Text): string {
  const date = instantToDate(timezone, span.from);
  const day = date === instantToDate(timezone, now) ? '' : `${formatDay(date, text)} `;
  return text.t('section.reported.silent', {
    // Isolated, so that it stays left to right within right-to-left text.
    when: `${day}\u2066${formatClock(span.from, timezone)}–${formatClock(span.to, timezone)}\u2069`,
  });
}
