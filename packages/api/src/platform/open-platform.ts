import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@atrium/domain/core';
import { migrateAnalytics } from './analytics/index.ts';
import { openBus } from './bus/index.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config/index.ts';
import { reportCorruption } from './damage/index.ts';
import { containsStores, openDataFolder, readAnnouncement, restoringFile } from './data-folder/index.ts';
import { createDrawing } from './drawing/index.ts';
import { createFileStore } from './files/index.ts';
import { ensureStoresAnswer } from './first-contact/index.ts';
import { createMetrics } from './http/index.ts';
import type { ClosingStack } from './lifecycle/index.ts';
import type { Logger } from './logging/index.ts';
import { openStores } from './open-stores.ts';
import { PersistentProblems } from './persistent-problems.ts';
import type { Platform } from './platform.ts';
import { migrateRelational, type StoreRole, withStartLock } from './relational/index.ts';
import {
  buildSchemaNote,
  checkSchema,
  checkSchemaNote,
  describeMissingInstallation,
  type SchemaPolicy,
  writeSchemaNote,
} from './schema-version/index.ts';
import { StartRefused } from './start-refused.ts';
import { agreeOnIdentity, claimIdentity, describeStores } from './store-identity/index.ts';

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
  { clock = systemClock, acceptsLoss = false, use = 'alone', schema = ofStart }: OpenOptions = {},
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
  await checkSchemaNote({ path: folder.path, hasStores }, config, schema);
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
    use,
    lead,
    bus,
    calls: bus.calls,
    files: createFileStore(folder.files),
    drawing,
    metrics,
  };
}
