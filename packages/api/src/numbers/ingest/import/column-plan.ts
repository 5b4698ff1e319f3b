import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { ImportOptions } from './import-options.ts';

/** Column indexes within a record. */
export interface ColumnPlan {
  /** Number of fields of a complete record. */
  readonly width: number;
  readonly time: number;
  /** Null: the serial is fixed, not read from a column. */
  readonly device: number | null;
  /** In the order of the options' column mappings. */
  readonly values: readonly number[];
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
  const wanted = [options.timeColumn, ...options.maps.map(({ column }) => column)];
  if ('column' in options.device) wanted.push(options.device.column);
  for (const name of wanted) {
    const count = names.filter((one) => one === name).length;
    if (count === 1) continue;
    const problem = count === 0 ? 'has no column' : 'has more than one column';
    return err(failure('BAD_INPUT', `The file ${problem} "${name}"; its columns are ${names.join(', ')}`));
  }
  const position = (name: string) => names.indexOf(name) + shift;
  return ok({
    width: names.length + shift,
    time: position(options.timeColumn),
    device: 'column' in options.device ? position(options.device.column) : null,
    values: options.maps.map(({ column }) => position(column)),
  });
}
