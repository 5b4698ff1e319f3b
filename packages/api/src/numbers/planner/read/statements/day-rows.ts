import type { Span } from '@atrium/domain/core';
import { dayMs } from '../../../rollups/dirty-days.ts';
import { joinSpans } from '../../spans.ts';
import { type DayPlan, type DaySegment, dayQuarters, hourQuarters, type WholeDayPlan } from '../plan-days.ts';
import { buildRangesPart, type ReadingsSelection } from './readings-of.ts';

/** Columns of a day's row: its total and the arrays of its hours and quarter-hours. */
interface DayColumn {
  readonly day: string;
  readonly hours: string;
  readonly quarters: string;
}

export interface DayRowsOf {
  readonly readings: ReadingsSelection;
  readonly days: DayPlan;
}

/**
 * Row for a day that edges cut, or for the days within one piece. `part` is that day or the first of those days. `sums`
 * has one entry for each segment of the day, and `reported` the bits of its hours or quarter-hours with readings.
 */
export interface DayRow {
  readonly part: number;
  readonly sums: readonly number[];
  readonly reported: readonly number[];
}

/** Condition of a site's rows. The engine plans a single site or metric, the common case, faster than a list. */
export const rowsWhere = ({ installations, metrics }: ReadingsSelection): string =>
  `organization = {organization:UInt32}
    AND installation ${installations.length === 1 ? '= {installation:UInt32}' : 'IN {installations:Array(UInt32)}'}
    AND metric ${metrics.length === 1 ? '= {metric:String}' : 'IN {metrics:Array(String)}'}
    AND device IN {devices:Array(UInt32)}`;

export function rowsParams({ organizationId, installations, metrics, devices }: ReadingsSelection) {
  return {
    organization: organizationId,
    ...(installations.length === 1 ? { installation: installations[0] } : { installations }),
    ...(metrics.length === 1 ? { metric: metrics[0] } : { metrics }),
    devices,
  };
}

/**
 * Sums a column by `keys` and by part of the planned days (`DayRow.part`). `columns` selects the keys; `where` is a
 * further condition.
 */
export function sumDayRows(
  { readings, days }: DayRowsOf,
  table: string,
  column: DayColumn,
  {
    columns,
    keys,
    where = '',
  }: { readonly columns: readonly string[]; readonly keys: readonly string[]; where?: string },
) {
  const params: Record<string, unknown> = {};
  const list = (...more: string[]) => [...columns, ...more].join(', ');
  const by = [...keys, 'part'].join(', ');
  const from = (condition: string) => `FROM ${table} FINAL
    WHERE ${rowsWhere(readings)}${
      where === ''
        ? ''
        : `
    AND ${where}`
    }
    AND ${condition}`;
  const inDays = (name: string, spans: readonly { from: number; to: number }[]) => {
    const part = buildRangesPart(name, joinSpans(spans), 'day');
    Object.assign(params, part.params);
    return part.condition;
  };
  const branches: string[] = [];
  if (days.whole.length > 0) {
    params.firsts = days.whole.map((one) => one.from);
    const isOne = days.whole.length === 1;
    const part = isOne ? '{firsts:Array(UInt32)}[1] AS part' : 'roundDown(day, {firsts:Array(UInt32)}) AS part';
    branches.push(`SELECT ${list(part, `[sum(${column.day})] AS sums`, `CAST([], 'Array(UInt32)') AS reported`)}
    ${from(inDays('whole', days.whole))}
    GROUP BY ${by}`);
  }
  const cut = (name: string, parts: DayPlan['byHours'], values: string, reported: string, width: number) => {
    if (parts.size === 0) return;
    const spans = [...parts.keys()].map((day) => ({ from: day, to: day + 1 }));
    const rows = `SELECT ${list('day AS part', `sumForEach(${values}) AS sums`, `${reported} AS reported`)}
    ${from(inDays(name, spans))}
    GROUP BY ${by}`;
    const patterns = findPatterns(parts, width);
    Object.assign(params, patterns.isWhole ? {} : prefixed(name, patterns.params));
    branches.push(
      patterns.isWhole
        ? rows
        : `SELECT ${[...keys, 'part'].join(', ')}, arrayMap((first, length) -> arraySum(arraySlice(all, first, length)),
      {${name}First:Array(Array(UInt8))}[place], {${name}Length:Array(Array(UInt8))}[place]) AS sums, reported
    FROM (
    SELECT *, sums AS all, {${name}Patterns:Array(UInt16)}[part - {${name}Begin:UInt32} + 1] AS place FROM (
    ${rows}
    ))`,
    );
  };
  cut('hour', days.byHours, column.hours, '[groupBitOr(hours)]', hourQuarters);
  cut('quarter', days.byQuarters, column.quarters, 'groupBitOrForEach(quarters)', 1);
  return { sql: branches.join('\n    UNION ALL\n    '), params: { ...rowsParams(readings), ...params } };
}

const prefixed = (name: string, params: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(params).map(([key, value]) => [`${name}${key}`, value]));

/** Numbers the ways in which days are cut. Most days are cut alike. */
function findPatterns(parts: DayPlan['byHours'], width: number) {
  const numbers = new Map<string, number>();
  const cuts: (readonly DaySegment[])[] = [];
  const days = [...parts.keys()];
  const [begin, end] = [Math.min(...days), Math.max(...days)];
  const patterns = new Array<number>(end - begin + 1).fill(1);
  for (const [day, segments] of parts) {
    const key = segments.map(({ from, to }) => `${from}-${to}`).join();
    const number = numbers.get(key) ?? cuts.push(segments);
    numbers.set(key, number);
    patterns[day - begin] = number;
  }
  const isWhole = cuts.every((segments) => segments.length === dayQuarters / width);
  const params = {
    First: cuts.map((segments) => segments.map(({ from }) => from / width + 1)),
    Length: cuts.map((segments) => segments.map(({ from, to }) => (to - from) / width)),
    Patterns: patterns,
    Begin: begin,
  };
  return { isWhole, params };
}

/**
 * Returns a reader of rows: it calls back with the place and sum of each piece that has readings.
 */
export function createDayRowReader({ whole, byHours, byQuarters }: DayPlan) {
  const placeOf = new Map(whole.map(({ from, place }) => [from, place]));
  return ({ part, sums, reported }: DayRow, found: (place: number, sum: number) => void): void => {
    const first = placeOf.get(part);
    if (first !== undefined) {
      found(first, sums[0] as number);
      return;
    }
    const hours = byHours.get(part);
    const segments = hours ?? (byQuarters.get(part) as readonly DaySegment[]);
    const width = hours === undefined ? 1 : hourQuarters;
    for (let index = 0; index < segments.length; index++) {
      const { from, to, place } = segments[index] as DaySegment;
      if (hasBit(reported, from / width, to / width)) found(place, sums[index] as number);
    }
  };
}

/** Whether any bit from `from` up to `to` is set, with 32 bits in each number. */
function hasBit(bits: readonly number[], from: number, to: number): boolean {
  for (let bit = from; bit < to; bit++) if ((((bits[bit >> 5] as number) >>> (bit & 31)) & 1) === 1) return true;
  return false;
}

/** Devices and metrics that a statement reads, and the source of each time. */
export interface DaySourceOf {
  readonly readings: ReadingsSelection;
  readonly days: WholeDayPlan;
}

/** Columns of the rows of each source. They must agree in number, names and types. */
interface SourceColumns {
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
