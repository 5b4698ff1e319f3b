import {
  type DateReader,
  dash,
  formatClock,
  formatDate,
  formatMonthName,
  formatNumber,
  formatPercent,
  formatWeekday,
  scaleMass,
  splitDuration,
} from '@atrium/domain/core/format';
import {
  criterionDescriptors,
  getDefaultAggregation,
  getFruinLevel,
  type Metric,
  monthNames,
  parseWeekday,
} from '@atrium/domain/numbers';
import { deviceStatusCodes } from '@atrium/domain/numbers/readings';
import type { Widget } from '@atrium/domain/pages/definitions';
import {
  findNameFormatter,
  findValueFormatter,
  getWidgetSettings,
  type SeriesGroup,
  type WidgetSeries,
} from '@atrium/domain/pages/widgets';
import type { MessageId, Translate } from '../../i18n/index.ts';
import { isolateNumber } from '../../i18n/use-text.ts';

/** Formats texts and numbers. */
export interface Translator {
  readonly t: Translate;
  readonly locale: string;
}

/** Formats dates too. */
export interface Reader extends Translator, DateReader {}

/** A formatted value. The unit is shown smaller next to it; it is empty if the text contains it. */
export interface FormattedValue {
  readonly text: string;
  readonly unit: string;
}

export interface ValueFormat {
  readonly decimals: number;
  readonly hideUnit: boolean;
  /** Named formatter that replaces the metric's format. */
  readonly formatter: string | null;
}

/** Returns how a widget formats one of its metrics. Defaults to the metric's decimals and unit. */
export function getWording(widget: Widget, index: number, metric: Metric): ValueFormat {
  const own = widget.metrics?.[index]?.configuration;
  const settings = getWidgetSettings(widget);
  return {
    decimals: own?.decimals ?? metric.decimals,
    hideUnit: own?.hideUnit ?? settings.hideUnit,
    formatter: own?.formatter ?? (settings.useCustomFormatter ? settings.tooltipFormatter : null),
  };
}

/**
 * H04: formats a value. Decimals depend on the metric. Durations are in h/m/s, masses from 1000 kg in tonnes, space per
 * person is Fruin's level. A value that is no number is a dash.
 */
export function formatValueParts(
  value: number | null,
  metric: Metric,
  wording: ValueFormat,
  { t, locale }: Translator,
): FormattedValue {
  if (value === null || !Number.isFinite(value)) return { text: dash, unit: '' };
  const { decimals, hideUnit } = wording;
  const unit = hideUnit ? '' : unitWord(metric.unit, value, t);
  const custom = findValueFormatter(wording.formatter);
  if (custom)
    return { text: custom(value, { locale, decimals }), unit: hideUnit ? '' : formattedUnit(wording, unit, t) };
  const status = metric.kind === 'status' ? deviceStatusCodes[value] : undefined;
  if (status !== undefined) return { text: t(`widgets.status.${status}`), unit: '' };
  if (metric.unit === 's') return { text: durationWord(value, t), unit: '' };
  if (metric.unit === '%')
    return hideUnit
      ? { text: formatNumber(value, { locale, decimals }), unit }
      : { text: formatNumber(value, { locale, decimals }), unit: '%' };
  if (metric.unit === 'kgCO2') {
    const mass = scaleMass(value);
    const inTonnes = mass.unit === 'tCO2';
    return {
      text: formatNumber(mass.value, { locale, decimals: inTonnes ? Math.max(2, decimals) : decimals }),
      unit: hideUnit ? '' : unitWord(mass.unit, mass.value, t),
    };
  }
  const text = formatNumber(value, { locale, decimals });
  return { text, unit: metric.id === 'reverseDensity' && !hideUnit ? `${unit} · ${getFruinLevel(value)}` : unit };
}

/** Returns the unit for a named formatter: some change it, some include it in the text. */
function formattedUnit({ formatter }: ValueFormat, unit: string, t: Translate): string {
  switch (formatter) {
    case 'minutes':
      return t('widgets.unit.m');
    case 'clock':
    case 'percent':
      return '';
    // H05: a score on the general scale shows its maximum.
    case 'ofThree':
      return '/3';
    default:
      return unit;
  }
}

/** Formats a value with its unit: `3,375 visitors`, `90.70 %`. */
export function formatMetricValue(
  value: number | null,
  metric: Metric,
  wording: ValueFormat,
  reader: Translator,
): string {
  if (metric.unit === '%' && !wording.hideUnit && wording.formatter === null)
    return isolateNumber(formatPercent(value, { locale: reader.locale, decimals: wording.decimals }), reader.locale);
  const { text, unit } = formatValueParts(value, metric, wording, reader);
  return isolateNumber(unit === '' ? text : `${text}\u00a0${unit}`, reader.locale);
}

function durationWord(seconds: number, t: Translate): string {
  const parts = splitDuration(seconds);
  if (parts === null) return dash;
  return parts.map(({ amount, unit }) => `${amount}\u00a0${t(`widgets.unit.${unit}`)}`).join(' ');
}

const countedUnits = ['visitors', 'people', 'groups', 'items', 'orders'] as const;

/** Names of counted things are translated; symbols are international. */
function unitWord(unit: string, value: number, t: Translate): string {
  const counted = countedUnits.find((one) => one === unit);
  if (counted !== undefined) return t(`widgets.unit.${counted}`, { count: Math.abs(value) });
  const perVisitor = /^(.+)\/visitor$/.exec(unit)?.[1];
  if (perVisitor !== undefined)
    return t('widgets.unit.perVisitor', { unit: perVisitor === 'currency' ? '' : perVisitor }).trim();
  // A site without a currency shows amounts without it.
  if (unit.startsWith('currency')) return unit.slice('currency'.length);
  return unit === 'kgCO2' ? 'kg CO₂' : unit === 'tCO2' ? 't CO₂' : unit;
}

/** Returns a unit that is the same in every language, for a scale. Null for words, and if the ticks contain it. */
export function getUnitSymbol({ unit }: Metric): string | null {
  if (
    ['', 's', '/3', '/5', 'code'].includes(unit) ||
    /^(visitors|people|groups|items|orders|currency)|\/visitor$/.test(unit)
  )
    return null;
  return unit === 'kgCO2' ? 'kg CO₂' : unit;
}

/** Returns the author's title or the metric's name, with the aggregation if it is not the default. */
export function formatMetricName(widget: Widget, index: number, metric: Metric, t: Translate): string {
  const { customTitle, aggregation } = widget.metrics?.[index] ?? {};
  if (customTitle != null) return customTitle;
  const name = t(`metric.${metric.id}` as MessageId);
  const asked = aggregation?.toUpperCase();
  const isOwn = asked === undefined || asked === getDefaultAggregation(metric);
  return isOwn ? name : `${name} · ${t(`widgets.word.aggregation.${asked}` as MessageId)}`;
}

/** Names a group. Times and descriptors are translated; names of places are as entered. */
export function formatGroup({ type, label }: Pick<SeriesGroup, 'type' | 'label'>, reader: Reader): string {
  const { t } = reader;
  const time = timeWords[type]?.(label, reader);
  if (time != null) return time;
  if (type === 'COUNTRY') return formatCountry(label, reader);
  if (type === 'WEEKEND') return t(label === 'WEEKEND' ? 'widgets.group.weekend' : 'widgets.group.workingDay');
  const isDescriptor = type in criterionDescriptors;
  if ((isDescriptor || type === 'ALL') && ['all', 'visitor', 'staff'].includes(label))
    return t(`widgets.group.${label}` as MessageId);
  // Group sizes are numbers. Every descriptor value has a message, which a test checks.
  return isDescriptor && /^[a-z]+$/i.test(label) ? t(`descriptor.${label}` as MessageId) : label;
}

function formatCountry(label: string, { t, locale }: Reader): string {
  return label === 'unknown'
    ? t('widgets.group.unknownCountry')
    : (new Intl.DisplayNames(locale, { type: 'region' }).of(label) ?? label);
}

/** Formats the labels of time groups; null for a label that does not fit. */
const timeWords: Readonly<Record<string, (label: string, reader: DateReader) => string | null>> = {
  DATE: (label, reader) => formatDate(label.slice(0, 10), reader),
  WEEKDAY: (label, { locale }) => {
    const weekday = parseWeekday(label);
    return weekday === null ? null : formatWeekday(weekday, locale, 'long');
  },
  HOURLY: (label) => formatClock(Number(label) * 3_600_000, 'UTC'),
  MONTHLY: (label, { locale }) => {
    const month = (monthNames as readonly string[]).indexOf(label) + 1;
    return month === 0 ? null : formatMonthName(month, locale);
  },
};

/** Returns a series' name: what distinguishes it, unless the definition selects the name. */
export function formatSeriesName(
  widget: Widget,
  series: WidgetSeries,
  all: readonly WidgetSeries[],
  reader: Reader,
): string {
  const metric = formatMetricName(widget, series.index, series.metric, reader.t);
  const groups = series.groups.map((group) => formatGroup(group, reader)).join(' · ');
  const how = findNameFormatter(getWidgetSettings(widget).legendFormatter);
  const isOneMetric = all.every(({ index }) => index === series.index);
  if (groups === '' || how === 'metric') return metric;
  if (how === 'group' || (how === null && isOneMetric)) return groups;
  return `${metric} · ${groups}`;
}
