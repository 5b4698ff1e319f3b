import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '@atrium/domain/core';
import type pg from 'pg';
import { markDaysWrittenSince } from '../../numbers/index.ts';
import { migrateAnalytics } from '../../platform/analytics/migrate-analytics.ts';
import { analyticsMigrations } from '../../platform/analytics/migrations/index.ts';
import { openAnalyticsStore } from '../../platform/analytics/open-analytics-store.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { Config } from '../../platform/config/read-config.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import { ClosingStack, requestShutdown } from '../../platform/process.ts';
import { acquireLock } from '../../platform/relational/database-lock.ts';
import { listRelationalMigrations, migrateRelationalUntil } from '../../platform/relational/migrate-relational.ts';
import { openRelationalStore, type RelationalStore } from '../../platform/relational/relational-store.ts';
import { type DataFolder, openDataFolder, restoringFile } from '../../platform/stores/data-folder.ts';
import { describeStores } from '../../platform/stores/describe-stores.ts';
import { ensureStoresAnswer } from '../../platform/stores/ensure-stores-answer.ts';
import { writeSchemaNote } from '../../platform/stores/schema-note.ts';
import { claimAnalytics } from '../../platform/stores/store-identity.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { analyticsCopyStore, sumDigests } from './analytics-copy.store.ts';
import { asidePrefix } from './copy-files.ts';
import { describeOverlap } from './describe-overlap.ts';
import { type CopiedParts, listObjects, type Manifest } from './manifest.ts';
import { relationalCopyStore } from './relational-copy.store.ts';
import { openRepository, type Repository } from './repository.ts';
import { CorruptedBackup } from './seal.ts';
import type { BackupStorage } from './storage.ts';
import { BackupRefused } from './storage.ts';

const ofProcess = /^(lock(-\w+)?|server\.json|control\.sock)$/;
const isContent = (name: string) => !ofProcess.test(name) && !name.startsWith(asidePrefix);

/** Whether a data folder has content that a restore would have to move. */
async function hasContent(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(noneWhereMissing)) {
    if (!isContent(entry.name)) continue;
    if (!entry.isDirectory() || (await readdir(join(folder, entry.name))).length > 0) return true;
  }
  return false;
}

/** Moves the content of a data folder into a subfolder and resolves to its path. Requires closed stores. */
async function moveAside(folder: string, at: number): Promise<string> {
  const aside = join(folder, `${asidePrefix}${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`);
  await mkdir(aside, { mode: 0o700 });
  for (const name of await readdir(folder)) if (isContent(name)) await rename(join(folder, name), join(aside, name));
  return aside;
}

const noneWhereMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

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
    const databaseLock = await acquireLock({ url: databaseUrl, place, logger, onTaken: requestShutdown });
    closing.add('the use of the database', () => databaseLock.release());
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

/** Reads every object once and resolves to their number. Rejects if one is missing or damaged. */
async function verifyBackup(repository: Repository, manifest: Manifest): Promise<number> {
  const objects = new Set(listObjects(manifest));
  for (const object of objects) await repository.get(object);
  return objects.size;
}

/** Throws for a backup of a later version: its tables are unknown here. */
async function refuseNewerVersion({ relational, analytics, version }: Manifest): Promise<void> {
  const known = new Set(await listRelationalMigrations());
  const knownToo = new Set(analyticsMigrations.map(({ id }) => id));
  if (relational.migrations.every((at) => known.has(at)) && analytics.migrations.every((id) => knownToo.has(id)))
    return;
  throw new BackupRefused(`the backup was made by a later version (${version}): restore it with that one`);
}

/** Restores the files below the data folder, each atomically and readable only by its owner. */
async function restoreFiles(folder: string, repository: Repository, { files }: Manifest): Promise<void> {
  for (const { path, changed, objects } of files) {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    const draft = `${place}.new`;
    const file = await open(draft, 'w', 0o600);
    try {
      for (const object of objects) await file.writeFile(await repository.get(object));
      await file.sync();
    } finally {
      await file.close();
    }
    await utimes(draft, changed / 1000, changed / 1000);
    await rename(draft, place);
  }
}

/**
 * Fills an empty analytics store. Writes its id before any readings, so that a partial restore is never mistaken for
 * another installation.
 */
async function restoreAnalytics(analytics: AnalyticsStore, repository: Repository, manifest: Manifest): Promise<void> {
  const applied = new Set(manifest.analytics.migrations);
  await migrateAnalytics(
    analytics,
    analyticsMigrations.filter(({ id }) => applied.has(id)),
  );
  await claimAnalytics(analytics, manifest.installation);
  for (const table of manifest.analytics.tables) await restoreTable(analytics, repository, table);
}

async function restoreTable(analytics: AnalyticsStore, repository: Repository, table: CopiedParts): Promise<void> {
  const store = analyticsCopyStore(analytics);
  const { name, columns, parts } = table;
  await analytics.command({ sql: `TRUNCATE TABLE ${name} SYNC`, params: {} });
  // Row versions are counted as copied, so merging is off until then.
  await store.setMerging(name, false);
  try {
    for (const part of parts)
      for (const object of part.objects) await store.load(name, columns, await repository.get(object));
    const wanted = {
      rows: parts.reduce((sum, { rows }) => sum + rows, 0),
      digest: sumDigests(parts.map((part) => part.digest)),
    };
    const listed = (await store.columns(name)).filter((column) => columns.includes(column.name));
    const found = await store.digestOfTable(name, listed);
    if (found.rows !== wanted.rows || found.digest !== wanted.digest)
      throw new CorruptedBackup(`the table ${name}, of which ${found.rows} of ${wanted.rows} rows came back,`);
  } finally {
    await store.setMerging(name, true);
  }
}

/** Highest ids used in readings. Ids assigned after the settings were copied must not be assigned again. */
interface UsedIds {
  readonly organizations: number;
  readonly installations: number;
  readonly devices: number;
}

/** Fills an empty relational store in one transaction. */
async function restoreRelational(
  { pool }: RelationalStore,
  repository: Repository,
  { relational }: Manifest,
  used: UsedIds,
): Promise<void> {
  const client = await pool.connect();
  try {
    await migrateRelationalUntil(client, Math.max(...relational.migrations));
    await fill(client, repository, relational, used);
  } finally {
    client.release(true);
  }
}

async function fill(
  client: pg.PoolClient,
  repository: Repository,
  { tables, sequences }: Manifest['relational'],
  used: UsedIds,
): Promise<void> {
  const store = relationalCopyStore(client);
  await store.begin();
  const rules = await store.foreignKeys();
  for (const rule of rules) await store.dropForeignKey(rule);
  for (const table of tables) {
    await store.setTriggers(table.name, false);
    await store.empty(table.name);
    await store.write(table, contentOf(repository, table.objects));
    const found = await store.digest(table);
    if (found.rows !== table.rows || found.digest !== table.digest)
      throw new CorruptedBackup(`the table ${table.name}, of which ${found.rows} of ${table.rows} rows came back,`);
  }
  for (const rule of rules) await store.addForeignKey(rule);
  for (const { name } of tables) await store.setTriggers(name, true);
  for (const { name, last } of sequences) {
    const table = name.replace(/_id_seq$/, '');
    await store.setSequence({ name, last: Math.max(last, used[table as keyof UsedIds] ?? 0) });
  }
  await store.commit();
}

async function* contentOf(repository: Repository, objects: readonly string[]): AsyncGenerator<Buffer> {
  for (const object of objects) yield await repository.get(object);
}
