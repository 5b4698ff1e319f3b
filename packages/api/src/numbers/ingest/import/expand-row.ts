import type { CellGroup, ColumnPlan, ValueTarget } from './column-plan.ts';
import type { CsvRecord } from './csv-source.ts';
import type { ImportOptions } from './import-options.ts';

/** Text of a value, and what it counts as. */
export interface WrittenValue {
  readonly text: string;
  readonly target: ValueTarget;
}

/** Values of one record that share their device and time. */
export interface WrittenRow {
  readonly line: number;
  /** Empty if the record names no device. */
  readonly serial: string;
  /** Rows of one series follow each other in time; the order of times matters within it only. */
  readonly series: string;
  readonly time: string;
  /** Time of day, if `time` is the date alone. */
  readonly clock: string | null;
  readonly values: readonly WrittenValue[];
}

/** Turns a complete record into rows of one device and time each: one in most files, one for each hour in wide ones. */
export function expandRow(record: CsvRecord, plan: ColumnPlan, { device }: ImportOptions): readonly WrittenRow[] {
  const { line, fields } = record;
  const field = (position: number) => (fields[position] ?? '').trim();
  const own = device === null ? '' : 'serial' in device ? device.serial : field(plan.device as number);
  const time = field(plan.time);
  const clock = plan.clock === null ? null : field(plan.clock);
  if (plan.named !== null) {
    const target = plan.named.targets.get(field(plan.named.name));
    if (target === undefined) return [];
    const serial = target.serial ?? own;
    const values = [{ text: field(plan.named.value), target }];
    return [{ line, serial, series: `${serial} ${target.metric}`, time, clock, values }];
  }
  return plan.groups.map((group) => {
    const serial = group.serial ?? own;
    const values = group.cells.map(({ position, target }) => ({ text: field(position), target }));
    return { line, serial, series: serial, ...timesOf(group, time, clock), values };
  });
}

/** A column's name gives the time of day of the row's date, or the date of the row's time of day. */
function timesOf({ part }: CellGroup, time: string, clock: string | null) {
  if (part === null) return { time, clock };
  return 'date' in part ? { time: part.date, clock: clock ?? time } : { time, clock: part.clock };
}

/** Whether a record has as many fields as the header; further empty ones do not count. */
export const isComplete = ({ fields }: CsvRecord, { width }: ColumnPlan): boolean =>
  fields.length === width || (fields.length > width && fields.slice(width).every((field) => field.trim() === ''));
