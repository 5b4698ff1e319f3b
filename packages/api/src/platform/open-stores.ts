import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openAnalyticsStore } from './analytics/index.ts';
import type { AnalyticsStore } from './analytics-store.ts';
import type { Config } from './config/index.ts';
import { cannotOpen, refuseEmptyTables } from './damage/index.ts';
import type { DataFolder } from './data-folder/index.ts';
import { askToEnd, type ClosingStack } from './lifecycle/index.ts';
import type { Logger } from './logging/index.ts';
import { openRelationalStore, type RelationalStore, takeSoleUse, type Use } from './relational/index.ts';
import { placesOf, refuseNewAnalytics, refuseNewRelational } from './store-identity/index.ts';

export interface OpenStoresOptions {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly logger: Logger;
  readonly closing: ClosingStack;
  readonly acceptsLoss: boolean;
  readonly use: Use;
  /** Told whenever a statement ends because what it reads is damaged. */
  readonly onDamage: () => void;
}

interface OpenedStores {
  readonly relational: RelationalStore;
  readonly analytics: AnalyticsStore;
  /** Resolves while the stores are ours to use so; that of a folder cannot be lost. */
  readonly confirmUse: () => Promise<void>;
}

/**
 * Opens both stores side by side. Where only one of them would have to be made, the other is asked first whether it is
 * missing that one, so that nothing is made in the place where something is to be put back.
 */
export async function openStores(options: OpenStoresOptions): Promise<OpenedStores> {
  const { config, folder, logger, closing, use, onDamage } = options;
  const { databaseUrl, clickhouseUrl } = config;
  const places = placesOf(config, folder);
  const identity = { places, acceptsLoss: options.acceptsLoss };
  let confirmUse = async () => {};
  const openRelational = async () => {
    // That of the folder is taken with it.
    if (databaseUrl !== null) {
      const taking = { url: databaseUrl, place: places.relational, use, logger, onTaken: askToEnd };
      // A second worker stands by until the first one is gone.
      const standsBy = use === 'at work' && config.role === 'worker';
      if (standsBy) logger.info('one worker works at a time: this one stands by until it may');
      const soleUse = await takeSoleUse(standsBy ? { ...taking, patienceMs: Number.POSITIVE_INFINITY } : taking);
      confirmUse = soleUse.confirm;
      closing.add('the use of the database', () => soleUse.release());
    }
    const source = databaseUrl === null ? { folder: folder.postgres } : { url: databaseUrl };
    const store = await openRelationalStore({ source, logger, onDamage });
    closing.add('the relational store', () => store.close());
    await refuseEmptyTables(store);
    return store;
  };
  const openAnalytics = async () => {
    const source = clickhouseUrl === null ? { folder: folder.analytics } : { url: clickhouseUrl };
    const store = await openAnalyticsStore({ source, onDamage }).catch((error) => {
      throw 'folder' in source ? cannotOpen(source.folder, error) : error;
    });
    closing.add('the analytics store', () => store.close());
    return store;
  };
  const makesRelational = databaseUrl === null && !existsSync(join(folder.postgres, 'PG_VERSION'));
  const makesAnalytics = clickhouseUrl === null && readdirSync(folder.analytics).length === 0;
  if (makesRelational && !makesAnalytics) {
    const analytics = await openAnalytics();
    await refuseNewRelational(analytics, identity);
    return { relational: await openRelational(), analytics, confirmUse };
  }
  if (makesAnalytics && !makesRelational) {
    const relational = await openRelational();
    await refuseNewAnalytics(relational.pool, identity);
    return { relational, analytics: await openAnalytics(), confirmUse };
  }
  const [relational, analytics] = await allSettled(openRelational(), openAnalytics());
  return { relational, analytics, confirmUse };
}

/** Both settle before either failure is told: a store that opens late must still be closed. */
async function allSettled<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
