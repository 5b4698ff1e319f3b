import type { Clock, OrganizationId } from '@atrium/domain/core';
import { dayMs, type ReadingRetention, type Rollups } from '../rollups/index.ts';
import { closedBeforeMs, type ShardOwner } from './shard-owner.ts';
import type { HoldAll, SharedLedger } from './shared-ledger.ts';

export interface SharedRollupsDeps {
  readonly ledger: SharedLedger;
  readonly owners: ReadonlyMap<number, ShardOwner>;
  readonly clock: Clock;
  readonly retentions: () => Promise<readonly ReadingRetention[]>;
  readonly holdAll: HoldAll;
  readonly logError: (message: string, error: unknown) => void;
}

/** As often as owners hear what is to be deleted; many times within `closedBeforeMs`. */
const lookMs = 30_000;

/**
 * What the owners here add up, taken together, and what is done once for all sites: deleting what is kept no longer.
 * Owners take in nothing that is to be deleted from ten minutes before, so that whoever leads finds in the store whether
 * all of it is added up.
 */
export function sharedRollups(deps: SharedRollupsDeps): Rollups {
  const { ledger, owners, clock, retentions, holdAll, logError } = deps;
  const each = (ask: (owner: ShardOwner) => Promise<number>) => sumOf([...owners.values()].map(ask));
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  let first: readonly ReadingRetention[] = [];
  let firstAt = Number.POSITIVE_INFINITY;

  /** What has been the setting for so long that every owner knows it. */
  async function settled(): Promise<readonly ReadingRetention[]> {
    const now = clock.now();
    const all = await retentions();
    const isSame = JSON.stringify(all) === JSON.stringify(first);
    if (!isSame) [first, firstAt] = [all, now];
    return now - firstAt >= closedBeforeMs ? all : [];
  }

  async function forgetDue(): Promise<readonly OrganizationId[]> {
    const forgotten: OrganizationId[] = [];
    await ledger.forgetRest();
    for (const { organizationId, days } of await settled()) {
      const before = (Math.floor((clock.now() - closedBeforeMs) / dayMs) - days) * dayMs;
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
        if (!isStopped) timer = setTimeout(tick, lookMs).unref();
      });
  };

  return {
    ledger,
    rollDue: () => each(({ rollups }) => rollups.rollDue()),
    rollAll: (organization, endedBefore) => each(({ rollups }) => rollups.rollAll(organization, endedBefore)),
    daysWaiting: () => each(({ rollups }) => rollups.daysWaiting()),
    forgetDue,
    async forgetSite(organization, installation) {
      const letGo = await holdAll();
      for (const { rollups } of owners.values()) await rollups.forgetSite(organization, installation);
      // Whoever owns it next reads what there is of it: by then nothing.
      setTimeout(letGo, lookMs).unref();
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
