import type { Clock } from '@atrium/domain/core';
import { migrateAnalytics, openAnalyticsStore } from './analytics/index.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config/index.ts';
import { openDataFolder } from './data-folder/index.ts';
import { createFileStore } from './files/index.ts';
import { createMetrics } from './http/index.ts';
import { createInProcessBus } from './in-process-bus.ts';
import type { ClosingStack } from './lifecycle/index.ts';
import type { Logger } from './logging/index.ts';
import type { Platform } from './platform.ts';
import { migrateRelational, openRelationalStore, withMigrationLock } from './relational/index.ts';

/** Takes the data folder, opens both stores side by side and brings them up to this version. */
export async function openPlatform(
  config: Config,
  logger: Logger,
  closing: ClosingStack,
  clock: Clock = systemClock,
): Promise<Platform> {
  const folder = await openDataFolder(config.dataFolder);
  closing.add('the data folder', () => folder.release());

  const openRelational = async () => {
    const source = config.databaseUrl === null ? { folder: folder.postgres } : { url: config.databaseUrl };
    const store = await openRelationalStore({ source, logger });
    closing.add('the relational store', () => store.close());
    return store;
  };
  const openAnalytics = async () => {
    const source = config.clickhouseUrl === null ? { folder: folder.analytics } : { url: config.clickhouseUrl };
    const store = await openAnalyticsStore({ source });
    closing.add('the analytics store', () => store.close());
    return store;
  };
  // Both settle before either failure is told: a store that opens late must still be closed.
  const [relational, analytics] = await allSettled(openRelational(), openAnalytics());
  await withMigrationLock(relational, async (client) => {
    await migrateRelational(client);
    await migrateAnalytics(analytics);
  });

  return {
    config,
    logger,
    clock,
    folder,
    secret: config.secret ?? folder.secret,
    relational,
    analytics,
    bus: createInProcessBus(logger),
    files: createFileStore(folder.files),
    metrics: createMetrics(),
  };
}

async function allSettled<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
