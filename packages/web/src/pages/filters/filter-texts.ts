import { getWeekday } from '@atrium/domain/core';
import {
  type DateReader,
  formatDate,
  formatDay,
  formatNumber,
  formatPercent,
  formatShortDate,
  formatWeekday,
} from '@atrium/domain/core/format';
import {
  countDays,
  type DayRange,
  getLastDay,
  type QueryCompareMode,
  type TooFew,
  usualShifts,
} from '@atrium/domain/numbers';
import type { DayFilter, Timespan } from '@atrium/domain/pages';
import type { Translate } from '../../i18n/index.ts';

interface Translator {
  readonly t: Translate;
  readonly locale: string;
}

/** Formats a timespan: `Today`, `Last 7 days`, `3 ranges` or the dates. */
export function formatTimespan(
  timespan: Timespan,
  ranges: readonly DayRange[],
  reader: Translator & DateReader,
): string {
  if (timespan.kind === 'preset') return reader.t(`filters.preset.${timespan.preset}`);
  return ranges.length > 1 ? reader.t('filters.ranges', { count: ranges.length }) : formatDays(ranges, reader);
}

/** Formats the dates: `Thu 20/11/2025` or `14/11/2025 – 20/11/2025`. */
export function formatDays(ranges: readonly DayRange[], reader: DateReader): string {
  const [first] = ranges;
  const last = ranges.at(-1);
  if (!first || !last) return '';
  if (ranges.length === 1 && countDays(first) === 1) return formatDay(first.from, reader);
  return `${formatDate(first.from, reader)} – ${formatDate(getLastDay(last), reader)}`;
}

/** Formats the dates for phones: `20/11`, or '' if too long for the control. */
export function formatDaysShort(ranges: readonly DayRange[], reader: DateReader): string {
  const [first] = ranges;
  return first && ranges.length === 1 && countDays(first) === 1 ? formatShortDate(first.from, reader) : '';
}

/** Formats a comparison for its control: `4 prev. Thursdays`. */
export function formatCompareMode(
  mode: QueryCompareMode,
  ranges: readonly DayRange[],
  { t, locale }: Translator,
): string {
  const weekday = onlyWeekday(ranges);
  if (mode === 'EXPECTED') return t('filters.compare.expected');
  if (mode === 'USUAL')
    return weekday === null
      ? t('filters.compare.usual')
      : t('filters.compare.usualDay', { weekday: formatWeekday(weekday, locale, 'long') });
  if (mode === 'PREVIOUS_WEEKS' && weekday !== null)
    return t('filters.compare.weekDay', { weekday: formatWeekday(weekday, locale, 'long') });
  return t(
    mode === 'PREVIOUS'
      ? 'filters.compare.previous'
      : mode === 'YEAR'
        ? 'filters.compare.year'
        : 'filters.compare.weeks',
  );
}

/**
 * Formats a comparison briefly, after 'vs': `4 prev. Thu`. `times` is how many of them were used. Without an expected
 * value, a number is compared with so many of the same weekdays.
 */
export function formatCompareModeShort(
  mode: QueryCompareMode,
  ranges: readonly DayRange[],
  { t, locale }: Translator,
  times: number | null = null,
): string {
  const weekday = onlyWeekday(ranges);
  const count = times || usualShifts;
  if (mode === 'EXPECTED' && times === null) return t('filters.compare.expectedShort');
  if (mode === 'USUAL' || mode === 'EXPECTED')
    return weekday === null
      ? t('filters.compare.usualShort', { count })
      : t('filters.compare.usualDayShort', { count, weekday: formatWeekday(weekday, locale, 'short') });
  if (mode === 'PREVIOUS_WEEKS' && weekday !== null)
    return t('filters.compare.weekDayShort', { weekday: formatWeekday(weekday, locale, 'short') });
  return t(
    mode === 'PREVIOUS'
      ? 'filters.compare.previousShort'
      : mode === 'YEAR'
        ? 'filters.compare.yearShort'
        : 'filters.compare.weeksShort',
  );
}

/** Formats a comparison for the legend. States whether it is a mean. */
export function formatCompareLegend(
  mode: QueryCompareMode,
  ranges: readonly DayRange[],
  reader: Translator,
  times: number | null = null,
): string {
  const short = formatCompareModeShort(mode, ranges, reader, times);
  return mode === 'USUAL' || (mode === 'EXPECTED' && times !== null)
    ? reader.t('filters.compare.mean', { what: short })
    : short;
}

function onlyWeekday(ranges: readonly DayRange[]): number | null {
  const [range, ...more] = ranges;
  return range && more.length === 0 && countDays(range) === 1 ? getWeekday(range.from) : null;
}

/** Formats weekdays: `All`, `Sat, Sun` or `not Mon`. */
export function formatDayFilter(day: DayFilter | null, { t, locale }: Translator): string {
  if (day === null) return t('filters.all');
  const days = new Intl.ListFormat(locale, { style: 'narrow', type: 'unit' }).format(
    day.days.map((weekday) => formatWeekday(weekday, locale, 'short')),
  );
  return day.operator === 'IS' ? days : t('filters.day.not', { days });
}

/** Returns the comparable share to state once for a whole table; null if any row has enough to compare. */
export function getCommonTooFew(rows: readonly { readonly tooFew: TooFew | null }[]): TooFew | null {
  return rows.every(({ tooFew }) => tooFew !== null) ? (rows[0]?.tooFew ?? null) : null;
}

/** Returns the usual value for a chart's summary. */
export function buildSummaryValues(usual: number | null, legend: string, write: (value: number) => string) {
  return { compares: usual === null ? 'no' : 'yes', legend, usual: usual === null ? '' : write(usual) };
}

/** Formats '32 of 90 days can be compared' if that is too few to show a change; otherwise null. */
export function formatTooFew(tooFew: TooFew | null, { t, locale }: Translator): string | null {
  if (tooFew === null) return null;
  if ('share' in tooFew)
    return t('filters.compare.tooLittle', { percent: formatPercent(tooFew.share * 100, { locale, decimals: 0 }) });
  const known = formatNumber(tooFew.known, { locale, decimals: tooFew.known < 1 && tooFew.known > 0 ? 1 : 0 });
  return t('filters.compare.tooFew', { known, asked: tooFew.asked });
}
