import { type Clock, err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { FileFault } from '@atrium/domain/numbers/delimited-files';
import { yieldToEventLoop } from '../../../platform/concurrency/event-loop.ts';
import { buildQueryOwner } from '../../../platform/concurrency/query-owner.ts';
import { shareCapacity } from '../../../platform/concurrency/share-capacity.ts';
import { Cancelled } from '../../../platform/failures.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Ingestion } from '../ingest-readings.ts';
import { recordImport } from './history/record-import.ts';
import { importInThread } from './import-in-thread.ts';
import { uploadLimits } from './import-limits.ts';
import { checkOptions, type ImportOptions, lacksKind, needsDevice } from './import-options.ts';
import type { ImportSummary } from './import-readings.ts';
import { type CompareDependencies, type ComparedDays, compareDays, FileValues } from './preview/compare-days.ts';
import type { SendReadings } from './reading-sender.ts';

export interface ReadingsImportDependencies extends CompareDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly ingestion: Pick<Ingestion, 'importReadings' | 'checkReadings'>;
}

/** Uploaded file and the meaning of its columns. */
export interface UploadedReadings extends Omit<ImportOptions, 'device'> {
  readonly file: File | null;
  /** Null: all rows belong to the device with `serial`. */
  readonly deviceColumn: string | null;
  readonly serial: string | null;
  /** Reports what an import would store, without storing it. */
  readonly checkOnly: boolean;
}

export interface ReadingsImported extends ImportSummary {
  /** Null: a check, or nothing changed. */
  readonly importId: number | null;
  /** Faults of the first skipped lines. */
  readonly faults: readonly { readonly line: number; readonly fault: FileFault }[];
  /** Number of devices and time span of the stored readings; for a check, of those that would be stored. */
  readonly devices: number;
  readonly span: { readonly first: Instant; readonly last: Instant } | null;
  /** For a check: the days of the file beside what is stored. None of an import. */
  readonly compared: ComparedDays;
}

export const maxFaults = 100;

/** Small, so that other requests are served between two batches. */
const batchSize = 1000;
const capacity = { concurrency: 2, perOwner: 1, waiting: [6, 2, 2], waitMs: 60_000 } as const;

export type ImportUpload = (
  scope: Scope,
  wanted: UploadedReadings,
  signal?: AbortSignal,
) => Promise<Result<ReadingsImported, Failure>>;

/** Imports uploaded files of readings, one per organization at a time. A bad line does not affect other lines. */
export function createImportUpload(dependencies: ReadingsImportDependencies): ImportUpload {
  const turns = shareCapacity(capacity);
  return async (scope, wanted, signal) => {
    const { file: _, checkOnly: __, ...given } = wanted;
    const options = toOptions(given);
    if (!options.ok) return options;
    if (!wanted.checkOnly && lacksKind(options.value))
      return err(failure('BAD_INPUT', 'Say whether the values of the meter are amounts or a register', 'kind'));
    if (wanted.file === null || wanted.file.size === 0) return err(failure('BAD_INPUT', 'A file is missing', 'file'));
    const withFile = { ...wanted, file: wanted.file };
    return turns.run(
      () => importFile(dependencies, scope, withFile, options.value, signal),
      buildQueryOwner(scope, signal),
    );
  };
}

/** Checks the options of a client. Fails with BAD_INPUT. */
export function toOptions({
  deviceColumn,
  serial,
  ...rest
}: Omit<UploadedReadings, 'file' | 'checkOnly'>): Result<ImportOptions, Failure> {
  if (serial === null ? deviceColumn === null && needsDevice(rest) : deviceColumn !== null)
    return err(failure('BAD_INPUT', 'Either a column names the devices, or a serial does', 'deviceColumn'));
  const device = deviceColumn !== null ? { column: deviceColumn } : serial !== null ? { serial } : null;
  return checkOptions({ ...rest, device });
}

async function importFile(
  { db, clock, ingestion, ...comparing }: ReadingsImportDependencies,
  scope: Scope,
  { file, checkOnly }: UploadedReadings & { readonly file: File },
  options: ImportOptions,
  signal: AbortSignal | undefined,
): Promise<Result<ReadingsImported, Failure>> {
  const faults: { line: number; fault: FileFault }[] = [];
  const seen = new ValidReadings(checkOnly);
  const recorded = recordImport({ db, clock, ingestion }, scope, file.name);
  const send: SendReadings = async (raw) => {
    await yieldToEventLoop();
    if (signal?.aborted) throw new Cancelled();
    if (!checkOnly) {
      const stored = await recorded.send(raw);
      if (stored.ok) seen.add(raw, stored.value.rejected);
      return stored;
    }
    const { sound, rejected } = await ingestion.checkReadings(scope, raw, clock.now());
    seen.add(raw, rejected);
    return ok({ accepted: sound, unchanged: 0, corrected: 0, rejected });
  };
  const toRead = { file: { bytes: new Uint8Array(await file.arrayBuffer()) }, options, limits: uploadLimits };
  const report = (line: number, fault: FileFault) => {
    faults.push({ line, fault });
  };
  const imported = importInThread({ ...toRead, batchSize, mostFaults: maxFaults }, { send, report, signal });
  const { done, importId } = await imported.then(
    async (result) => ({ done: result, importId: await recorded.end() }),
    async (error) => {
      await recorded.end();
      throw error;
    },
  );
  if (!done.ok) return done;
  const compared = await compareDays({ ...comparing, clock }, scope, seen.values, signal);
  return ok({ ...done.value, importId, faults, devices: seen.devices.size, span: seen.span, compared });
}

interface SentReading {
  readonly device: string;
  readonly metric: string;
  readonly at: string;
  readonly value: number | string;
}

/** Devices, time span and, if wanted, values of the valid readings. */
class ValidReadings {
  readonly devices = new Set<string>();
  readonly values = new FileValues();
  span: { first: Instant; last: Instant } | null = null;
  readonly #holdsValues: boolean;

  constructor(holdsValues: boolean) {
    this.#holdsValues = holdsValues;
  }

  add(raw: readonly object[], rejected: readonly { readonly index: number }[]): void {
    const wrong = new Set(rejected.map(({ index }) => index));
    for (const [index, one] of (raw as readonly SentReading[]).entries()) {
      if (wrong.has(index)) continue;
      const at = Date.parse(one.at);
      this.devices.add(one.device);
      if (this.#holdsValues) this.values.add(one.device, one.metric, at, Number(one.value));
      this.span = { first: Math.min(at, this.span?.first ?? at), last: Math.max(at, this.span?.last ?? at) };
    }
  }
}
