import type { Clock } from '@atrium/domain/core';
import type pg from 'pg';
import type { AnalyticsStore } from '../platform/analytics-store.ts';
import { productVersion } from '../platform/product-version.ts';
import type { RelationalStore } from '../platform/relational/index.ts';
import { BackupRefused } from './backup-refused.ts';
import { analyticsCopyStore } from './copying/analytics-copy.store.ts';
import { copyAnalytics } from './copying/copy-analytics.ts';
import { copyFiles } from './copying/copy-files.ts';
import { copyRelational } from './copying/copy-relational.ts';
import { relationalCopyStore } from './copying/relational-copy.store.ts';
import { describeOverlap } from './describe-overlap.ts';
import type { BackupStorage } from './repository/backup-storage.ts';
import type { Manifest } from './repository/manifest.ts';
import { openRepository, type Repository } from './repository/repository.ts';

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
 * A reading gets its version before it is stored, and its day is marked afterwards. Within this time, copied rollups
 * and readings may disagree.
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

/** The previous manifest, whose content is not copied again. A damaged backup is skipped. */
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
