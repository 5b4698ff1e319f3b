import {
  getWeekday,
  instantToDate,
  type LocalDate,
  type SiteCalendar,
  type Span,
  startOfWeek,
  type Weekday,
} from '../../../core/index.ts';
import { parseWeekday } from '../../../numbers/index.ts';
import type { SeriesGroup, WidgetSeries } from './widget-series.ts';

/** Header of a row or column: a weekday, a date, an hour of day, or group labels. */
export type GridLabel =
  | { readonly kind: 'weekday'; readonly weekday: Weekday }
  | { readonly kind: 'date'; readonly date: LocalDate }
  | { readonly kind: 'hour'; readonly hour: number }
  | { readonly kind: 'metric'; readonly id: string }
  | { readonly kind: 'groups'; readonly groups: readonly SeriesGroup[] };

export interface Grid {
  readonly rows: readonly GridLabel[];
  readonly columns: readonly GridLabel[];
  /** By row, then column; null if unknown. */
  readonly cells: readonly (readonly (number | null)[])[];
  /** The source of each cell; null if unknown. */
  readonly sources: readonly (readonly (CellSource | null)[])[];
}

/** The series of a cell's number, and its span if it is one step of a time series. */
export interface CellSource {
  readonly series: WidgetSeries;
  readonly span: Span | null;
}

/**
 * Arranges answers as a grid: outer groups as rows, the innermost grouping as columns, such as hours of day. Days are
 * rows by weekday, with one week next to the other, in the order of the site's week.
 */
export function foldGrid(
  series: readonly WidgetSeries[],
  { timezone, firstWeekday = 1 }: Pick<SiteCalendar, 'timezone' | 'firstWeekday'>,
): Grid {
  const grid = new Cells(firstWeekday);
  for (const each of series) {
    if (each.buckets === null) {
      const down = each.groups.slice(0, Math.max(1, each.groups.length - 1));
      grid.put(labelOf(down, each), labelOf(each.groups.slice(down.length), each), each.point, {
        series: each,
        span: null,
      });
      continue;
    }
    for (const { from, to, point } of each.buckets) {
      const date = instantToDate(timezone, from);
      const isSplit = each.groups.length > 0;
      const row: GridLabel = isSplit ? labelOf(each.groups, each) : { kind: 'weekday', weekday: getWeekday(date) };
      const column: GridLabel = { kind: 'date', date: isSplit ? date : startOfWeek(date, firstWeekday) };
      grid.put(row, column, point, { series: each, span: { from, to } });
    }
  }
  return grid.laidOut();
}

function labelOf(groups: readonly SeriesGroup[], { metric }: WidgetSeries): GridLabel {
  const [first] = groups;
  if (first === undefined) return { kind: 'metric', id: metric.id };
  if (groups.length > 1) return { kind: 'groups', groups };
  const weekday = first.type === 'WEEKDAY' ? parseWeekday(first.label) : null;
  if (weekday !== null) return { kind: 'weekday', weekday };
  if (first.type === 'HOURLY') return { kind: 'hour', hour: Number(first.label) };
  return first.type === 'DATE' ? { kind: 'date', date: first.label.slice(0, 10) } : { kind: 'groups', groups };
}

class Cells {
  readonly #firstWeekday: Weekday;
  readonly #rows = new Map<string, GridLabel>();
  readonly #columns = new Map<string, GridLabel>();
  readonly #known = new Map<string, CellSource & { readonly value: number }>();

  constructor(firstWeekday: Weekday) {
    this.#firstWeekday = firstWeekday;
  }

  put(row: GridLabel, column: GridLabel, point: WidgetSeries['point'] | null, source: CellSource): void {
    const [rowKey, columnKey] = [keyOf(row), keyOf(column)];
    this.#rows.set(rowKey, row);
    this.#columns.set(columnKey, column);
    if (point?.state === 'known') this.#known.set(`${rowKey}/${columnKey}`, { ...source, value: point.value });
  }

  laidOut(): Grid {
    const [rows, columns] = [this.#sort(this.#rows), this.#sort(this.#columns)];
    const known = rows.map(([row]) => columns.map(([column]) => this.#known.get(`${row}/${column}`) ?? null));
    return {
      rows: rows.map(([, label]) => label),
      columns: columns.map(([, label]) => label),
      cells: known.map((row) => row.map((cell) => cell?.value ?? null)),
      sources: known,
    };
  }

  #sort(labels: ReadonlyMap<string, GridLabel>): (readonly [string, GridLabel])[] {
    return [...labels].toSorted(([, one], [, other]) => this.#orderOf(one) - this.#orderOf(other));
  }

  /** Groups keep their order, because sorting is stable. */
  #orderOf(label: GridLabel): number {
    if (label.kind === 'weekday') return (label.weekday - this.#firstWeekday + 7) % 7;
    if (label.kind === 'hour') return label.hour;
    return label.kind === 'date' ? Date.parse(label.date) : 0;
  }
}

function keyOf(label: GridLabel): string {
  return JSON.stringify(label);
}
