import type { Span } from '@atrium/domain/core';
import { dayMs } from '../../../rollups/dirty-days.ts';
import type { WholeDayPlan } from '../plan-days.ts';
import { joinSpans } from '../spans.ts';
import { rowsParams, rowsWhere } from './day-rows.ts';
import { buildRangesPart, type ReadingsSelection } from './readings-of.ts';

/** Devices and metrics that a statement reads, and the source of each time. */
export interface DaySourceOf {
  readonly readings: ReadingsSelection;
  readonly days: WholeDayPlan;
}

/** Columns of the rows of each source. They must agree in number, names and types. */
export interface SourceColumns {
  /** For whole days; `at` is the start of the day. */
  readonly day: string;
  /** For a single reading with its `at` and `value`, stored in a rollup or as such. */
  readonly reading: string;
  /** Same, where a rollup stores it in another form. */
  readonly stored?: string;
  /** Rollup column of the stored values; `levels` by default. */
  readonly values?: string;
}

/**
 * Combines three sources: a rollup table's whole days, the readings it stores for cut days, and the readings table.
 * Parameter names begin with `prefix`.
 */
export function daySource(
  { readings, days }: DaySourceOf,
  table: string,
  { day, reading, stored = reading, values = 'levels' }: SourceColumns,
  prefix = '',
) {
  const params: Record<string, unknown> = { ...rowsParams(readings) };
  const within = (name: string, spans: readonly Span[], column: string) => {
    const part = buildRangesPart(`${prefix}${name}`, spans, column);
    Object.assign(params, part.params);
    return part.condition;
  };
  const where = `WHERE ${rowsWhere(readings)}`;
  const rows: string[] = [];
  if (days.whole.length > 0)
    rows.push(`SELECT ${day}
    FROM (SELECT *, toInt64(day) * ${dayMs} AS at FROM ${table} FINAL
    ${where}
    AND ${within('whole', days.whole.map(toDays), 'day')})`);
  if (days.cut.length > 0)
    rows.push(`SELECT ${stored}
    FROM (SELECT *, value, toInt64(day) * ${dayMs} + time AS at FROM ${table} FINAL ARRAY JOIN times AS time, ${values} AS value
    ${where}
    AND ${within('cutDay', joinSpans(days.cut.map(toDays)), 'day')})
    WHERE ${within('cut', days.cut, 'at')}`);
  if (days.readings.length > 0)
    rows.push(`SELECT ${reading}
    FROM readings FINAL
    ${where}
    AND ${within('r', days.readings, 'at')}`);
  return { sql: rows.join('\n    UNION ALL\n    '), params };
}

const toDays = ({ from, to }: Span): Span => ({ from: Math.floor(from / dayMs), to: Math.ceil(to / dayMs) });
