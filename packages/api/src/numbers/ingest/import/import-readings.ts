import type { Readable } from 'node:stream';
import { err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { type FileFault, isNoValue, type NumberStyle, parseDecimal } from '@atrium/domain/numbers/delimited-files';
import { convert, findOpposite, isTotalRow } from '@atrium/domain/numbers/import';
import { quoteText, type Rejection } from '@atrium/domain/numbers/readings';
import type { ColumnPlan, ValueTarget } from './column-plan.ts';
import type { CsvRecord } from './csv-source.ts';
import { expandRow, isComplete, type WrittenRow } from './expand-row.ts';
import { FilledSlots } from './filled-slots.ts';
import { ImportBudget, type ImportLimits, LimitExceeded } from './import-limits.ts';
import { countsAbsentAsZero, type ImportOptions, isCounter, lacksKind, listMetrics } from './import-options.ts';
import { type RecordSource, SourceFile } from './open-sources.ts';
import { openTable } from './open-table.ts';
import { type MeterPreview, MeterPreviews } from './preview/meter-preview.ts';
import { ReadingSender, type SendReadings } from './reading-sender.ts';
import { RowTimeResolver } from './row-time-resolver.ts';
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
 * Imports a file (delimited text, JSON, a workbook or a zip of them) through the normal ingest use case, in the calling
 * thread. Bad lines are reported and do not stop the others. Fails when columns are missing, the file is damaged or
 * exceeds a limit, or readings cannot be stored. Batches already stored remain; repeating the import is safe.
 */
export async function importOpenFile(
  open: OpenFile,
  options: ImportOptions,
  deps: ImportDeps,
  limits: ImportLimits,
): Promise<Result<ImportSummary, Failure>> {
  let run: ImportRun | null = null;
  const files: Readable[] = [];
  const file = new SourceFile(() => {
    const opened = open();
    files.push(opened);
    return opened;
  });
  try {
    const survey = await surveyFile(await file.open({ bad: () => {}, budget: new ImportBudget(limits) }), options);
    if (!survey.ok) return survey;
    const budget = new ImportBudget(limits);
    const current = new ImportRun(options, deps, survey.value, budget);
    run = current;
    const bad = (entry: string | null, line: number, fault: FileFault) => current.bad(line, fault, entry);
    const failed = await current.readAll(await file.open({ bad, budget }));
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

/** Value of a device at a time. */
interface Counted {
  readonly serial: string;
  readonly metric: string;
  readonly value: number | string;
}

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
  readonly #survey: FileSurvey;
  readonly #budget: ImportBudget;
  #style: NumberStyle = { shown: new Set(), takesComma: false };
  #rows = 0;
  #filled = 0;
  /** By file within an archive. */
  readonly #badLines = new Map<string | null, Set<number>>();
  #entry: string | null = null;
  #lastReport = '';

  constructor(options: ImportOptions, deps: ImportDeps, survey: FileSurvey, budget: ImportBudget) {
    this.#survey = survey;
    this.#budget = budget;
    this.#options = options;
    this.#deps = deps;
    this.#metrics = listMetrics(options);
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
  bad(line: number, fault: FileFault, entry: string | null = this.#entry): void {
    const lines = this.#badLines.get(entry) ?? new Set();
    this.#badLines.set(entry, lines.add(line));
    const report = `${entry ?? ''} ${line} ${fault.message}`;
    if (report === this.#lastReport) return;
    this.#lastReport = report;
    this.#deps.report(line, entry === null ? fault : { ...fault, entry });
  }

  summary(): ImportSummary {
    const meters = this.#meters?.compare() ?? [];
    const badLines = [...this.#badLines.values()].reduce((sum, lines) => sum + lines.size, 0);
    return { rows: this.#rows, badLines, ...this.#sender.totals, filled: this.#filled, meters };
  }

  async readAll(sources: readonly RecordSource[]): Promise<Failure | null> {
    for (const source of sources) {
      const failed = await this.#readTable(source);
      if (failed !== null) return failed;
    }
    this.#entry = null;
    return this.#fillZero();
  }

  async #readTable({ entry, records, takesComma }: RecordSource): Promise<Failure | null> {
    this.#style = { shown: this.#survey.marks.get(entry) ?? new Set(), takesComma };
    this.#entry = entry;
    const table = await openTable(records, this.#options);
    if (!table.ok) {
      this.bad(0, { code: 'NO_COLUMNS', value: null, message: table.error.message });
      return null;
    }
    const { plan, rows } = table.value;
    for await (const record of rows) {
      this.line = record.line;
      this.#addRecord(record, plan);
      if (!this.#sender.isFull) continue;
      const failed = await this.#sender.next();
      if (failed !== null) return failed;
    }
    this.#times.end();
    // Sent before the next table begins, so that its faults name this one.
    return this.#sender.end();
  }

  #addRecord(record: CsvRecord, plan: ColumnPlan): void {
    const { line, fields } = record;
    if (isTotalRow(fields, fields[plan.time] ?? '')) return;
    this.#rows += 1;
    if (!isComplete(record, plan)) {
      const message = `has ${fields.length} columns instead of ${plan.width}`;
      this.bad(line, { code: 'COLUMNS', value: String(fields.length), message });
      return;
    }
    for (const row of expandRow(record, plan, this.#options)) this.#addRow(row, plan);
  }

  #addRow(row: WrittenRow, { groups }: ColumnPlan): void {
    // A wide table has empty fields for hours that a day does not have.
    const isEmpty = groups.length > 1 && row.values.every(({ text }) => text === '');
    if (isEmpty) return;
    if (row.serial === '') this.bad(row.line, { code: 'NO_DEVICE', value: null, message: 'names no device' });
    else this.#times.add(row);
  }

  /** Instants that the skipped row may have meant are not filled with 0. */
  #leaveOut({ line, serial, values }: WrittenRow, fault: FileFault, perhaps: readonly Instant[]): void {
    this.bad(line, fault);
    const spoken = values.filter(({ text }) => text !== '').map(({ target }) => target.metric);
    for (const at of perhaps) this.#ledger?.doubt(serial, at, spoken);
  }

  /**
   * Takes a row with a resolved instant. Empty fields are ignored; unreadable ones are reported and not filled with 0.
   */
  #take({ line, serial, values }: WrittenRow, at: Instant): void {
    const spoken: string[] = [];
    const problems: FileFault[] = [];
    const time = new Date(at).toISOString();
    for (const { text, target } of values) {
      if (text === '') continue;
      spoken.push(target.metric);
      if (isNoValue(text)) continue;
      const value = this.#valueOf(target, text);
      if (value instanceof NumberFault) problems.push(value.fault(target.metric, text));
      else for (const counted of this.#countOf(serial, target.metric, value)) this.#addValue(counted, at, time, line);
    }
    for (const problem of problems) this.bad(line, problem);
    this.#ledger?.note(serial, at, spoken);
  }

  /** A negative amount counts for the meter of production. The other of the two meters then counted nothing. */
  #countOf(serial: string, metric: string, value: number | string): readonly Counted[] {
    const { exportTo } = this.#options;
    const opposite = findOpposite(metric);
    if (exportTo === null || opposite === null || typeof value === 'string') return [{ serial, metric, value }];
    return [
      { serial, metric, value: Math.max(value, 0) },
      { serial: exportTo, metric: opposite, value: Math.max(-value, 0) },
    ];
  }

  #addValue({ serial, metric, value }: Counted, at: Instant, time: string, line: number): void {
    const { interval, kind } = this.#options;
    const isOfMeter = isCounter(metric);
    if (isOfMeter && typeof value === 'number') this.#meters?.add(serial, metric, at, value);
    const said = isOfMeter && kind !== null ? { kind } : {};
    this.#add({ device: serial, metric, at: time, value, interval, ...said }, line);
  }

  #add(reading: { readonly device: string; readonly [field: string]: unknown }, line: number | null): void {
    this.#budget.take('readings', 1);
    this.#sender.add(reading, line);
  }

  #valueOf({ metric, conversion }: ValueTarget, text: string): number | string | NumberFault {
    const value = parseDecimal(text, this.#style);
    if (typeof value === 'number')
      return conversion === null ? value : convert(value, conversion, this.#options.interval);
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
