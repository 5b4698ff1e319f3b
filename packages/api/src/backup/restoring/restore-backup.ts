import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@atrium/domain/core';
import { markDaysWrittenSince } from '../../measurements/index.ts';
import { openAnalyticsStore } from '../../platform/analytics/index.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { Config } from '../../platform/config/index.ts';
import { type DataFolder, openDataFolder, restoringFile } from '../../platform/data-folder/index.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import { ensureStoresAnswer } from '../../platform/first-contact/index.ts';
import { ClosingStack, requestShutdown } from '../../platform/lifecycle/index.ts';
import type { Logger } from '../../platform/logging/index.ts';
import { acquireLock, openRelationalStore, type RelationalStore } from '../../platform/relational/index.ts';
import { writeSchemaNote } from '../../platform/schema-version/index.ts';
import { describeStores } from '../../platform/store-identity/index.ts';
import { BackupRefused } from '../backup-refused.ts';
import { analyticsCopyStore } from '../copying/analytics-copy.store.ts';
import { relationalCopyStore } from '../copying/relational-copy.store.ts';
import { describeOverlap } from '../describe-overlap.ts';
import type { BackupStorage } from '../repository/backup-storage.ts';
import type { Manifest } from '../repository/manifest.ts';
import { openRepository, type Repository } from '../repository/repository.ts';
import { hasContent, moveAside } from './move-aside.ts';
import { restoreAnalytics } from './restore-analytics.ts';
import { restoreFiles } from './restore-files.ts';
import { restoreRelational, type UsedIds } from './restore-relational.ts';
import { refuseNewerVersion, verifyBackup } from './verify-backup.ts';

export interface RestoreOptions {
  /** Target data folder and stores. */
  readonly config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'clickhouseUrl'>;
  readonly storage: BackupStorage;
  readonly key: string | null;
  /** Null: the latest one. */
  readonly backup: string | null;
  /** Whether existing data may be moved aside, or removed from database servers. */
  readonly replaces: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Reports progress to the operator. */
  readonly tell: (line: string) => void;
}

/** Reads the whole backup before changing anything. Compares the restored data with the manifest. */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { storage, key, tell } = options;
  const { dataFolder } = options.config;
  // The content of the data folder is moved or overwritten while the backup is read.
  if (describeOverlap(storage.place, dataFolder) !== null)
    throw new BackupRefused(
      `${storage.place} and the data folder ${dataFolder} are inside each other: copy the backups elsewhere and restore them from there`,
    );
  const repository = await openRepository(storage, { key, installation: null });
  const name = options.backup ?? (await repository.names()).at(-1);
  if (name === undefined) throw new BackupRefused(`there are no backups in ${storage.place}`);
  const manifest = await repository.read(name);
  await refuseNewerVersion(manifest);
  tell(`the backup ${name} is whole: ${await verifyBackup(repository, manifest)} objects read`);
  const isUsed = await hasContent(dataFolder);
  if (isUsed && !options.replaces && !wasInterrupted(dataFolder))
    throw new BackupRefused(`${dataFolder} is not empty: name another one (ATRIUM_DATA_DIR), or say --replace`);
  await ensureStoresAnswer({ ...options.config, natsUrl: null });
  const closing = new ClosingStack(options.logger);
  try {
    const folder = await openEmpty(options, isUsed);
    closing.add('the data folder', () => folder.release());
    await restoreInto(options, folder, repository, manifest, closing);
  } finally {
    await closing.close();
  }
  return manifest;
}

const wasInterrupted = (folder: string) => existsSync(join(folder, restoringFile));

async function restoreInto(
  { config, logger, replaces, tell }: RestoreOptions,
  folder: DataFolder,
  repository: Repository,
  manifest: Manifest,
  closing: ClosingStack,
): Promise<void> {
  await writeAtomically(join(folder.path, restoringFile), `${repository.place}\n`);
  const { databaseUrl, clickhouseUrl } = config;
  if (databaseUrl !== null) {
    const { relational: place } = describeStores(config, folder);
    const soleUse = await acquireLock({ url: databaseUrl, place, logger, onTaken: requestShutdown });
    closing.add('the use of the database', () => soleUse.release());
  }
  const relational = await openRelationalStore({
    source: databaseUrl === null ? { folder: folder.postgres } : { url: databaseUrl },
    logger,
  });
  closing.add('the relational store', () => relational.close());
  const analytics = await openAnalyticsStore({
    source: clickhouseUrl === null ? { folder: folder.analytics } : { url: clickhouseUrl },
  });
  closing.add('the analytics store', () => analytics.close());
  await emptyServers(relational, analytics, replaces);
  await restoreAnalytics(analytics, repository, manifest);
  await markDaysWrittenSince(analytics, manifest.analytics.settledBefore);
  tell(`readings: ${rowsOf(manifest.analytics.tables.flatMap(({ parts }) => parts))} rows, as they were`);
  await restoreFiles(folder.path, repository, manifest);
  tell(`files: ${manifest.files.length}`);
  // Last: a start refuses readings without settings, so a partial restore is never served.
  await restoreRelational(relational, repository, manifest, await usedIds(analytics));
  tell(`settings: ${rowsOf(manifest.relational.tables)} rows, as they were`);
  await writeSchemaNote(folder.path, {
    version: manifest.version,
    relational: Math.max(...manifest.relational.migrations),
    analytics: manifest.analytics.migrations.at(-1) ?? '',
  });
  await rm(join(folder.path, restoringFile), { force: true });
}

const rowsOf = (copied: readonly { readonly rows: number }[]) => copied.reduce((sum, { rows }) => sum + rows, 0);

/** Moves existing content aside, whether another installation's or an unfinished restore's. */
async function openEmpty({ config, clock, tell }: RestoreOptions, isUsed: boolean): Promise<DataFolder> {
  const folder = await openDataFolder(config.dataFolder);
  if (!isUsed) return folder;
  const aside = await moveAside(folder.path, clock.now());
  folder.release();
  tell(`what was in ${folder.path} is in ${aside} now`);
  return openDataFolder(config.dataFolder);
}

async function emptyServers(relational: RelationalStore, analytics: AnalyticsStore, replaces: boolean): Promise<void> {
  const store = relationalCopyStore(relational.pool);
  const copies = analyticsCopyStore(analytics);
  const tables = await copies.tables();
  const areEmpty = (await store.isEmpty()) && tables.length === 0;
  if (areEmpty) return;
  if (!replaces) throw new BackupRefused('the stores are not empty: name empty databases, or say --replace');
  await store.removeEverything();
  for (const table of tables) await copies.remove(table);
  await copies.removeIdentity();
}

async function usedIds(analytics: AnalyticsStore): Promise<UsedIds> {
  const [row] = await analytics.query<UsedIds>({
    sql: `SELECT toFloat64(max(organization)) AS organizations, toFloat64(max(installation)) AS installations,
      toFloat64(max(device)) AS devices FROM readings`,
    params: {},
  });
  return row ?? { organizations: 0, installations: 0, devices: 0 };
}
