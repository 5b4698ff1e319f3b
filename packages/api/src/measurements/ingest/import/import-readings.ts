import type { Readable } from 'node:stream';
import { err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { FileFault } from '@atrium/domain/measurements/files';
import { quoted, type Rejection } from '@atrium/domain/measurements/readings';
import { type ColumnPlan, planColumns } from './column-plan.ts';
import { type CsvRecord, openCsv } from './csv-source.ts';
import { type ImportOptions, isFilled } from './import-options.ts';
import { ReadingSender, type SendReadings } from './reading-sender.ts';
import { RowTimes, type TimedRow } from './row-times.ts';
import { SlotLedger } from './slot-ledger.ts';

export interface ImportDeps {
  readonly send: SendReadings;
  /** A line that was left out or refused, from 1, and why. Line 0 stands for filled slots. */
  readonly report: (line: number, fault: FileFault) => void;
  /** Readings sent at once; left out, as many as a command sends. */
  readonly batchSize?: number;
}

export interface ImportSummary {
  /** Rows after the header. */
  readonly rows: number;
  /** Lines of which at least one reading was left out or refused. */
  readonly badLines: number;
  readonly accepted: number;
  readonly unchanged: number;
  readonly corrected: number;
  /** Of these, slots filled with 0. */
  readonly filled: number;
}

/**
 * Imports delimited text (gzip or plain) through the same use case as every other reading. Bad lines are reported and
 * don't stop the good ones. Fails when columns are missing, the file is damaged or the readings can't be stored; what
 * was stored by then stays, and importing again is safe.
 */
export async function importReadings(
  file: Readable,
  options: ImportOptions,
  deps: ImportDeps,
): Promise<Result<ImportSummary, Failure>> {
  const run = new ImportRun(options, deps);
  try {
    const source = await openCsv(file, (line, fault) => run.bad(line, fault));
    const failed = await run.readAll(source.records, source.delimiter !== ',');
    return failed === null ? ok(run.summary()) : err(failed);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err(failure('BAD_INPUT', `The file is damaged after line ${run.line}: ${reason}`));
  } finally {
    file.destroy();
  }
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

class ImportRun {
  line = 0;
  readonly #options: ImportOptions;
  readonly #deps: ImportDeps;
  readonly #metrics: readonly string[];
  readonly #sender: ReadingSender;
  readonly #times: RowTimes;
  readonly #ledger: SlotLedger | null;
  readonly #refusedSerials = new Set<string>();
  #plan: ColumnPlan | null = null;
  #decimalComma = false;
  #rows = 0;
  #filled = 0;
  readonly #badLines = new Set<number>();
  #lastReport = '';

  constructor(options: ImportOptions, deps: ImportDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#metrics = options.maps.map(({ metric }) => metric);
    this.#ledger = options.fillZero ? new SlotLedger(options.timezone, options.interval) : null;
    this.#times = new RowTimes(options.timezone, options.interval, (row, at) => this.#take(row, at));
    const refused = (line: number | null, { code, message }: Rejection, serial: string) => {
      if (code === 'UNKNOWN_DEVICE') this.#refusedSerials.add(serial);
      this.bad(line ?? 0, { code, value: code === 'UNKNOWN_DEVICE' ? serial : null, message });
    };
    this.#sender = new ReadingSender(deps.send, refused, deps.batchSize);
  }

  /** The same reason for each reading of a line is told once. */
  bad(line: number, fault: FileFault): void {
    this.#badLines.add(line);
    const report = `${line} ${fault.message}`;
    if (report === this.#lastReport) return;
    this.#lastReport = report;
    this.#deps.report(line, fault);
  }

  summary(): ImportSummary {
    return { rows: this.#rows, badLines: this.#badLines.size, ...this.#sender.totals, filled: this.#filled };
  }

  async readAll(records: AsyncIterable<CsvRecord>, decimalComma: boolean): Promise<Failure | null> {
    this.#decimalComma = decimalComma;
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
    const problem = this.#times.add({ line, serial, values }, fields[plan.time] as string);
    if (problem !== null) this.bad(line, problem);
  }

  /** A row whose instant is settled. An empty field says nothing; an unreadable one is reported, and is no 0 either. */
  #take({ line, serial, values }: TimedRow, at: Instant): void {
    const spoken: string[] = [];
    const problems: FileFault[] = [];
    const time = new Date(at).toISOString();
    this.#metrics.forEach((metric, index) => {
      const text = (values[index] as string).trim();
      if (text === '') return;
      spoken.push(metric);
      const value = this.#valueOf(metric, text);
      if (value === null)
        problems.push({ code: 'NO_NUMBER', value: text, message: `${metric}: ${quoted(text)} is no number` });
      else
        this.#sender.add({ device: serial, metric, at: time, value, interval: this.#options.interval } as never, line);
    });
    for (const problem of problems) this.bad(line, problem);
    this.#ledger?.note(serial, at, spoken);
  }

  #valueOf(metric: string, text: string): number | string | null {
    if (metric === 'deviceStatus' && !number.test(text)) return text;
    const plain = this.#decimalComma ? text.replace(',', '.') : text;
    return number.test(plain) ? Number(plain) : null;
  }

  async #fillZero(): Promise<Failure | null> {
    if (this.#ledger === null) return null;
    const { interval } = this.#options;
    for (const { serial, metric, at } of this.#ledger.silent(this.#metrics.filter(isFilled))) {
      if (this.#refusedSerials.has(serial)) continue;
      const time = new Date(at).toISOString();
      this.#sender.add({ device: serial, metric, at: time, value: 0, interval } as never, null);
      this.#filled += 1;
      if (!this.#sender.isFull) continue;
      const failed = await this.#sender.next();
      if (failed !== null) return failed;
    }
    return this.#sender.end();
  }
}
