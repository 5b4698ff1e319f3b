import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { isBlankRow, isSameRow } from '@atrium/domain/numbers/import';
import { type ColumnPlan, planColumns } from './column-plan.ts';
import type { CsvRecord } from './csv-source.ts';
import type { ImportOptions } from './import-options.ts';

/** Records among which the header is looked for. */
const maxLinesBefore = 60;

export interface OpenTable {
  readonly plan: ColumnPlan;
  /** Records after the header, without blank ones and repetitions of the header. */
  readonly rows: AsyncIterable<CsvRecord>;
}

/**
 * Finds the header: the first record that has the columns of the options. Lines before it are left out. Fails if no
 * record among the first has them, and lists the columns of the one that looks most like a header.
 */
export async function openTable(
  records: AsyncIterable<CsvRecord>,
  options: ImportOptions,
): Promise<Result<OpenTable, Failure>> {
  const source = records[Symbol.asyncIterator]();
  const first: CsvRecord[] = [];
  for (let next = await source.next(); !next.done; next = await source.next()) {
    first.push(next.value);
    if (first.length > maxLinesBefore) break;
  }
  if (first.length === 0) return err(failure('BAD_INPUT', 'The file is empty'));
  for (const [index, { fields }] of first.entries()) {
    const plan = planColumns(fields, first.slice(index + 1).find(isFilled)?.fields.length ?? fields.length, options);
    if (plan.ok) return ok({ plan: plan.value, rows: rowsAfter(fields, first.slice(index + 1), source) });
  }
  const likely = first.reduce((best, one) => (countNames(one) > countNames(best) ? one : best));
  const failed = planColumns(likely.fields, likely.fields.length, options);
  return failed.ok ? err(failure('INTERNAL', 'The columns were found only on a second look')) : failed;
}

const isFilled = ({ fields }: CsvRecord): boolean => !isBlankRow(fields) && fields.at(-1) !== '';

/** Number of fields that could be names of columns. */
const countNames = ({ fields }: CsvRecord): number => fields.filter((field) => /\p{L}/u.test(field)).length;

async function* rowsAfter(
  header: readonly string[],
  read: readonly CsvRecord[],
  source: AsyncIterator<CsvRecord>,
): AsyncGenerator<CsvRecord> {
  for (const record of read) if (!isLeftOut(record, header)) yield record;
  for (let next = await source.next(); !next.done; next = await source.next())
    if (!isLeftOut(next.value, header)) yield next.value;
}

const isLeftOut = ({ fields }: CsvRecord, header: readonly string[]): boolean =>
  isBlankRow(fields) || isSameRow(fields, header);
