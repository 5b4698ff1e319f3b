import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@atrium/domain/core';
import type pg from 'pg';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { RelationalStore } from '../../platform/relational/relational-store.ts';
import { productVersion } from '../../platform/version.ts';
import {
  type AnalyticsCopyStore,
  analyticsCopyStore,
  type StoredPart,
  type TableColumn,
} from './analytics-copy.store.ts';
import { copyFiles } from './copy-files.ts';
import { describeOverlap } from './describe-overlap.ts';
import type { CopiedPart, CopiedParts, CopiedTable, Manifest } from './manifest.ts';
import { type RelationalCopyStore, relationalCopyStore } from './relational-copy.store.ts';
import { openRepository, type Repository, splitIntoPieces } from './repository.ts';
import { BackupRefused, type BackupStorage } from './storage.ts';

/** About 25 MB of readings: the size of one object, and of what is in memory. */
const rowsAtOnce = 250_000;
/** Merges replace parts while others are copied. After this many attempts at a table, merges are paused. */
const looksWithMerges = 4;
const maxLooks = 12;
/**
 * Maximum number of attempts. If readings were deleted meanwhile, the whole copy starts again. That is rare, and
 * another attempt adds little.
 */
const maxTries = 5;
const pauseMs = 1000;

/** Table with the start of each organization's retention. */
const keptSince = 'readings_kept';

/**
 * Retention is copied first, so that later deletions are noticed. Rollups are copied before readings, so that they
 * contain nothing the copied readings lack. Missing rollups are rebuilt after a restore.
 */
function orderOf(table: string): number {
  if (table === keptSince) return 0;
  if (table === 'rollup_days') return 1;
  if (table.startsWith('rollup_')) return 2;
  return table === 'readings' ? 4 : 3;
}

interface Copying {
  readonly store: AnalyticsCopyStore;
  readonly repository: Repository;
  /** Aborts the copy; the reason is thrown. */
  readonly signal: AbortSignal;
}

/** Copies every table, each as of one instant. Skips parts that `before` already has. */
async function copyAnalytics(
  copying: Copying,
  before: Manifest | null,
): Promise<Omit<Manifest['analytics'], 'settledBefore'>> {
  const known = partsIn(before);
  for (let tries = 1; ; tries += 1) {
    const migrations = await copying.store.migrations();
    const names = (await copying.store.tables()).toSorted((a, b) => orderOf(a) - orderOf(b));
    const tables: CopiedParts[] = [];
    for (const name of names) tables.push(await copyTable(copying, name, known));
    // If readings were deleted meanwhile, copied rollups may refer to missing readings, so the copy starts again.
    const kept = tables.find(({ name }) => name === keptSince);
    const now = await copying.store.digestOfTable(keptSince, await copying.store.columns(keptSince));
    const digests = kept?.parts.reduce((sum, { digest }) => BigInt.asUintN(64, sum + BigInt(digest)), 0n) ?? 0n;
    if (String(digests) === now.digest) return { migrations: [...migrations], tables };
    if (tries === maxTries) throw new Error('readings are being deleted all the time: try again later');
    await delay(pauseMs, undefined, { signal: copying.signal });
  }
}

const keyOf = (table: string, { part, hash }: Pick<StoredPart, 'part' | 'hash'>) => `${table} ${part} ${hash}`;

function partsIn(manifest: Manifest | null): Map<string, CopiedPart> {
  const tables = manifest?.analytics.tables ?? [];
  return new Map(tables.flatMap(({ name, parts }) => parts.map((part) => [keyOf(name, part), part] as const)));
}

async function copyTable(copying: Copying, name: string, known: Map<string, CopiedPart>): Promise<CopiedParts> {
  const { store, signal } = copying;
  const columns = await store.columns(name);
  let isMerging = true;
  try {
    for (let look = 1; look <= maxLooks; look += 1) {
      if (look > looksWithMerges && isMerging) {
        await store.setMerging(name, false);
        isMerging = false;
      }
      const copied: CopiedPart[] = [];
      const listed = await store.parts(name);
      for (const part of listed) {
        signal.throwIfAborted();
        const found = known.get(keyOf(name, part)) ?? (await copyPart(copying, name, columns, part));
        if (found === null) break;
        known.set(keyOf(name, part), found);
        copied.push(found);
      }
      if (copied.length === listed.length)
        return { name, columns: columns.map((column) => column.name), parts: copied };
    }
    throw new Error(`the parts of ${name} change faster than they are copied`);
  } finally {
    if (!isMerging) await store.setMerging(name, true);
  }
}

/** Returns null if the part was merged into another one meanwhile. */
async function copyPart(
  { store, repository, signal }: Copying,
  table: string,
  columns: readonly TableColumn[],
  part: StoredPart,
): Promise<CopiedPart | null> {
  const objects: string[] = [];
  const { rows, digest } = await store.digestOfPart(table, columns, part.part);
  if (rows !== part.rows) return null;
  for (let from = 0; from < part.rows; from += rowsAtOnce) {
    signal.throwIfAborted();
    const bytes = await store.rowsOf(table, columns, part.part, from, from + rowsAtOnce);
    if (bytes.length === 0) return null;
    objects.push(await repository.put(bytes));
  }
  // If the part disappeared meanwhile, some of its rows may be missing from the copy.
  const after = await store.digestOfPart(table, columns, part.part);
  return after.rows === part.rows ? { ...part, digest, objects } : null;
}

export interface BackupSource {
  readonly relational: RelationalStore;
  readonly analytics: AnalyticsStore;
  /** The data folder. */
  readonly folder: string;
  readonly installation: string;
  readonly clock: Clock;
}

export interface BackupTarget {
  readonly storage: BackupStorage;
  /** Null: not encrypted. */
  readonly key: string | null;
}

export interface TakenBackup {
  readonly name: string;
  readonly manifest: Manifest;
  /** Objects and bytes that earlier backups did not have. */
  readonly written: { readonly objects: number; readonly bytes: number };
}

/** Arbitrary advisory lock id; it must never change. */
const backupLock = 0x41_54_42_4b;
/**
 * A reading gets its version first. Then its day is marked dirty, and the reading is stored. Within this time (ms),
 * copied rollups and readings may disagree.
 */
const settlingMs = 10 * 60_000;

/**
 * Backs up the running installation: settings as of one instant, then readings, then files, so that nothing
 * acknowledged before that instant is missing. Throws while another backup runs.
 */
export async function takeBackup(
  source: BackupSource,
  { storage, key }: BackupTarget,
  signal: AbortSignal = new AbortController().signal,
): Promise<TakenBackup> {
  const overlap = describeOverlap(storage.place, source.folder);
  if (overlap !== null) throw new BackupRefused(overlap);
  return alone(source.relational, async (client) => {
    const repository = await openRepository(storage, { key, installation: source.installation });
    const before = await latestReadable(repository);
    const begun = source.clock.now();
    const relational = await copyRelational(relationalCopyStore(client), repository, signal);
    const store = analyticsCopyStore(source.analytics);
    const analytics = await copyAnalytics({ store, repository, signal }, before);
    const files = await copyFiles(source.folder, repository, before, signal);
    const manifest: Manifest = {
      format: 1,
      installation: source.installation,
      version: productVersion,
      begun,
      ended: source.clock.now(),
      relational,
      analytics: { ...analytics, settledBefore: (begun - settlingMs) * 1000 },
      files,
    };
    const name = await repository.write(manifest);
    return { name, manifest, written: repository.written };
  });
}

/** Returns the newest readable manifest, whose content is not copied again. Skips damaged backups. */
async function latestReadable(repository: Repository): Promise<Manifest | null> {
  for (const name of (await repository.names()).toReversed()) {
    const manifest = await repository.read(name).catch(() => null);
    if (manifest !== null) return manifest;
  }
  return null;
}

/** Runs on its own connection; the lock and the snapshot end with it. */
async function alone<Answer>(
  { pool }: RelationalStore,
  work: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [backupLock]);
    if (!rows[0].mine) throw new BackupRefused('another backup of this installation is running');
    return await work(client);
  } finally {
    client.release(true);
  }
}

/** Copies every table as of one instant, on its own connection. Skips pieces that another backup already has. */
async function copyRelational(
  store: RelationalCopyStore,
  repository: Repository,
  signal: AbortSignal,
): Promise<Manifest['relational']> {
  await store.beginSnapshot();
  const migrations = await store.migrations();
  const tables: CopiedTable[] = [];
  for (const table of await store.tables()) {
    const objects: string[] = [];
    const { rows, digest } = await store.digest(table);
    for await (const piece of splitIntoPieces(store.read(table))) {
      signal.throwIfAborted();
      objects.push(await repository.put(piece));
    }
    tables.push({ name: table.name, columns: [...table.columns], rows, digest, objects });
  }
  // Sequences are not part of the snapshot. Read last, they are never behind the rows.
  const sequences = [...(await store.sequences())];
  await store.commit();
  return { migrations: [...migrations], tables, sequences };
}
