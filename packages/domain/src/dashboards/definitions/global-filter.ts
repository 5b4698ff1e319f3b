import { err, ok, type Result } from '../../core/index.ts';
import { timespanPresets } from '../../measurements/index.ts';
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
/** Days of the calendar can be chosen, not left out: what is shown is a stretch of time. */
const dateFilter = block({ values: list(text) }, { operator: oneOf(['IN']), criterion: oneOf(['DATE']) });

const globalFilter = block(
  { type: oneOf(globalFilterTypes) },
  {
    id: whole(1, 1_000_000),
    order: whole(0, 1_000_000),
    /** The zones a reader may choose among; of an empty list there is nothing to show (F02). */
    zoneIds: list(reference('zone')),
    categoryId: reference('tagCategory'),
    dayFilters: list(dayFilter),
    dateFilters: list(dateFilter),
    datePreset: oneOf(timespanPresets),
    /** Site-local dates, both included. */
    dateBegin: text,
    dateEnd: text,
  },
);

/** A filter that a custom page offers for all of its widgets, with what is chosen at first. */
export type WidgetGlobalFilter = Shaped<typeof globalFilter>;

export function parseGlobalFilter(raw: unknown): Result<WidgetGlobalFilter, readonly ShapeProblem[]> {
  const problems: ShapeProblem[] = [];
  const read = readGlobalFilter(raw, idReading(problems));
  return problems.length > 0 ? err(problems) : ok(read);
}

/** As `parseGlobalFilter`, where references are not (yet) ids. */
export function readGlobalFilter(raw: unknown, reading: ShapeReading): WidgetGlobalFilter {
  return globalFilter(raw, [], reading);
}
