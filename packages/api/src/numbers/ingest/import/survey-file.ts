import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { type DecimalMark, detectDecimalMark } from '@atrium/domain/numbers/delimited-files';
import { parseRowTime } from '@atrium/domain/numbers/import';
import { type DateOrder, detectDateOrder } from '@atrium/domain/numbers/readings';
import type { ColumnPlan } from './column-plan.ts';
import type { CsvRecord } from './csv-source.ts';
import { expandRow, isComplete } from './expand-row.ts';
import type { ImportOptions } from './import-options.ts';
import type { RecordSource } from './open-sources.ts';
import { type OpenTable, openTable } from './open-table.ts';

/** Facts that only the whole file shows, collected before any line is imported. */
export interface FileSurvey {
  /** Decimal marks that its numbers prove unambiguously, by the name of the file within an archive. */
  readonly marks: ReadonlyMap<string | null, ReadonlySet<DecimalMark>>;
  /** Whether any of its times has a time of day. */
  readonly hasTimeOfDay: boolean;
  /** What comes first in dates such as 03/04/2021. Null: not known, or both. */
  readonly dateOrder: DateOrder | null;
}

/**
 * Scans the tables of a file once. Fails when none has the columns, or a name never occurs; throws when the file is
 * damaged or exceeds a limit.
 */
export async function surveyFile(
  sources: readonly RecordSource[],
  options: ImportOptions,
): Promise<Result<FileSurvey, Failure>> {
  const facts = new Facts(options);
  let failed: Failure | null = failure('BAD_INPUT', 'The file is empty');
  for (const { entry, records } of sources) {
    const table = await openTable(records, options);
    if (table.ok) await facts.addTable(entry, table.value);
    failed = table.ok || failed === null ? null : table.error;
  }
  return failed === null ? facts.conclude() : err(failed);
}

class Facts {
  readonly #options: ImportOptions;
  readonly #marks = new Map<string | null, Set<DecimalMark>>();
  readonly #orders = new Set<DateOrder>();
  readonly #names: Names;
  #hasTimeOfDay = false;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#names = new Names(options);
  }

  async addTable(entry: string | null, { plan, rows }: OpenTable): Promise<void> {
    const marks = new Set<DecimalMark>();
    this.#marks.set(entry, marks);
    for await (const record of rows) if (isComplete(record, plan)) this.#addRecord(record, plan, marks);
  }

  #addRecord(record: CsvRecord, plan: ColumnPlan, marks: Set<DecimalMark>): void {
    if (plan.named !== null) this.#names.add(record, plan.named.name);
    for (const { time, clock, values } of expandRow(record, plan, this.#options)) {
      const order = detectDateOrder(time);
      if (order !== null && order !== 'unclear') this.#orders.add(order);
      // The order changes the day, never whether there is a time of day.
      this.#hasTimeOfDay ||= isWithTimeOfDay(time, clock, order === null || order === 'unclear' ? 'dayFirst' : order);
      for (const { text } of values) {
        const mark = detectDecimalMark(text);
        if (mark !== null) marks.add(mark);
      }
    }
  }

  conclude(): Result<FileSurvey, Failure> {
    const missing = this.#names.findMissing();
    if (missing !== null) return err(missing);
    const [shown = null] = this.#orders.size === 1 ? this.#orders : [];
    const dateOrder = this.#options.dateOrder ?? shown;
    return ok({ marks: this.#marks, hasTimeOfDay: this.#hasTimeOfDay, dateOrder });
  }
}

function isWithTimeOfDay(text: string, clock: string | null, order: DateOrder): boolean {
  const time = parseRowTime(text, clock, order);
  return time !== null && time.kind !== 'date';
}

/** Names listed in a message. */
const maxListed = 50;

/** Names in the file's column of names, to find those that the options have and the file has not. */
class Names {
  readonly #column: string | null;
  readonly #wanted: Set<string>;
  readonly #names = new Set<string>();

  constructor({ named, maps }: ImportOptions) {
    this.#column = named?.nameColumn ?? null;
    this.#wanted = new Set(named === null ? [] : maps.map(({ column }) => column));
  }

  add({ fields }: CsvRecord, position: number): void {
    const name = (fields[position] ?? '').trim();
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
