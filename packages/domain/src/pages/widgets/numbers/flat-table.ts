import {
  type DescriptorKey,
  getUsualDecimals,
  type Metric,
  roundAsShown,
  type UsualRange,
} from '../../../numbers/index.ts';
import { getUnsupported } from '../../answer-series.ts';
import type { WidgetSeries } from './widget-series.ts';

/** Numbers as rows, for the screen, the clipboard and files. */
export interface FlatTable {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly values: readonly FlatValue[] }[];
}

/** Null is unknown. A list names the unsupported descriptors that make it unknown. */
export type FlatValue = number | readonly DescriptorKey[] | null;

/** Formats names and labels. */
export interface TableWords {
  readonly metric: (series: WidgetSeries) => string;
  readonly group: (series: WidgetSeries, depth: number) => string;
  readonly time: (from: number, to: number) => string;
  /** Header of the time or group column. */
  readonly first: string;
  readonly usual: string;
  /** Ends of the usual range. */
  readonly lower: string;
  readonly upper: string;
}

/**
 * G09: builds one row per time step or outermost group. Nested groups become columns, with their labels joined by
 * underscores.
 */
export function buildFlatTable(series: readonly WidgetSeries[], words: TableWords): FlatTable {
  const courses = series.filter(({ buckets }) => buckets !== null && buckets.length > 0);
  return hasTimeRows(series) ? tableOfCourses(courses, words) : tableOfGroups(series, words);
}

/** Whether rows are time steps. Figures are not time series, whatever chart is drawn next to them. */
export function hasTimeRows(series: readonly WidgetSeries[]): boolean {
  const hasFigures = series.some(({ point }) => point.state === 'known');
  return !hasFigures && series.some(({ buckets }) => buckets !== null && buckets.length > 0);
}

function tableOfCourses(series: readonly WidgetSeries[], words: TableWords): FlatTable {
  const columns = series.flatMap((each) => {
    const name = nameOf(each, 0, words);
    const byTime = new Map((each.buckets ?? []).map((bucket) => [bucket.from, bucket]));
    const value = { name, of: (at: number) => knownOf(byTime.get(at)?.point) };
    if (!(each.buckets ?? []).some(({ usual }) => usual !== null)) return [value];
    const usual = { name: `${name}_${words.usual}`, of: (at: number) => usualOf(each.metric, byTime.get(at)?.usual) };
    if (!(each.buckets ?? []).some(({ range }) => range != null)) return [value, usual];
    return [
      value,
      usual,
      ...rangeColumns(name, words, (at: number) => ({ metric: each.metric, range: byTime.get(at)?.range })),
    ];
  });
  const times = new Map(series.flatMap(({ buckets }) => (buckets ?? []).map(({ from, to }) => [from, to] as const)));
  return {
    columns: [words.first, ...columns.map(({ name }) => name)],
    rows: [...times]
      .sort(([one], [other]) => one - other)
      .map(([from, to]) => ({ label: words.time(from, to), values: columns.map(({ of }) => of(from)) })),
  };
}

function tableOfGroups(series: readonly WidgetSeries[], words: TableWords): FlatTable {
  const columns = new Map<string, { values: Map<string, WidgetSeries>; compares: boolean }>();
  const rows: string[] = [];
  for (const each of series) {
    const row = each.groups.length > 0 ? words.group(each, 0) : words.metric(each);
    const column = each.groups.length > 0 ? nameOf(each, 1, words) : words.first;
    if (!rows.includes(row)) rows.push(row);
    const found = columns.get(column) ?? { values: new Map<string, WidgetSeries>(), compares: false };
    found.values.set(row, each);
    found.compares ||= each.usual !== null;
    columns.set(column, found);
  }
  const shown = [...columns].flatMap(([name, { values, compares }]) => {
    const value = { name, of: (row: string) => knownOf(values.get(row)?.point) };
    const usual = {
      name: `${name}_${words.usual}`,
      of: (row: string) => usualOf(values.get(row)?.metric, values.get(row)?.usual),
    };
    if (!compares) return [value];
    if ([...values.values()].every(({ range }) => range === null)) return [value, usual];
    return [value, usual, ...rangeColumns(name, words, (row: string) => values.get(row))];
  });
  const isSplit = series.some(({ groups }) => groups.length > 0);
  return {
    columns: [isSplit ? words.first : '', ...shown.map(({ name }) => name)],
    rows: rows.map((label) => ({ label, values: shown.map(({ of }) => of(label)) })),
  };
}

function rangeColumns<Key>(
  name: string,
  words: Pick<TableWords, 'lower' | 'upper'>,
  find: (key: Key) => { readonly metric: Metric; readonly range?: UsualRange | null | undefined } | undefined,
) {
  return (['lower', 'upper'] as const).map((end) => ({
    name: `${name}_${words[end]}`,
    of: (key: Key) => usualOf(find(key)?.metric, find(key)?.range?.[end]),
  }));
}

/** Returns a usual value as it is shown beside a number. */
function usualOf(metric: Metric | undefined, usual: number | null | undefined): number | null {
  return metric === undefined || usual == null ? null : roundAsShown(usual, getUsualDecimals(metric, usual));
}

/** Joins the metric and its groups from a depth on. */
function nameOf(series: WidgetSeries, from: number, words: TableWords): string {
  const groups = series.groups.slice(from).map((_, depth) => words.group(series, from + depth));
  return [words.metric(series), ...groups].join('_');
}

function knownOf(point: WidgetSeries['point'] | null | undefined): FlatValue {
  if (point?.state === 'known') return point.value;
  const notTold = getUnsupported(point);
  return notTold.length === 0 ? null : notTold;
}
