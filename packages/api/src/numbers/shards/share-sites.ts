import type { Calls } from '../../platform/bus/calls.ts';
import type { ShardHandler } from '../../platform/relational/assign-shards.ts';
import { defaultIngestLimits, type Intake } from '../ingest/index.ts';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import type { Rollups } from '../rollups/rollups.ts';
import { createDayMarker, getMarkCallName } from './mark-days.ts';
import { type OwnerDeps, ShardOwner } from './shard-owner.ts';
import { type ClaimAllShards, SharedDirtyDays } from './shared-dirty-days.ts';
import { createSharedIntake } from './shared-intake.ts';
import { createSharedRollups } from './shared-rollups.ts';
import { ClaimChecks, getStoreCallName, type StoreRequest } from './store-requests.ts';

export interface SharingDeps extends Omit<OwnerDeps, 'limits'> {
  readonly calls: Calls;
}

/** Parts of a process that shares sites with others. */
export interface SharedSites {
  readonly ledger: SharedDirtyDays;
  readonly rollups: Rollups;
  readonly intake: Intake;
  /** Marks days dirty at their owners. Rejects with `Overloaded` when one does not answer. */
  markDays(days: readonly SiteDay[]): Promise<void>;
  /** Handles assigned shards; a process for pages gets none. */
  readonly keeper: ShardHandler;
  /** Starts roll-ups, and notifies owners of readings that are about to be deleted. */
  start(): void;
  stop(): Promise<void>;
  /** Sets how to claim all shards. Claiming fails before. */
  setClaimAll(claimAll: ClaimAllShards): void;
}

const retentionCheckMs = 30_000;

/**
 * Shares the sites among workers. A worker is the only writer of its shards. Every process answers queries about all
 * sites from the stored dirty days.
 */
export function createSharedSites(deps: SharingDeps): SharedSites {
  const { analytics, bus, calls, clock, logError, retentions } = deps;
  const owners = new Map<number, ShardOwner>();
  const claims = new ClaimChecks(calls);
  const limits = defaultIngestLimits;
  let claimAll: ClaimAllShards = () => Promise.reject(new Error('this process owns no sites'));
  const ledger = new SharedDirtyDays(analytics, clock, owners, () => claimAll());
  const intake = createSharedIntake({ calls, bus, owners, maxWaiting: limits.readingsWaiting });
  let isRolling = false;
  let timer: NodeJS.Timeout | undefined;

  const hear = async () => {
    const all = await retentions();
    for (const owner of owners.values()) owner.close(all, clock.now());
  };
  const keeper: ShardHandler = {
    async acquire(shard, confirm) {
      const owner = new ShardOwner({ ...deps, limits }, shard, confirm);
      await owner.open();
      await confirm();
      owners.set(shard, owner);
      const isOurs = () =>
        confirm().then(
          () => true,
          () => false,
        );
      // An owner that lost the shard without knowing leaves the request to the next owner.
      const unserve = calls.serve(getStoreCallName(shard), async (asked: StoreRequest) =>
        (await isOurs()) && (await claims.isWanted(asked)) ? owner.submit(asked.rows) : undefined,
      );
      const unmark = calls.serve(getMarkCallName(shard), async (days: readonly SiteDay[]) =>
        (await isOurs()) && (await owner.markDays(days)) ? true : undefined,
      );
      bus.publish('shard.taken', { shard });
      if (isRolling) owner.rollups.start();
      /** Accepts nothing more; accepted requests may still be running. */
      const leave = () => {
        unserve();
        unmark();
        if (owners.get(shard) === owner) owners.delete(shard);
        return owner.end();
      };
      return {
        release: leave,
        // Its `confirm` rejects, so nothing it still writes is acknowledged.
        lose: () =>
          void leave().catch((error) => logError('what was under way of a lost shard could not be ended', error)),
      };
    },
  };
  return {
    ledger,
    rollups: createSharedRollups({ ledger, owners, clock, retentions, claimAll: () => claimAll(), logError }),
    intake,
    markDays: createDayMarker(calls, owners),
    keeper,
    start() {
      isRolling = true;
      for (const { rollups } of owners.values()) rollups.start();
      timer = setInterval(
        () => void hear().catch((error) => logError('settings could not be read', error)),
        retentionCheckMs,
      );
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      isRolling = false;
    },
    setClaimAll(how) {
      claimAll = how;
    },
  };
}
