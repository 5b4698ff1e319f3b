import type { Readable } from 'node:stream';
import { err, type Failure, ok, type Result } from '@atrium/domain/core';
import { type DecimalMark, detectDecimalMark } from '@atrium/domain/numbers/delimited-files';
import { type DateOrder, detectDateOrder, parseTimeText } from '@atrium/domain/numbers/readings';
import { type ColumnPlan, planColumns } from './column-plan.ts';
import { openCsv } from './csv-source.ts';
import type { ImportBudget } from './import-limits.ts';
import type { ImportOptions } from './import-options.ts';

/** Facts that only the whole file shows, collected before any line is imported. */
export interface FileSurvey {
  /** Decimal marks that its numbers prove unambiguously. */
  readonly marks: ReadonlySet<DecimalMark>;
  /** Whether any of its times has a time of day. */
  readonly hasTimeOfDay: boolean;
  /** What comes first in dates such as 03/04/2021. Null: not known, or both. */
  readonly dateOrder: DateOrder | null;
}

/** Scans a file once. Fails when columns are missing; throws when the file is damaged or exceeds a limit. */
export async function surveyFile(
  file: Readable,
  options: ImportOptions,
  budget: ImportBudget,
): Promise<Result<FileSurvey, Failure>> {
  const marks = new Set<DecimalMark>();
  let hasTimeOfDay = false;
  const orders = new Set<DateOrder>();
  let header: readonly string[] | null = null;
  let plan: ColumnPlan | null = null;
  const { records } = await openCsv(file, { bad: () => {}, budget });
  for await (const { fields } of records) {
    if (header === null) {
      header = fields;
      continue;
    }
    if (plan === null) {
      const found = planColumns(header, fields.length, options);
      if (!found.ok) return found;
      plan = found.value;
    }
    if (fields.length !== plan.width) continue;
    const text = (fields[plan.time] as string).trim();
    const order = detectDateOrder(text);
    if (order !== null && order !== 'unclear') orders.add(order);
    // The order changes the day, never whether there is a time of day.
    hasTimeOfDay ||= isWithTimeOfDay(text, order === null || order === 'unclear' ? 'dayFirst' : order);
    for (const position of plan.values) {
      const mark = detectDecimalMark((fields[position] as string).trim());
      if (mark !== null) marks.add(mark);
    }
  }
  if (plan === null && header !== null) {
    const found = planColumns(header, header.length, options);
    if (!found.ok) return err(found.error);
  }
  const [shown = null] = orders.size === 1 ? orders : [];
  return ok({ marks, hasTimeOfDay, dateOrder: options.dateOrder ?? shown });
}

function isWithTimeOfDay(text: string, order: DateOrder): boolean {
  const time = parseTimeText(text, order);
  return time !== null && time.kind !== 'date';
}
