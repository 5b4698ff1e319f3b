import { dateAt, type LocalDate, type Span, type Weekday, wallAt, weekdayOf } from '../../../core/index.ts';
import type { WidgetSeries } from '../widget-series.ts';

/** What stands at the edge of a row or column: a weekday, a date, an hour of the clock, or a group's own label. */
export type GridLabel =
  | { readonly kind: 'weekday'; readonly weekday: Weekday }
  | { readonly kind: 'date'; readonly date: LocalDate }
  | { readonly kind: 'hour'; readonly hour: number }
  | { readonly kind: 'group'; readonly type: string; readonly label: string };

export interface Grid {
  readonly rows: readonly GridLabel[];
  readonly columns: readonly GridLabel[];
  /** By row, then column; null where nothing is known. */
  readonly cells: readonly (readonly (number | null)[])[];
  /** As `cells`: what each is made of; null where nothing is known, or where several series meet. */
  readonly sources: readonly (readonly (CellSource | null)[])[];
}

/** The series a cell is of, and the steps of its course whose mean it holds; none of a series without a course. */
export interface CellSource {
  readonly series: WidgetSeries;
  readonly spans: readonly Span[];
}

const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;

/**
 * Folds series into a grid of colours. A course of hours: hours across and dates down, of more than a week the weekdays
 * with the mean of their dates; several groups of it stand below each other. Without time: the first grouping down, the
 * others across.
 */
export function foldGrid(series: readonly WidgetSeries[], timezone: string): Grid {
  const courses = series.filter(({ buckets }) => buckets !== null && buckets.length > 0);
  return courses.length === 0 ? byGroups(series) : byTime(courses, timezone);
}

function byTime(courses: readonly WidgetSeries[], timezone: string): Grid {
  const buckets = courses.flatMap((each) => each.buckets ?? []);
  const isDaily = buckets.every(({ from, to }) => to - from > 12 * msPerHour);
  const dates = new Set(buckets.map(({ from }) => dateAt(timezone, from)));
  const isSplit = courses.length > 1;
  const sink = new Folding();
  for (const each of courses) {
    for (const { from, to, point } of each.buckets ?? []) {
      const date = dateAt(timezone, from);
      const hour = Math.floor((((wallAt(timezone, from) % msPerDay) + msPerDay) % msPerDay) / msPerHour);
      const time: GridLabel = isDaily ? { kind: 'date', date } : { kind: 'hour', hour };
      const day: GridLabel = dates.size > 7 ? { kind: 'weekday', weekday: weekdayOf(date) } : { kind: 'date', date };
      const group = groupOf(each, 0);
      const row = isSplit ? group : isDaily ? { kind: 'weekday' as const, weekday: weekdayOf(date) } : day;
      const column: GridLabel = isSplit || !isDaily ? time : { kind: 'date', date: mondayOf(date) };
      sink.add(row, column, point?.state === 'known' ? point.value : null, { series: each, span: { from, to } });
    }
  }
  return sink.grid(true);
}

function byGroups(series: readonly WidgetSeries[]): Grid {
  const sink = new Folding();
  for (const each of series)
    sink.add(groupOf(each, 0), groupOf(each, 1), each.point.state === 'known' ? each.point.value : null, {
      series: each,
      span: null,
    });
  return sink.grid(false);
}

function groupOf({ groups, metric }: WidgetSeries, depth: number): GridLabel {
  const group = groups[depth];
  return group
    ? { kind: 'group', type: group.type, label: group.label }
    : { kind: 'group', type: 'METRIC', label: metric.id };
}

function mondayOf(date: LocalDate): LocalDate {
  const at = Date.parse(`${date}T12:00:00Z`) - (weekdayOf(date) - 1) * msPerDay;
  return new Date(at).toISOString().slice(0, 10);
}

interface Known {
  readonly value: number;
  readonly series: WidgetSeries;
  readonly span: Span | null;
}

/** Collects the known values of each cell; a cell holds their mean. */
class Folding {
  readonly #rows = new Map<string, GridLabel>();
  readonly #columns = new Map<string, GridLabel>();
  readonly #known = new Map<string, Known[]>();

  add(row: GridLabel, column: GridLabel, value: number | null, of: Omit<Known, 'value'>): void {
    const [rowKey, columnKey] = [keyOf(row), keyOf(column)];
    this.#rows.set(rowKey, row);
    this.#columns.set(columnKey, column);
    if (value === null) return;
    const key = `${rowKey}/${columnKey}`;
    const cell = this.#known.get(key) ?? [];
    cell.push({ ...of, value });
    this.#known.set(key, cell);
  }

  grid(isTime: boolean): Grid {
    const sorted = (labels: ReadonlyMap<string, GridLabel>) =>
      isTime ? [...labels].toSorted(([, one], [, other]) => orderOf(one) - orderOf(other)) : [...labels];
    const [rows, columns] = [sorted(this.#rows), sorted(this.#columns)];
    const known = rows.map(([row]) => columns.map(([column]) => this.#known.get(`${row}/${column}`) ?? []));
    return {
      rows: rows.map(([, label]) => label),
      columns: columns.map(([, label]) => label),
      cells: known.map((row) => row.map(meanOf)),
      sources: known.map((row) => row.map(sourceOf)),
    };
  }
}

function meanOf(cell: readonly Known[]): number | null {
  return cell.length === 0 ? null : cell.reduce((sum, { value }) => sum + value, 0) / cell.length;
}

function sourceOf(cell: readonly Known[]): CellSource | null {
  const [first] = cell;
  if (first === undefined || cell.some(({ series }) => series !== first.series)) return null;
  return { series: first.series, spans: cell.flatMap(({ span }) => span ?? []) };
}

function keyOf(label: GridLabel): string {
  return JSON.stringify(label);
}

/** Groups keep the order they came in: sorting is stable. */
function orderOf(label: GridLabel): number {
  if (label.kind === 'weekday') return label.weekday;
  if (label.kind === 'hour') return label.hour;
  return label.kind === 'date' ? Date.parse(label.date) : 0;
}
