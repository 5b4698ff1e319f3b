import type { Clock } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { getShard } from '../../platform/relational/assign-shards.ts';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import { DirtyDays } from '../rollups/dirty-days.ts';
import type { ShardOwner } from './shard-owner.ts';

/** Claims every shard; returns a function that releases them. */
export type ClaimAllShards = () => Promise<() => void>;

/**
 * Dirty days of all sites as stored, including this process's own shards. Writers that bypass ingestion, such as sample
 * sites, claim all shards during the write.
 */
export class SharedDirtyDays extends DirtyDays {
  readonly #owners: ReadonlyMap<number, ShardOwner>;
  readonly #claimAll: ClaimAllShards;

  constructor(
    analytics: AnalyticsStore,
    clock: Clock,
    owners: ReadonlyMap<number, ShardOwner>,
    claimAll: ClaimAllShards,
  ) {
    super(analytics, clock, 'following');
    this.#owners = owners;
    this.#claimAll = claimAll;
  }

  override async writing(days: readonly SiteDay[]): Promise<() => void> {
    const resume = await this.#claimAll();
    const ends: (() => void)[] = [resume];
    const endAll = () => {
      for (const end of ends) end();
    };
    try {
      for (const [shard, part] of Map.groupBy(days, ({ installation }) => getShard(installation))) {
        const owner = this.#owners.get(shard);
        if (owner === undefined) throw new Error(`shard ${shard} was lost meanwhile`);
        ends.push(await owner.rollups.ledger.writing(part));
      }
      return endAll;
    } catch (error) {
      endAll();
      throw error;
    }
  }
}
