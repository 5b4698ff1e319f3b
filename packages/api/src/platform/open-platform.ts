import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@atrium/domain/core';
import { migrateAnalytics } from './analytics/migrate-analytics.ts';
import { openAnalyticsStore } from './analytics/open-analytics-store.ts';
import type { AnalyticsStore } from './analytics-store.ts';
import { openBus } from './bus/open-bus.ts';
import { systemClock } from './concurrency/timing.ts';
import type { Config } from './config/read-config.ts';
import { refuseTruncatedTables } from './damage/check-stores.ts';
import { describeOpenFailure, restoreAdvice } from './damage/corruption.ts';
import { createDrawing } from './drawing/drawing.ts';
import { orNotReady, StartRefused } from './failures.ts';
import { createFileStore } from './files/index.ts';
import { createMetrics } from './http/http-metrics.ts';
import type { Platform } from './platform.ts';
import { PersistentProblems } from './platform.ts';
import type { ClosingStack } from './process.ts';
import { requestShutdown } from './process.ts';
import { acquireLock, type StoreRole } from './relational/database-lock.ts';
import { alwaysLeader, type Leadership, leadOrFollow, neverLeader } from './relational/leadership.ts';
import { migrateRelational, withStartLock } from './relational/migrate-relational.ts';
import { openRelationalStore, type RelationalStore } from './relational/relational-store.ts';
import { agreeOnIdentity, claimIdentity, refuseNewAnalytics, refuseNewRelational } from './stores/agree-on-identity.ts';
import {
  checkSchema,
  checkSchemaNote,
  describeMissingInstallation,
  type PendingUpgrade,
  type SchemaPolicy,
} from './stores/check-schema.ts';
import {
  containsStores,
  type DataFolder,
  openDataFolder,
  readAnnouncement,
  restoringFile,
} from './stores/data-folder.ts';
import { describeStores } from './stores/describe-stores.ts';
import { ensureStoresAnswer } from './stores/ensure-stores-answer.ts';
import { buildSchemaNote, writeSchemaNote } from './stores/schema-note.ts';
import { copyBeforeUpgrade, removeOldUpgradeCopy, upgradeCopyDays } from './stores/upgrade-copy.ts';
import type { Logger } from './telemetry/logger.ts';
import { createWriteProbe } from './telemetry/write-probe.ts';

export interface OpenOptions {
  readonly clock?: Clock;
  /** The operator has accepted the loss of data missing from the stores. */
  readonly acceptsLoss?: boolean;
  /** Which schema changes are allowed: only a start migrates. */
  readonly schema?: SchemaPolicy;
  /** Role at the stores' servers; by default no other process may use them. */
  readonly use?: StoreRole;
}

const ofStart: SchemaPolicy = { migrates: true, creates: true };

/**
 * Locks the data folder, opens both stores, checks that they belong together and, for a start, migrates them to this
 * version.
 */
export async function openPlatform(
  config: Config,
  logger: Logger,
  closing: ClosingStack,
  { clock = systemClock, acceptsLoss = false, use = 'standalone', schema = ofStart }: OpenOptions = {},
): Promise<Platform> {
  // When another Atrium has the folder, its error is the one to report.
  if (readAnnouncement(config.dataFolder) === null) await ensureStoresAnswer(config);
  const hasStores = containsStores(config);
  if (!hasStores && !schema.creates && config.databaseUrl === null)
    throw new StartRefused(describeMissingInstallation(config.dataFolder));
  const folder = await openDataFolder(config.dataFolder);
  closing.add('the data folder', () => folder.release());
  if (existsSync(join(folder.path, restoringFile)))
    throw new StartRefused(`a restore into ${folder.path} has not come to its end: run it once more`);
  const upgrade = await checkSchemaNote({ path: folder.path, hasStores }, config, schema);
  if (upgrade !== null) await secureWayBack({ config, folder, logger, clock }, upgrade);
  else await removeOldUpgradeCopy(folder.path, clock);
  const [problems, metrics] = [new PersistentProblems(), createMetrics()];
  const stores = { config, folder, logger, closing, acceptsLoss, use, onDamage: reportCorruption(problems) };
  const { relational, analytics, lead } = await openStores(stores);
  const places = describeStores(config, folder);
  const identity = await withStartLock(relational, async (client) => {
    const agreement = await agreeOnIdentity(client, analytics, { places, acceptsLoss });
    await checkSchema(client, analytics, { places, policy: schema });
    await migrateRelational(client);
    const claimed = await claimIdentity(client, analytics, agreement, places);
    await migrateAnalytics(analytics);
    await writeSchemaNote(folder.path, await buildSchemaNote());
    return claimed;
  });

  const bus = await openBus({ natsUrl: config.natsUrl, installation: identity.id, logger, problems, metrics });
  closing.add('the bus', () => bus.close());
  const drawing = createDrawing(folder.fonts);
  closing.add('what draws', () => drawing.close());

  const writes = createWriteProbe({ pool: relational.pool, folder: folder.path, clock });
  return {
    config,
    logger,
    clock,
    folder,
    secret: config.secret ?? folder.secret,
    relational,
    analytics,
    identity,
    problems,
    isReady: async () => {
      await Promise.all([
        orNotReady(relational.ping(), 'the settings database does not answer'),
        orNotReady(analytics.ping(), 'the readings database does not answer'),
        writes.check(),
      ]);
      return problems.all();
    },
    use,
    lead,
    bus,
    calls: bus.calls,
    files: createFileStore(folder.files),
    drawing,
    metrics,
  };
}

/** Copies the embedded stores before a migration, and says how to go back. Stores on servers are their operator's. */
async function secureWayBack(
  {
    config,
    folder,
    logger,
    clock,
  }: Required<Pick<OpenOptions, 'clock'>> & Pick<OpenStoresOptions, 'config' | 'folder' | 'logger'>,
  { from }: PendingUpgrade,
): Promise<void> {
  const version = from?.version ?? 'an earlier version';
  const { databaseUrl, clickhouseUrl } = config;
  if (databaseUrl !== null || clickhouseUrl !== null) {
    logger.warn(
      `upgrading data of ${version} on a database server: only a backup made before leads back to that version`,
    );
    return;
  }
  const { path } = await copyBeforeUpgrade(folder.path, from, clock);
  logger.info(
    `upgrading data of ${version}: a copy is kept in ${path} for ${upgradeCopyDays} days. To go back, stop the server, run "npm run -s atrium -- roll-back" and start ${version}`,
  );
}

interface OpenStoresOptions {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly logger: Logger;
  readonly closing: ClosingStack;
  readonly acceptsLoss: boolean;
  readonly use: StoreRole;
  /** Called whenever a statement fails because stored data is damaged. */
  readonly onDamage: () => void;
}

interface OpenedStores {
  readonly relational: RelationalStore;
  readonly analytics: AnalyticsStore;
  readonly lead: Leadership;
}

/**
 * Opens both stores concurrently. If only one of them is new, the existing one is first asked whether it misses the
 * other. So nothing is created where lost data should be restored.
 */
async function openStores(options: OpenStoresOptions): Promise<OpenedStores> {
  const { config, folder, logger, closing, use, onDamage } = options;
  const { databaseUrl, clickhouseUrl } = config;
  const places = describeStores(config, folder);
  const identity = { places, acceptsLoss: options.acceptsLoss };
  let lead: Leadership = use === 'replica' ? neverLeader : alwaysLeader;
  const openRelational = async () => {
    // The embedded database is locked with its folder.
    if (databaseUrl !== null) {
      const taking = { url: databaseUrl, place: places.relational, use, logger, onTaken: requestShutdown };
      // One of several workers leads; the others may become leader later.
      const taken = use === 'leader' && config.role === 'worker' ? await leadOrFollow(taking) : null;
      const databaseLock = taken ?? (await acquireLock(taking));
      lead = taken?.lead ?? lead;
      closing.add('the use of the database', () => databaseLock.release());
    }
    const source = databaseUrl === null ? { folder: folder.postgres } : { url: databaseUrl };
    const store = await openRelationalStore({ source, logger, onDamage });
    closing.add('the relational store', () => store.close());
    await refuseTruncatedTables(store);
    return store;
  };
  const openAnalytics = async () => {
    const source = clickhouseUrl === null ? { folder: folder.analytics } : { url: clickhouseUrl };
    const store = await openAnalyticsStore({ source, onDamage }).catch((error) => {
      throw 'folder' in source ? describeOpenFailure(source.folder, error) : error;
    });
    closing.add('the analytics store', () => store.close());
    return store;
  };
  const makesRelational = databaseUrl === null && !existsSync(join(folder.postgres, 'PG_VERSION'));
  const makesAnalytics = clickhouseUrl === null && readdirSync(folder.analytics).length === 0;
  if (makesRelational && !makesAnalytics) {
    const analytics = await openAnalytics();
    await refuseNewRelational(analytics, identity);
    return { relational: await openRelational(), analytics, lead };
  }
  if (makesAnalytics && !makesRelational) {
    const relational = await openRelational();
    await refuseNewAnalytics(relational.pool, identity);
    return { relational, analytics: await openAnalytics(), lead };
  }
  const [relational, analytics] = await allSettled(openRelational(), openAnalytics());
  return { relational, analytics, lead };
}

/** Waits for both before reporting a failure, because a store that opens late must still be closed. */
async function allSettled<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/**
 * Reports corruption found by an ordinary statement before the periodic check. It stays reported until the next start,
 * since it cannot heal.
 */
function reportCorruption(problems: PersistentProblems): () => void {
  const problem = `what is stored is damaged: what was asked for could not be read, the log says of which file. ${restoreAdvice}`;
  return () => problems.report('damage that was met', problem);
}
