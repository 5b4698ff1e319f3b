import { weekdayOf } from '@atrium/domain/core';
import { formatDayMonth, formatDayName, formatNumber, formatWeekday } from '@atrium/domain/core/format';
import type { DayFilter, Timespan } from '@atrium/domain/dashboards';
import {
  type CompareMode,
  type ComparisonCoverage,
  type DayRange,
  lastDayOf,
  lengthOf,
} from '@atrium/domain/measurements';
import type { Say } from '../../i18n/index.ts';

interface Reader {
  readonly say: Say;
  readonly locale: string;
}

/** `Today`, `Last 7 days`, `3 ranges` or the days themselves. */
export function timespanWord(timespan: Timespan, ranges: readonly DayRange[], { say, locale }: Reader): string {
  if (timespan.kind === 'preset') return say(`filters.preset.${timespan.preset}`);
  return ranges.length > 1 ? say('filters.ranges', { count: ranges.length }) : daysWord(ranges, locale);
}

/** `Thu 20 Nov` or `14 – 20 Nov`: the days themselves. */
export function daysWord(ranges: readonly DayRange[], locale: string): string {
  const [first] = ranges;
  const last = ranges.at(-1);
  if (!first || !last) return '';
  if (ranges.length === 1 && lengthOf(first) === 1) return formatDayName(first.from, locale);
  return `${formatDayMonth(first.from, locale)} – ${formatDayMonth(lastDayOf(last), locale)}`;
}

/** The same on a phone: `20 Nov`, and nothing where it would be longer than the control. */
export function shortDaysWord(ranges: readonly DayRange[], locale: string): string {
  const [first] = ranges;
  return first && ranges.length === 1 && lengthOf(first) === 1 ? formatDayMonth(first.from, locale) : '';
}

/** The control's word: `4 prev. Thursdays`. */
export function compareWord(mode: CompareMode, ranges: readonly DayRange[], { say, locale }: Reader): string {
  const weekday = onlyWeekday(ranges);
  if (mode === 'USUAL')
    return weekday === null
      ? say('filters.compare.usual')
      : say('filters.compare.usualDay', { weekday: formatWeekday(weekday, locale, 'long') });
  if (mode === 'PREVIOUS_WEEKS' && weekday !== null)
    return say('filters.compare.weekDay', { weekday: formatWeekday(weekday, locale, 'long') });
  return say(
    mode === 'PREVIOUS'
      ? 'filters.compare.previous'
      : mode === 'YEAR'
        ? 'filters.compare.year'
        : 'filters.compare.weeks',
  );
}

/** The same in brief, after 'vs': `4 prev. Thu`. */
export function compareShort(mode: CompareMode, ranges: readonly DayRange[], { say, locale }: Reader): string {
  const weekday = onlyWeekday(ranges);
  if (mode === 'USUAL')
    return weekday === null
      ? say('filters.compare.usualShort')
      : say('filters.compare.usualDayShort', { weekday: formatWeekday(weekday, locale, 'short') });
  if (mode === 'PREVIOUS_WEEKS' && weekday !== null)
    return say('filters.compare.weekDayShort', { weekday: formatWeekday(weekday, locale, 'short') });
  return say(
    mode === 'PREVIOUS'
      ? 'filters.compare.previousShort'
      : mode === 'YEAR'
        ? 'filters.compare.yearShort'
        : 'filters.compare.weeksShort',
  );
}

/** The legend's name of the comparison: a mean says so. */
export function compareLegend(mode: CompareMode, ranges: readonly DayRange[], reader: Reader): string {
  const short = compareShort(mode, ranges, reader);
  return mode === 'USUAL' ? reader.say('filters.compare.mean', { what: short }) : short;
}

function onlyWeekday(ranges: readonly DayRange[]): number | null {
  const [range, ...more] = ranges;
  return range && more.length === 0 && lengthOf(range) === 1 ? weekdayOf(range.from) : null;
}

/** `All`, `Sat, Sun` or `not Mon`. */
export function dayWord(day: DayFilter | null, { say, locale }: Reader): string {
  if (day === null) return say('filters.all');
  const days = new Intl.ListFormat(locale, { style: 'narrow', type: 'unit' }).format(
    day.days.map((weekday) => formatWeekday(weekday, locale, 'short')),
  );
  return day.operator === 'IS' ? days : say('filters.day.not', { days });
}

/** '32 of 90 days can be compared', where that is too few to tell a change; null otherwise. */
export function tooFewWord(tooFew: ComparisonCoverage | null, { say, locale }: Reader): string | null {
  if (tooFew === null) return null;
  const known = formatNumber(tooFew.known, { locale, decimals: tooFew.known < 1 && tooFew.known > 0 ? 1 : 0 });
  return say('filters.compare.tooFew', { known, asked: tooFew.asked });
}
