import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { type DecimalMark, detectDecimalMark } from '@atrium/domain/numbers/delimited-files';
import { parseRowTime } from '@atrium/domain/numbers/import';
import { type DateOrder, detectDateOrder } from '@atrium/domain/numbers/readings';
import type { ColumnPlan } from './column-plan.ts';
import type { CsvRecord } from './csv-source.ts';
import { expandRow, isComplete } from './expand-row.ts';
import type { ImportOptions } from './import-options.ts';
import { openTable } from './open-table.ts';

/** Facts that only the whole file shows, collected before any line is imported. */
export interface FileSurvey {
  /** Decimal marks that its numbers prove unambiguously. */
  readonly marks: ReadonlySet<DecimalMark>;
  /** Whether any of its times has a time of day. */
  readonly hasTimeOfDay: boolean;
  /** What comes first in dates such as 03/04/2021. Null: not known, or both. */
  readonly dateOrder: DateOrder | null;
}

/** Scans a file once. Fails when columns or names are missing; throws when the file is damaged or exceeds a limit. */
export async function surveyFile(
  records: AsyncIterable<CsvRecord>,
  options: ImportOptions,
): Promise<Result<FileSurvey, Failure>> {
  const table = await openTable(records, options);
  if (!table.ok) return table;
  const { plan, rows } = table.value;
  const marks = new Set<DecimalMark>();
  const orders = new Set<DateOrder>();
  const names = new Names(plan, options);
  let hasTimeOfDay = false;
  for await (const record of rows) {
    if (!isComplete(record, plan)) continue;
    names.add(record);
    for (const { time, clock, values } of expandRow(record, plan, options)) {
      const order = detectDateOrder(time);
      if (order !== null && order !== 'unclear') orders.add(order);
      // The order changes the day, never whether there is a time of day.
      hasTimeOfDay ||= isWithTimeOfDay(time, clock, order === null || order === 'unclear' ? 'dayFirst' : order);
      for (const { text } of values) {
        const mark = detectDecimalMark(text);
        if (mark !== null) marks.add(mark);
      }
    }
  }
  const missing = names.findMissing();
  if (missing !== null) return err(missing);
  const [shown = null] = orders.size === 1 ? orders : [];
  return ok({ marks, hasTimeOfDay, dateOrder: options.dateOrder ?? shown });
}

function isWithTimeOfDay(text: string, clock: string | null, order: DateOrder): boolean {
  const time = parseRowTime(text, clock, order);
  return time !== null && time.kind !== 'date';
}

/** Names listed in a message. */
const maxListed = 50;

/** Names in the file's column of names, to find those that the options have and the file has not. */
class Names {
  readonly #plan: ColumnPlan;
  readonly #column: string | null;
  readonly #wanted: Set<string>;
  readonly #names = new Set<string>();

  constructor(plan: ColumnPlan, options: ImportOptions) {
    this.#plan = plan;
    this.#column = options.named?.nameColumn ?? null;
    this.#wanted = new Set(plan.named?.targets.keys());
  }

  add({ fields }: CsvRecord): void {
    if (this.#plan.named === null) return;
    const name = (fields[this.#plan.named.name] ?? '').trim();
    this.#wanted.delete(name);
    if (this.#names.size < maxListed) this.#names.add(name);
  }

  findMissing(): Failure | null {
    const [missing] = this.#wanted;
    if (missing === undefined) return null;
    const names = [...this.#names].filter((name) => name !== '').join(', ');
    return failure('BAD_INPUT', `The column "${this.#column}" never has "${missing}"; it has ${names}`);
  }
}
