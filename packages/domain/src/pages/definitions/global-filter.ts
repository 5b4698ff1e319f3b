import { err, ok, type Result } from '../../core/index.ts';
import { timespanPresets } from '../../numbers/index.ts';
import {
  block,
  idReading,
  list,
  oneOf,
  reference,
  type Shaped,
  type ShapeProblem,
  type ShapeReading,
  text,
  whole,
} from './shape.ts';

export const globalFilterTypes = ['zone', 'category', 'gender', 'engagement', 'day', 'date'] as const;

const dayFilter = block({ values: list(text) }, { operator: oneOf(['IN', 'NOT_IN']), criterion: oneOf(['DAY']) });
/** Only IN: the shown period must be continuous. */
const dateFilter = block({ values: list(text) }, { operator: oneOf(['IN']), criterion: oneOf(['DATE']) });

const globalFilter = block(
  { type: oneOf(globalFilterTypes) },
  {
    id: whole(1, 1_000_000),
    order: whole(0, 1_000_000),
    /** The zones to choose from. With an empty list there is nothing to show (F02). */
    zoneIds: list(reference('zone')),
    categoryId: reference('tagCategory'),
    dayFilters: list(dayFilter),
    dateFilters: list(dateFilter),
    datePreset: oneOf(timespanPresets),
    /** Site-local dates, both inclusive. */
    dateBegin: text,
    dateEnd: text,
  },
);

/** A filter that a custom page offers for all its widgets, with its initial value. */
export type WidgetGlobalFilter = Shaped<typeof globalFilter>;

export function parseGlobalFilter(raw: unknown): Result<WidgetGlobalFilter, readonly ShapeProblem[]> {
  const problems: ShapeProblem[] = [];
  const read = readGlobalFilter(raw, idReading(problems));
  return problems.length > 0 ? err(problems) : ok(read);
}

/** Like `parseGlobalFilter`, for definitions whose references are not ids yet. */
export function readGlobalFilter(raw: unknown, reading: ShapeReading): WidgetGlobalFilter {
  return globalFilter(raw, [], reading);
}
