import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openAnalyticsStore } from './analytics/index.ts';
import type { AnalyticsStore } from './analytics-store.ts';
import type { Config } from './config/index.ts';
import { describeOpenFailure, refuseTruncatedTables } from './damage/index.ts';
import type { DataFolder } from './data-folder/index.ts';
import { type ClosingStack, requestShutdown } from './lifecycle/index.ts';
import type { Logger } from './logging/index.ts';
import {
  acquireLock,
  alwaysLeader,
  type Leadership,
  leadOrFollow,
  neverLeader,
  openRelationalStore,
  type RelationalStore,
  type StoreRole,
} from './relational/index.ts';
import { describeStores, refuseNewAnalytics, refuseNewRelational } from './store-identity/index.ts';

export interface OpenStoresOptions {
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
export async function openStores(options: OpenStoresOptions): Promise<OpenedStores> {
  const { config, folder, logger, closing, use, onDamage } = options;
  const { databaseUrl, clickhouseUrl } = config;
  const places = describeStores(config, folder);
  const identity = { places, acceptsLoss: options.acceptsLoss };
  let lead: Leadership = use === 'beside' ? neverLeader : alwaysLeader;
  const openRelational = async () => {
    // The embedded database is locked with its folder.
    if (databaseUrl !== null) {
      const taking = { url: databaseUrl, place: places.relational, use, logger, onTaken: requestShutdown };
      // One of several workers leads; the others may become leader later.
      const taken = use === 'at work' && config.role === 'worker' ? await leadOrFollow(taking) : null;
      const soleUse = taken ?? (await acquireLock(taking));
      lead = taken?.lead ?? lead;
      closing.add('the use of the database', () => soleUse.release());
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
