import type { Clock, OrganizationId } from '@atrium/domain/core';
import { dayMs } from '../rollups/dirty-days.ts';
import type { ReadingRetention, Rollups } from '../rollups/rollups.ts';
import { rejectedBeforeMs, type ShardOwner } from './shard-owner.ts';
import type { ClaimAllShards, SharedDirtyDays } from './shared-dirty-days.ts';

export interface SharedRollupsDeps {
  readonly ledger: SharedDirtyDays;
  readonly owners: ReadonlyMap<number, ShardOwner>;
  readonly clock: Clock;
  readonly retentions: () => Promise<readonly ReadingRetention[]>;
  readonly claimAll: ClaimAllShards;
  readonly logError: (message: string, error: unknown) => void;
}

/** Interval between retention checks, as often as owners read it; many times within `rejectedBeforeMs`. */
const checkIntervalMs = 30_000;

/**
 * Combines the rollups of the owners in this process, and runs retention once for all sites. Owners reject readings
 * from ten minutes before they are deleted, so that the leader can see in the store whether all are rolled up.
 */
export function createSharedRollups(deps: SharedRollupsDeps): Rollups {
  const { ledger, owners, clock, retentions, claimAll, logError } = deps;
  const each = (ask: (owner: ShardOwner) => Promise<number>) => sumOf([...owners.values()].map(ask));
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  let first: readonly ReadingRetention[] = [];
  let firstAt = Number.POSITIVE_INFINITY;

  /** Returns the retentions if they have been unchanged for so long that every owner knows them. */
  async function settled(): Promise<readonly ReadingRetention[]> {
    const now = clock.now();
    const all = await retentions();
    const isSame = JSON.stringify(all) === JSON.stringify(first);
    if (!isSame) [first, firstAt] = [all, now];
    return now - firstAt >= rejectedBeforeMs ? all : [];
  }

  async function forgetDue(): Promise<readonly OrganizationId[]> {
    const forgotten: OrganizationId[] = [];
    await ledger.forgetRest();
    for (const { organizationId, days } of await settled()) {
      const before = (Math.floor((clock.now() - rejectedBeforeMs) / dayMs) - days) * dayMs;
      if (before <= ledger.keptSince(organizationId)) continue;
      ledger.close(organizationId, before);
      if (await ledger.forget(organizationId, before)) forgotten.push(organizationId);
    }
    return forgotten;
  }

  const tick = () => {
    running = forgetDue()
      .catch((error) => logError('readings that are kept no longer could not be deleted', error))
      .finally(() => {
        if (!isStopped) timer = setTimeout(tick, checkIntervalMs).unref();
      });
  };

  return {
    ledger,
    rollDue: () => each(({ rollups }) => rollups.rollDue()),
    rollAll: (organization, endedBefore) => each(({ rollups }) => rollups.rollAll(organization, endedBefore)),
    daysWaiting: () => each(({ rollups }) => rollups.daysWaiting()),
    forgetDue,
    async markOutdated(organization) {
      for (const { rollups } of owners.values()) await rollups.markOutdated(organization);
    },
    sitesChanged(organization) {
      for (const { rollups } of owners.values()) rollups.sitesChanged(organization);
    },
    async forgetSite(organization, installation) {
      const resume = await claimAll();
      for (const { rollups } of owners.values()) await rollups.forgetSite(organization, installation);
      // The next owner reads the site's state from the store, which is empty by then.
      setTimeout(resume, checkIntervalMs).unref();
    },
    start: tick,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function sumOf(counts: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
