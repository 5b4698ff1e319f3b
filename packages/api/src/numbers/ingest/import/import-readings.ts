import type { Readable } from 'node:stream';
import { err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { type FileFault, type NumberStyle, parseDecimal } from '@atrium/domain/numbers/delimited-files';
import { quoteText, type Rejection } from '@atrium/domain/numbers/readings';
import { type ColumnPlan, planColumns } from './column-plan.ts';
import { type CsvRecord, openCsv } from './csv-source.ts';
import { FilledSlots } from './filled-slots.ts';
import { ImportBudget, type ImportLimits, LimitExceeded } from './import-limits.ts';
import { countsAbsentAsZero, type ImportOptions, isCounter, lacksKind } from './import-options.ts';
import { type MeterPreview, MeterPreviews } from './meter-preview.ts';
import { ReadingSender, type SendReadings } from './reading-sender.ts';
import { RowTimeResolver, type TimedRow } from './row-time-resolver.ts';
import { type FileSurvey, surveyFile } from './survey-file.ts';

export interface ImportDeps {
  readonly send: SendReadings;
  /** Reports a skipped or rejected line (from 1) and the reason. Line 0 stands for filled slots. */
  readonly report: (line: number, fault: FileFault) => void;
  /** Readings per batch. */
  readonly batchSize: number;
}

export interface ImportSummary {
  /** Rows after the header. */
  readonly rows: number;
  /** Lines with at least one skipped or rejected reading. */
  readonly badLines: number;
  readonly accepted: number;
  readonly unchanged: number;
  readonly corrected: number;
  /** Accepted readings that are filled slots with value 0. */
  readonly filled: number;
  /** For values of meters whose kind is not said. */
  readonly meters: readonly MeterPreview[];
}

/** Opens a file from its beginning; may be called more than once. */
export type OpenFile = () => Readable;

/**
 * Imports delimited text (gzip or plain) through the normal ingest use case, in the calling thread. Bad lines are
 * reported and do not stop the others. Fails when columns are missing, the file is damaged or exceeds a limit, or
 * readings cannot be stored. Batches already stored remain; repeating the import is safe.
 */
export async function importOpenFile(
  open: OpenFile,
  options: ImportOptions,
  deps: ImportDeps,
  limits: ImportLimits,
): Promise<Result<ImportSummary, Failure>> {
  let run: ImportRun | null = null;
  const files: Readable[] = [];
  const opened = () => {
    const file = open();
    files.push(file);
    return file;
  };
  try {
    const survey = await surveyFile(opened(), options, new ImportBudget(limits));
    if (!survey.ok) return survey;
    const budget = new ImportBudget(limits);
    const current = new ImportRun(options, deps, survey.value, budget);
    run = current;
    const source = await openCsv(opened(), { bad: (line, fault) => current.bad(line, fault), budget });
    const failed = await current.readAll(source.records, source.delimiter !== ',');
    return failed === null ? ok(current.summary()) : err(failed);
  } catch (error) {
    if (error instanceof LimitExceeded) return err(failure('BAD_INPUT', error.message, 'file'));
    const reason = error instanceof Error ? error.message : String(error);
    return err(failure('BAD_INPUT', `The file is damaged after line ${run?.line ?? 0}: ${reason}`));
  } finally {
    for (const file of files) file.destroy();
  }
}

/** Reason why a value cannot be parsed. */
class NumberFault {
  readonly #code: 'NO_NUMBER' | 'NUMBER_UNCLEAR';
  readonly #words: string;

  constructor(code: 'NO_NUMBER' | 'NUMBER_UNCLEAR', words: string) {
    this.#code = code;
    this.#words = words;
  }

  fault(metric: string, text: string): FileFault {
    return { code: this.#code, value: text, message: `${metric}: ${quoteText(text)} ${this.#words}` };
  }
}

const noNumber = new NumberFault('NO_NUMBER', 'is no number');
const numberUnclear = new NumberFault(
  'NUMBER_UNCLEAR',
  'could be thousands or three decimals: leave out what stands between thousands',
);

class ImportRun {
  line = 0;
  readonly #options: ImportOptions;
  readonly #deps: ImportDeps;
  readonly #metrics: readonly string[];
  readonly #sender: ReadingSender;
  readonly #times: RowTimeResolver;
  readonly #ledger: FilledSlots | null;
  readonly #meters: MeterPreviews | null;
  readonly #refusedSerials = new Set<string>();
  #plan: ColumnPlan | null = null;
  readonly #survey: FileSurvey;
  readonly #budget: ImportBudget;
  #style: NumberStyle = { shown: new Set(), takesComma: false };
  #rows = 0;
  #filled = 0;
  readonly #badLines = new Set<number>();
  #lastReport = '';

  constructor(options: ImportOptions, deps: ImportDeps, survey: FileSurvey, budget: ImportBudget) {
    this.#survey = survey;
    this.#budget = budget;
    this.#options = options;
    this.#deps = deps;
    this.#metrics = options.maps.map(({ metric }) => metric);
    this.#ledger = options.fillZero ? new FilledSlots(options.timezone, options.interval) : null;
    this.#meters = lacksKind(options) ? new MeterPreviews() : null;
    const back = options.timesAreEnds ? options.interval * 1000 : 0;
    this.#times = new RowTimeResolver(options.timezone, options.interval, {
      emit: (row, at) => this.#take(row, at - back),
      refuse: (row, fault, perhaps) =>
        this.#leaveOut(
          row,
          fault,
          perhaps.map((at) => at - back),
        ),
      ...{ hasTimeOfDay: survey.hasTimeOfDay, dateOrder: survey.dateOrder, areEnds: options.timesAreEnds },
    });
    const refused = (line: number | null, { code, message }: Rejection, serial: string) => {
      if (code === 'UNKNOWN_DEVICE') this.#refusedSerials.add(serial);
      this.bad(line ?? 0, { code, value: code === 'UNKNOWN_DEVICE' ? serial : null, message });
    };
    this.#sender = new ReadingSender(deps.send, refused, deps.batchSize);
  }

  /** Reports the same fault of a line once, however many readings it affects. */
  bad(line: number, fault: FileFault): void {
    this.#badLines.add(line);
    const report = `${line} ${fault.message}`;
    if (report === this.#lastReport) return;
    this.#lastReport = report;
    this.#deps.report(line, fault);
  }

  summary(): ImportSummary {
    const meters = this.#meters?.compare() ?? [];
    return { rows: this.#rows, badLines: this.#badLines.size, ...this.#sender.totals, filled: this.#filled, meters };
  }

  async readAll(records: AsyncIterable<CsvRecord>, takesComma: boolean): Promise<Failure | null> {
    this.#style = { shown: this.#survey.marks, takesComma };
    let header: readonly string[] | null = null;
    for await (const record of records) {
      this.line = record.line;
      if (header === null) {
        header = record.fields;
        continue;
      }
      if (this.#plan === null) {
        const plan = planColumns(header, record.fields.length, this.#options);
        if (!plan.ok) return plan.error;
        this.#plan = plan.value;
      }
      this.#addRow(record, this.#plan);
      if (!this.#sender.isFull) continue;
      const failed = await this.#sender.next();
      if (failed !== null) return failed;
    }
    if (header === null) return failure('BAD_INPUT', 'The file is empty');
    const plan = planColumns(header, header.length, this.#options);
    if (this.#plan === null && !plan.ok) return plan.error;
    this.#times.end();
    return (await this.#sender.end()) ?? (await this.#fillZero());
  }

  #addRow({ line, fields }: CsvRecord, plan: ColumnPlan): void {
    this.#rows += 1;
    if (fields.length !== plan.width) {
      const message = `has ${fields.length} columns instead of ${plan.width}`;
      this.bad(line, { code: 'COLUMNS', value: String(fields.length), message });
      return;
    }
    const { device } = this.#options;
    const serial = 'serial' in device ? device.serial : (fields[plan.device as number] as string).trim();
    if (serial === '') {
      this.bad(line, { code: 'NO_DEVICE', value: null, message: 'names no device' });
      return;
    }
    const values = plan.values.map((position) => fields[position] as string);
    this.#times.add({ line, serial, values }, fields[plan.time] as string);
  }

  /** Instants that the skipped row may have meant are not filled with 0. */
  #leaveOut({ line, serial, values }: TimedRow, fault: FileFault, perhaps: readonly Instant[]): void {
    this.bad(line, fault);
    const spoken = this.#metrics.filter((_, index) => (values[index] as string).trim() !== '');
    for (const at of perhaps) this.#ledger?.doubt(serial, at, spoken);
  }

  /**
   * Takes a row with a resolved instant. Empty fields are ignored; unreadable ones are reported and not filled with 0.
   */
  #take({ line, serial, values }: TimedRow, at: Instant): void {
    const spoken: string[] = [];
    const problems: FileFault[] = [];
    const time = new Date(at).toISOString();
    this.#metrics.forEach((metric, index) => {
      const text = (values[index] as string).trim();
      if (text === '') return;
      spoken.push(metric);
      const value = this.#valueOf(metric, text);
      if (value instanceof NumberFault) problems.push(value.fault(metric, text));
      else {
        const { interval, kind } = this.#options;
        const isOfMeter = isCounter(metric);
        if (isOfMeter && typeof value === 'number') this.#meters?.add(serial, metric, at, value);
        const said = isOfMeter && kind !== null ? { kind } : {};
        this.#add({ device: serial, metric, at: time, value, interval, ...said }, line);
      }
    });
    for (const problem of problems) this.bad(line, problem);
    this.#ledger?.note(serial, at, spoken);
  }

  #add(reading: { readonly device: string; readonly [field: string]: unknown }, line: number | null): void {
    this.#budget.take('readings', 1);
    this.#sender.add(reading, line);
  }

  #valueOf(metric: string, text: string): number | string | NumberFault {
    const value = parseDecimal(text, this.#style);
    if (typeof value === 'number') return value;
    if (metric === 'deviceStatus' && value === null) return text;
    return value === null ? noNumber : numberUnclear;
  }

  async #fillZero(): Promise<Failure | null> {
    if (this.#ledger === null) return null;
    const { interval } = this.#options;
    const metrics = this.#metrics.filter(countsAbsentAsZero);
    this.#budget.checkFilled(this.#ledger.sizeOf(metrics));
    for (const { serial, metric, at } of this.#ledger.silent(metrics)) {
      if (this.#refusedSerials.has(serial)) continue;
      const time = new Date(at).toISOString();
      this.#add({ device: serial, metric, at: time, value: 0, interval }, null);
      this.#filled += 1;
      if (!this.#sender.isFull) continue;
      const failed = await this.#sender.next();
      if (failed !== null) return failed;
    }
    return this.#sender.end();
  }
}
