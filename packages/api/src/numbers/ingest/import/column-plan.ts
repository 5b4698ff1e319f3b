import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { type Conversion, detectHeaderUnit, findTimeColumns, parseUnit } from '@atrium/domain/numbers/import';
import { findPowerProblem, type ImportOptions, type ValueMeaning } from './import-options.ts';

/** What a value counts as. */
export interface ValueTarget {
  readonly metric: string;
  /** Null: it is in the metric's unit. */
  readonly conversion: Conversion | null;
  /** Null: the device of the row. */
  readonly serial: string | null;
}

/** Values of a record that share their device and time. */
export interface CellGroup {
  readonly serial: string | null;
  /** From the names of columns: the time of day or the date of this group; null: the record states it. */
  readonly part: { readonly clock: string } | { readonly date: string } | null;
  readonly cells: readonly { readonly position: number; readonly target: ValueTarget }[];
}

/** Column indexes within a record. */
export interface ColumnPlan {
  /** Number of fields of a complete record. */
  readonly width: number;
  readonly time: number;
  readonly clock: number | null;
  /** Null: the serial is fixed, not read from a column. */
  readonly device: number | null;
  readonly groups: readonly CellGroup[];
  /** For a column of names: what the value column holds by name. */
  readonly named: {
    readonly name: number;
    readonly value: number;
    readonly targets: ReadonlyMap<string, ValueTarget>;
  } | null;
}

/**
 * Finds the columns by name. If the first record has one field more than the header, the first column is an unnamed row
 * number.
 */
export function planColumns(
  header: readonly string[],
  firstWidth: number,
  options: ImportOptions,
): Result<ColumnPlan, Failure> {
  const names = header.map((name) => name.trim());
  const shift = firstWidth === names.length + 1 ? 1 : 0;
  const { device, named, across } = options;
  const wanted = [options.timeColumn];
  if (options.clockColumn !== null) wanted.push(options.clockColumn);
  if (device !== null && 'column' in device) wanted.push(device.column);
  if (named !== null) wanted.push(named.nameColumn, named.valueColumn);
  else wanted.push(...options.maps.map(({ column }) => column));
  for (const name of wanted) {
    const count = names.filter((one) => one === name).length;
    if (count === 1) continue;
    const problem = count === 0 ? 'has no column' : 'has more than one column';
    return bad(`The file ${problem} "${name}"; its columns are ${names.join(', ')}`);
  }
  const position = (name: string) => names.indexOf(name) + shift;
  const groups = across === null ? groupByDevice(options, position) : groupAcross(across, names, wanted, options);
  if (!groups.ok) return groups;
  const targets = new Map<string, ValueTarget>();
  if (named !== null)
    for (const map of options.maps) {
      const conversion = findConversion(map, map.column, options);
      if (!conversion.ok) return conversion;
      targets.set(map.column, { metric: map.metric, serial: map.serial, conversion: conversion.value });
    }
  return ok({
    width: names.length + shift,
    time: position(options.timeColumn),
    clock: options.clockColumn === null ? null : position(options.clockColumn),
    device: device !== null && 'column' in device ? position(device.column) : null,
    groups: shift === 0 || across === null ? groups.value : shiftGroups(groups.value, shift),
    named: named === null ? null : { name: position(named.nameColumn), value: position(named.valueColumn), targets },
  });
}

const bad = (message: string) => err(failure('BAD_INPUT', message));

const shiftGroups = (groups: readonly CellGroup[], shift: number): readonly CellGroup[] =>
  groups.map((group) => ({
    ...group,
    cells: group.cells.map(({ position, target }) => ({ position: position + shift, target })),
  }));

/** One group for each device that columns name, and one for those of the row's. */
function groupByDevice(
  options: ImportOptions,
  position: (name: string) => number,
): Result<readonly CellGroup[], Failure> {
  if (options.named !== null) return ok([]);
  const groups = new Map<string | null, CellGroup['cells'][number][]>();
  for (const { column, metric, unit, serial } of options.maps) {
    const conversion = findConversion({ metric, unit }, column, options);
    if (!conversion.ok) return conversion;
    const cells = groups.get(serial) ?? [];
    groups.set(serial, cells);
    cells.push({ position: position(column), target: { metric, serial, conversion: conversion.value } });
  }
  return ok([...groups].map(([serial, cells]) => ({ serial, part: null, cells })));
}

/** One group for each column that is named by an hour or a date. */
function groupAcross(
  meaning: ValueMeaning,
  names: readonly string[],
  taken: readonly string[],
  options: ImportOptions,
): Result<readonly CellGroup[], Failure> {
  const free = names.map((name) => (taken.includes(name) ? '' : name));
  const columns = findTimeColumns(free, options.timesAreEnds);
  if (columns.length === 0) return bad(`No columns are named by hours or dates; they are ${names.join(', ')}`);
  const conversion = findConversion(meaning, '', options);
  if (!conversion.ok) return conversion;
  const target: ValueTarget = { metric: meaning.metric, serial: null, conversion: conversion.value };
  return ok(columns.map(({ index, part }) => ({ serial: null, part, cells: [{ position: index, target }] })));
}

/** Finds how values are converted: by the unit given, or by the one that the column's name states. */
function findConversion(
  { metric, unit }: ValueMeaning,
  column: string,
  { kind, interval }: ImportOptions,
): Result<Conversion | null, Failure> {
  if (unit !== null) return ok(parseUnit(metric, unit));
  const stated = detectHeaderUnit(metric, column);
  if (stated === 'none') return ok(null);
  const { text, conversion } = stated;
  if (conversion === 'other')
    return bad(
      `The column "${column}" is in ${text}, which is no unit of ${metric}. State its unit, or map it otherwise`,
    );
  const problem = conversion.isPower ? findPowerProblem(text, kind, interval) : null;
  return problem === null ? ok(conversion) : bad(`The column "${column}" ${problem}`);
}
