import '../sales.events.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ImportRefusal, importRefusals, type SalesColumns } from '@atrium/domain/actions/sales';
import { type FileRefusal, fileLimits, getFileExtension } from '@atrium/domain/actions/sales/file';
import {
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  ok,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { buildQueryOwner } from '../../../platform/concurrency/query-owner.ts';
import { shareCapacity } from '../../../platform/concurrency/share-capacity.ts';
import { Cancelled } from '../../../platform/failures.ts';
import { type Files, toDisplayName } from '../../../platform/files/index.ts';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../../sites/index.ts';
import type { FileCheck, FileToCheck, ReaderMessage } from './file-check.ts';
import { listShops } from './list-shops.ts';
import { type Difference, type Differences, salesImportsStore } from './sales-imports.store.ts';

const hour = 3_600_000;

/** Returns the download URL of an import's file under its own name, valid for one to two hours. */
export const buildFileUrl = (
  { addresses }: Files,
  { fileKey, fileName }: { readonly fileKey: string; readonly fileName: string },
  now: Instant,
): string => addresses.buildDownloadUrl({ key: fileKey, name: fileName }, now + hour);

/** A file read in a separate thread, with limits of time and memory. */
interface OpenFile {
  readonly check: FileCheck;
  /** Receipts in batches for the store. Can be iterated once. */
  readonly portions: AsyncIterable<string>;
}

/** `broken`: reading exceeded the limit of time or memory. */
type ReaderFailure = FileRefusal | 'broken' | { readonly unmapped: string };

const memory = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
/** Timeout of one step, ms. Reading and checking the whole file is the longest. */
const stepTimeoutMs = 60_000;

/**
 * Checks a file and lets `use` take its receipts. Always ends the thread afterwards. Rejects with `Cancelled` when the
 * signal is aborted.
 */
async function withFile<Answer>(
  file: FileToCheck,
  use: (open: OpenFile) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Result<Answer, ReaderFailure>> {
  const worker = new Worker(new URL('./file-reader.worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: memory,
  });
  try {
    const next = createStepper(worker, signal);
    const first = await next();
    if (first.kind === 'refused') return err(first.refusal);
    if (first.kind === 'unmapped') return err({ unmapped: first.message });
    if (first.kind !== 'checked') throw new Error(`the reader of a file began with ${first.kind}`);
    return ok(await use({ check: first.check, portions: portionsOf(next) }));
  } catch (error) {
    if (signal?.aborted) throw new Cancelled();
    if (error instanceof ReaderGone) return err('broken');
    throw error;
  } finally {
    await worker.terminate();
  }
}

/** Thrown when the thread ended early. */
class ReaderGone extends Error {}

function createStepper(worker: Worker, signal: AbortSignal | undefined): () => Promise<ReaderMessage> {
  const failed = Promise.race([once(worker, 'exit'), new Promise((resolve) => worker.once('error', resolve))]).then(
    () => {
      throw new ReaderGone('the reader of a file ended');
    },
  );
  // The thread also exits when it is terminated.
  failed.catch(() => {});
  return async () => {
    const waiting = new AbortController();
    const limit = AbortSignal.any([
      waiting.signal,
      AbortSignal.timeout(stepTimeoutMs),
      ...(signal === undefined ? [] : [signal]),
    ]);
    const said = once(worker, 'message', { signal: limit }).catch(() => {
      throw new ReaderGone('the reader of a file took too long');
    });
    worker.postMessage('next');
    try {
      const [message] = (await Promise.race([said, failed])) as [ReaderMessage];
      return message;
    } finally {
      waiting.abort();
      said.catch(() => {});
    }
  };
}

async function* portionsOf(next: () => Promise<ReaderMessage>): AsyncGenerator<string, void, undefined> {
  for (let message = await next(); message.kind === 'portion'; message = await next()) yield message.json;
}

export interface ImportRequest {
  readonly file: File | null;
  /** Local time of the uploader, ISO 8601. */
  readonly uploaderDateTime: string;
  /** IANA time zone. */
  readonly uploaderTimezone: string;
  /** Meaning of the columns of a till's own export. Absent: a sales file with its six columns. */
  readonly columns?: SalesColumns;
  /** Reports what the import would change, without changing anything. */
  readonly checkOnly: boolean;
}

/** Content of a file, and what its import changed or would change, by site. */
export interface ImportOutcome {
  readonly check: FileCheck;
  readonly differences: Differences;
  /** Null: nothing was imported. */
  readonly importId: number | null;
  readonly fileUrl: string | null;
}

export type ImportSales = (
  scope: Scope,
  wanted: ImportRequest,
  signal?: AbortSignal,
) => Promise<Result<ImportOutcome, Failure>>;

/** A file uses one core and some memory for seconds. */
const capacity = { concurrency: 2, perOwner: 1, waiting: [8, 2, 2], waitMs: 60_000 } as const;

/**
 * Imports a sales file completely, or not at all. It leaves out wrong receipts of a till's own export. Known receipts with other values are corrected, so importing a file
 * twice changes nothing. With `checkOnly` it returns the errors; otherwise it refuses a sales file with any.
 */
export function createImportSales(dependencies: SalesImportsDependencies): ImportSales {
  const turns = shareCapacity(capacity);
  return async (scope, wanted, signal) => {
    const refusal = refusalOf(wanted);
    if (refusal !== null || wanted.file === null) return refuse(refusal ?? 'fileRequired');
    const given = { ...wanted, file: wanted.file };
    return turns.run(() => importFile(dependencies, scope, given, signal), buildQueryOwner(scope, signal));
  };
}

const refuse = (kind: ImportRefusal) => err(failure('BAD_INPUT', importRefusals[kind], 'input'));

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

function refusalOf({ file, uploaderDateTime, uploaderTimezone }: ImportRequest): ImportRefusal | null {
  if (file === null) return 'fileRequired';
  if (!dateTime.test(uploaderDateTime) || Number.isNaN(Date.parse(uploaderDateTime))) return 'dateFormat';
  if (uploaderTimezone.length > 64 || !isTimezone(uploaderTimezone)) return 'timezoneFormat';
  if (getFileExtension(file.name) === null) return 'fileType';
  return file.size === 0 || file.size > fileLimits.bytes ? 'uploadedFile' : null;
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

type GivenImport = ImportRequest & { readonly file: File };

interface Sent {
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal | undefined;
}

async function importFile(
  dependencies: SalesImportsDependencies,
  scope: Scope,
  wanted: GivenImport,
  signal: AbortSignal | undefined,
): Promise<Result<ImportOutcome, Failure>> {
  const { sites, clock } = dependencies;
  const bytes = new Uint8Array(await wanted.file.arrayBuffer());
  const { columns = null, file } = wanted;
  const toCheck = { bytes, name: file.name, shops: await listShops(sites, scope), now: clock.now(), columns };
  const read = await withFile(
    toCheck,
    (open): Promise<Result<ImportOutcome, Failure>> =>
      wanted.checkOnly
        ? compare(dependencies, scope, wanted, open)
        : store(dependencies, scope, { ...wanted, bytes, signal }, open),
    signal,
  );
  if (read.ok) return read.value;
  if (typeof read.error === 'object') return err(failure('BAD_INPUT', read.error.unmapped, 'columns'));
  if (read.error === 'fileType') return refuse('fileType');
  return refuse(read.error === 'broken' ? 'processing' : 'uploadedFile');
}

/** A till writes its exports itself, so a wrong line of them stops no other. A sales file is taken as a whole. */
const isImportable = ({ faultyRows }: FileCheck, { columns }: { readonly columns?: SalesColumns | undefined }) =>
  faultyRows === 0 || columns !== undefined;

async function compare(
  { db }: SalesImportsDependencies,
  scope: Scope,
  wanted: GivenImport,
  { check, portions }: OpenFile,
): Promise<Result<ImportOutcome, Failure>> {
  let differences: Differences = new Map();
  if (isImportable(check, wanted))
    for await (const json of portions)
      differences = together(differences, await salesImportsStore(db).compare(scope, json));
  return ok({ check, differences, importId: null, fileUrl: null });
}

async function store(
  { db, clock, bus, files, logError }: SalesImportsDependencies,
  scope: Scope,
  { file, bytes, signal, uploaderDateTime, uploaderTimezone, columns }: GivenImport & Sent,
  { check, portions }: OpenFile,
): Promise<Result<ImportOutcome, Failure>> {
  if (!isImportable(check, { columns }) || check.shops.length === 0) return refuse('uploadedFile');
  const fileKey = `sales-imports/${scope.organizationId}/${randomUUID()}.${getFileExtension(file.name)}`;
  try {
    await files.store.put(fileKey, bytes);
  } catch (error) {
    logError('a sales file could not be kept', error);
    return refuse('storage');
  }
  const at = clock.now();
  const recorded = { at, fileName: toDisplayName(file.name), fileKey, uploaderDateTime, uploaderTimezone };
  try {
    const stored = await inTransaction(db, async (transaction) => {
      const imports = salesImportsStore(transaction);
      const importId = await imports.insert(scope, recorded);
      let differences: Differences = new Map();
      for await (const json of portions) differences = together(differences, await imports.put(scope, importId, json));
      if (signal?.aborted) throw new Cancelled();
      await imports.tell(scope, importId, check.shops, differences);
      const told = [...differences.values()].reduce(sum, nothing);
      const receipts = check.shops.reduce((count, shop) => count + shop.receipts, 0);
      const details = { file: recorded.fileName, receipts, ...told };
      await recordAudit(scope, transaction, {
        at,
        action: 'sales.imported',
        details,
        subjectId: importId,
        ...onlySite(check),
      });
      return unwrap<ImportOutcome>(ok({ check, differences, importId, fileUrl: buildFileUrl(files, recorded, at) }));
    });
    for (const { shop } of check.shops)
      bus.publish('sales.changed', {
        organizationId: scope.organizationId,
        installationId: shop.installationId as InstallationId,
      });
    return stored;
  } catch (error) {
    await files.store.delete(fileKey);
    throw error;
  }
}

const nothing: Difference = { added: 0, corrected: 0 };
const sum = (a: Difference, b: Difference): Difference => ({
  added: a.added + b.added,
  corrected: a.corrected + b.corrected,
});

function together(known: Differences, more: Differences): Differences {
  const sums = new Map(known);
  for (const [site, difference] of more) sums.set(site, sum(sums.get(site) ?? nothing, difference));
  return sums;
}

/** Returns the site of a file about a single site, so that the site's users see the audit entry. */
function onlySite({ shops }: FileCheck) {
  const [first, ...others] = shops;
  return first === undefined || others.length > 0
    ? {}
    : { installationId: first.shop.installationId as InstallationId };
}

export interface SalesImportsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly sites: SiteSnapshots;
  readonly files: Files;
  readonly logError: (message: string, error: unknown) => void;
  /** Returns the names of members by id. Former users are omitted. */
  readonly namesOf: (scope: Scope, ids: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;
}
