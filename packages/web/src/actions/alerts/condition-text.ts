import {
  type AlertCondition,
  type ConditionTypeName,
  type Deviation,
  emptyCondition,
  getConditionType,
} from '@atrium/domain/actions/alerts';
import { type Instant, instantToDate } from '@atrium/domain/core';
import { type DateReader, formatClock, formatDate, formatPercent } from '@atrium/domain/core/format';
import { findMetric } from '@atrium/domain/numbers';
import type { MessageId, Text } from '../../i18n/index.ts';
import { formatMetricValue } from '../../pages/words/metric-texts.ts';
import { formatUsual } from '../../pages/words/section-texts.ts';

type Words = Pick<Text, 't' | 'locale'>;

/** The parts of a condition that appear in its text. */
export interface DescribedCondition {
  readonly type: ConditionTypeName;
  readonly metric: string;
  /** For stopAndGo the current limit of its event, otherwise the condition's own number. */
  readonly limit: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Seconds. */
  readonly enterHold: number;
  readonly deviation?: Deviation | null;
  /** Percent, of deviations in percent. */
  readonly value?: number | null;
}

export const formatType = (type: ConditionTypeName, { t }: Pick<Words, 't'>): string =>
  t(`alertForm.type.${type}` as MessageId);

/** Formats a value with its metric's unit: `1,285 ppm`. */
export function formatMetric(value: number | null, metricId: string, { t, locale }: Words): string {
  const metric = findMetric(metricId);
  if (metric === undefined) return '–';
  return formatMetricValue(
    value,
    metric,
    { decimals: metric.decimals, hideUnit: false, formatter: null },
    { t, locale },
  );
}

/** Formats a usual value like the cards of pages: a small mean of people has a decimal. */
export function formatUsualMetric(value: number | null, metricId: string, { t, locale }: Words): string {
  const metric = findMetric(metricId);
  return metric === undefined ? '–' : formatUsual(value, metric, { t, locale });
}

/** Formats a limit of a condition: in the metric's unit, or in percent of what is usual. */
export function formatLimit(limit: number | null, metricId: string, condition: AlertCondition, words: Words): string {
  if (limit === null || getConditionType(condition.type).measure(condition) === 'value')
    return formatMetric(limit, metricId, words);
  return formatPercent(limit, { locale: words.locale, decimals: 0 });
}

/** Formats a condition: `CO₂ above 850 ppm for 10 min`. */
export function formatCondition(condition: DescribedCondition, words: Words): string {
  const { t } = words;
  const what = limitText(condition, words);
  if (condition.enterHold === 0) return what;
  return t('alertForm.words.for', { what, length: formatLength(condition.enterHold, words) });
}

function limitText(condition: DescribedCondition, words: Words): string {
  const { type, metric, limit, min, max, deviation, value } = condition;
  const { t, locale } = words;
  if (deviation != null)
    return t(`alertForm.words.${deviation}` as MessageId, {
      metric: t(`metric.${metric}` as MessageId),
      ...(value != null && { share: formatPercent(value, { locale, decimals: 0 }) }),
    });
  const { comparison, values, metrics } = getConditionType(type);
  const name = metrics === undefined ? formatType(type, words) : t(`metric.${metric}` as MessageId);
  if (comparison === 'outside' && (min === null) !== (max === null))
    return t(min === null ? 'alertForm.words.above' : 'alertForm.words.below', {
      type: name,
      limit: formatMetric(min ?? max, metric, words),
    });
  if (comparison === 'outside')
    return t('alertForm.words.outside', {
      type: name,
      from: formatMetric(min, metric, words),
      to: formatMetric(max, metric, words),
    });
  if (values(emptyCondition(type)) === null && type !== 'stopAndGo') return name;
  const id = comparison === 'below' ? 'alertForm.words.below' : 'alertForm.words.above';
  return t(id, { type: name, limit: formatMetric(limit, metric, words) });
}

/** Formats a duration (s) in minutes and hours: `41 min`, `2 h 05 min`. */
export function formatLength(seconds: number, { t }: Pick<Words, 't'>): string {
  const whole = Math.round(seconds / 60);
  if (whole < 60) return t('alertForm.minutes', { count: whole });
  return t('alertForm.hours', { hours: Math.floor(whole / 60), minutes: String(whole % 60).padStart(2, '0') });
}

interface LogMetric {
  readonly type: string;
  readonly value?: number | null;
  readonly threshold?: number | null;
}

/**
 * Formats `peak 1,450 ppm` of a log entry, or `lowest 36.5 %RH` below its limit, because the value may be back by now.
 * Null for a status or if unknown.
 */
export function formatPeak(
  { metrics: [metric] }: { readonly metrics: readonly LogMetric[] },
  text: Words,
): string | null {
  if (metric?.value == null || metric.type === 'deviceStatus') return null;
  const isBelow = metric.threshold != null && metric.value < metric.threshold;
  const value = formatMetric(metric.value, metric.type, text);
  return text.t(isBelow ? 'alerts.lowest' : 'alerts.peak', { value });
}

/** Formats an instant in the site's time zone: only the time if it is today there. */
export function formatMoment(at: Instant, timezone: string, reader: DateReader, now: Instant): string {
  const clock = formatClock(at, timezone);
  const date = instantToDate(timezone, at);
  return date === instantToDate(timezone, now) ? clock : `${formatDate(date, reader)} ${clock}`;
}
