import type { Readable } from 'node:stream';
import { err, type Failure, ok, type Result } from '@atrium/domain/core';
import { type DecimalMark, detectDecimalMark } from '@atrium/domain/numbers/delimited-files';
import { parseTimeText } from '@atrium/domain/numbers/readings';
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
}

/** Scans a file once. Fails when columns are missing; throws when the file is damaged or exceeds a limit. */
export async function surveyFile(
  file: Readable,
  options: ImportOptions,
  budget: ImportBudget,
): Promise<Result<FileSurvey, Failure>> {
  const marks = new Set<DecimalMark>();
  let hasTimeOfDay = false;
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
    if (!hasTimeOfDay) {
      const time = parseTimeText((fields[plan.time] as string).trim());
      hasTimeOfDay = time !== null && time.kind !== 'date';
    }
    for (const position of plan.values) {
      const mark = detectDecimalMark((fields[position] as string).trim());
      if (mark !== null) marks.add(mark);
    }
  }
  if (plan === null && header !== null) {
    const found = planColumns(header, header.length, options);
    if (!found.ok) return err(found.error);
  }
  return ok({ marks, hasTimeOfDay });
}
