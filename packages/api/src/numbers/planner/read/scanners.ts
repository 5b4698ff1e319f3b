import type { OrganizationId } from '@atrium/domain/core';
import type { QueryReader } from '../../../platform/analytics-store.ts';
import type { RecentDays } from '../../open-days/recent-days.ts';
import type { DirtyDays } from '../../rollups/dirty-days.ts';
import { createDeviceActivity } from './activity/device-activity.ts';
import { createReadCache } from './kept/read-cache.ts';
import { createRecentScanner } from './open/recent-scanner.ts';
import { createRolledScanner, type ReadCaches } from './rolled-scanner.ts';
import { createRawScanner, type Scanner } from './scanner.ts';
import { type CachedDescriptorCatalog, createDescriptorCatalog } from './told/descriptor-catalog.ts';

export interface ReadDependencies {
  /** Days that rollups cover; without it, every answer is read from readings. */
  readonly ledger?: DirtyDays;
  /** Recent readings in memory, based on the same ledger; without it, they are read from the store. */
  readonly openDays?: RecentDays | undefined;
  /** Descriptor catalog; read anew by default. */
  readonly told?: CachedDescriptorCatalog;
  /** Caches of earlier reads; its own by default. */
  readonly remembered?: ReadCaches;
}

/** Creates the scanner of one query: reads memory first, then rollups, then readings. */
export function createScanners({
  ledger,
  openDays,
  told,
  remembered,
}: ReadDependencies): (reader: QueryReader, organization: OrganizationId) => Scanner {
  if (ledger === undefined) return createRawScanner;
  const known = remembered ?? createReadCaches(ledger, told ?? createDescriptorCatalog(ledger, openDays));
  return (reader, organization) => {
    const rolled = createRolledScanner(reader, organization, ledger, known);
    return openDays === undefined ? rolled : createRecentScanner(rolled, openDays, organization);
  };
}

/** Creates the caches of reads of past days, invalidated by writes. */
export const createReadCaches = (ledger: DirtyDays, toldDescriptors: CachedDescriptorCatalog): ReadCaches => ({
  deviceActivity: createDeviceActivity(ledger),
  toldDescriptors,
  kept: createReadCache(ledger),
});
