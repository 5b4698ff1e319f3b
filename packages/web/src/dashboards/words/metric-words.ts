import {
  type DateReader,
  dash,
  durationParts,
  formatClock,
  formatDate,
  formatMonthName,
  formatNumber,
  formatPercent,
  formatWeekday,
  scaleMass,
} from '@atrium/domain/core/format';
import type { Widget } from '@atrium/domain/dashboards/definitions';
import {
  findNameFormatter,
  findValueFormatter,
  type SeriesGroup,
  settingsOf,
  type WidgetSeries,
} from '@atrium/domain/dashboards/widgets';
import {
  descriptorOf,
  fruinLevel,
  type Metric,
  monthNames,
  ownAggregation,
  weekdayNamed,
} from '@atrium/domain/measurements';
import { deviceStatusCodes } from '@atrium/domain/measurements/readings';
import { isolatedNumber, type MessageId, type Translate } from '../../i18n/index.ts';

/** Reads texts and numbers. */
export interface Translator {
  readonly t: Translate;
  readonly locale: string;
}

/** Reads dates too. */
export interface Reader extends Translator, DateReader {}

/** A value as it is read: the unit stands beside it, smaller; none where the figure says it itself. */
export interface Worded {
  readonly text: string;
  readonly unit: string;
}

export interface Wording {
  readonly decimals: number;
  readonly hideUnit: boolean;
  /** A named way to write it, instead of the metric's own. */
  readonly formatter: string | null;
}

/** How a widget writes one of its metrics: the metric's own decimals and unit unless it says otherwise. */
export function wordingOf(widget: Widget, index: number, metric: Metric): Wording {
  const own = widget.metrics?.[index]?.configuration;
  const settings = settingsOf(widget);
  return {
    decimals: own?.decimals ?? metric.decimals,
    hideUnit: own?.hideUnit ?? settings.hideUnit,
    formatter: own?.formatter ?? (settings.useCustomFormatter ? settings.tooltipFormatter : null),
  };
}

/** H04: decimals by metric, h/m/s of durations, tonnes from 1000 kg, Fruin's level beside the space of a person, a dash for what is no number. */
export function wordValue(value: number | null, metric: Metric, wording: Wording, { t, locale }: Translator): Worded {
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
  return { text, unit: metric.id === 'reverseDensity' && !hideUnit ? `${unit} · ${fruinLevel(value)}` : unit };
}

/** The unit of a number that a named formatter wrote: some change it, and some write it themselves. */
function formattedUnit({ formatter }: Wording, unit: string, t: Translate): string {
  switch (formatter) {
    case 'minutes':
      return t('widgets.unit.m');
    case 'clock':
    case 'percent':
      return '';
    // H05: a score on the general scale says so.
    case 'ofThree':
      return '/3';
    default:
      return unit;
  }
}

/** The same in one piece: `3,375 visitors`, `90.70 %`. */
export function valueText(value: number | null, metric: Metric, wording: Wording, reader: Translator): string {
  if (metric.unit === '%' && !wording.hideUnit && wording.formatter === null)
    return isolatedNumber(formatPercent(value, { locale: reader.locale, decimals: wording.decimals }), reader.locale);
  const { text, unit } = wordValue(value, metric, wording, reader);
  return isolatedNumber(unit === '' ? text : `${text}\u00a0${unit}`, reader.locale);
}

function durationWord(seconds: number, t: Translate): string {
  const parts = durationParts(seconds);
  if (parts === null) return dash;
  return parts.map(({ amount, unit }) => `${amount}\u00a0${t(`widgets.unit.${unit}`)}`).join(' ');
}

const countedUnits = ['visitors', 'people', 'groups', 'items', 'orders'] as const;

/** Words of what is counted are said in the reader's language, symbols are the same everywhere. */
function unitWord(unit: string, value: number, t: Translate): string {
  const counted = countedUnits.find((one) => one === unit);
  if (counted !== undefined) return t(`widgets.unit.${counted}`, { count: Math.abs(value) });
  // Where a site has no currency an amount has no unit either.
  if (unit === 'currency') return '';
  const perVisitor = /^(.+)\/visitor$/.exec(unit)?.[1];
  if (perVisitor !== undefined)
    return t('widgets.unit.perVisitor', { unit: perVisitor === 'currency' ? '' : perVisitor }).trim();
  return unit === 'kgCO2' ? 'kg CO₂' : unit === 'tCO2' ? 't CO₂' : unit;
}

/** A unit that is the same in every language, to stand at a scale; null of words, and where the marks say it. */
export function symbolOf({ unit }: Metric): string | null {
  if (
    ['', 's', '/3', '/5', 'code'].includes(unit) ||
    /^(visitors|people|groups|items|orders|currency)|\/visitor$/.test(unit)
  )
    return null;
  return unit === 'kgCO2' ? 'kg CO₂' : unit;
}

/** What its author calls it, or the metric's name; with it how its numbers were put together, where not as is usual. */
export function metricWord(widget: Widget, index: number, metric: Metric, t: Translate): string {
  const { customTitle, aggregation } = widget.metrics?.[index] ?? {};
  if (customTitle != null) return customTitle;
  const name = t(`metric.${metric.id}` as MessageId);
  const asked = aggregation?.toUpperCase();
  const isOwn = asked === undefined || asked === ownAggregation(metric);
  return isOwn ? name : `${name} · ${t(`widgets.word.aggregation.${asked}` as MessageId)}`;
}

/** Words of times and of people's kinds are translated; names of places are as their owner wrote them. */
export function groupWord({ type, label }: Pick<SeriesGroup, 'type' | 'label'>, reader: Reader): string {
  const { t } = reader;
  const time = timeWords[type]?.(label, reader);
  if (time != null) return time;
  if (type === 'WEEKEND') return t(label === 'WEEKEND' ? 'widgets.group.weekend' : 'widgets.group.workingDay');
  const isDescriptor = type in descriptorOf;
  if ((isDescriptor || type === 'ALL') && ['all', 'visitor', 'staff'].includes(label))
    return t(`widgets.group.${label}` as MessageId);
  // Sizes of groups are numbers; every word that a descriptor takes has a message, which a test holds.
  return isDescriptor && /^[a-z]+$/i.test(label) ? t(`descriptor.${label}` as MessageId) : label;
}

/** How the groups of a period are called; null of a label that is none of them. */
const timeWords: Readonly<Record<string, (label: string, reader: DateReader) => string | null>> = {
  DATE: (label, reader) => formatDate(label.slice(0, 10), reader),
  WEEKDAY: (label, { locale }) => {
    const weekday = weekdayNamed(label);
    return weekday === null ? null : formatWeekday(weekday, locale, 'long');
  },
  HOURLY: (label) => formatClock(Number(label) * 3_600_000, 'UTC'),
  MONTHLY: (label, { locale }) => {
    const month = (monthNames as readonly string[]).indexOf(label) + 1;
    return month === 0 ? null : formatMonthName(month, locale);
  },
};

/** A series' name: what tells it from the others, unless the definition says which of its names to use. */
export function seriesName(widget: Widget, series: WidgetSeries, all: readonly WidgetSeries[], reader: Reader): string {
  const metric = metricWord(widget, series.index, series.metric, reader.t);
  const groups = series.groups.map((group) => groupWord(group, reader)).join(' · ');
  const how = findNameFormatter(settingsOf(widget).legendFormatter);
  const isOneMetric = all.every(({ index }) => index === series.index);
  if (groups === '' || how === 'metric') return metric;
  if (how === 'group' || (how === null && isOneMetric)) return groups;
  return `${metric} · ${groups}`;
}
