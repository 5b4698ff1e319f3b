import type { Calls } from '../../platform/bus/calls.ts';
import type { ShardKeeper } from '../../platform/shards/index.ts';
import { defaultIngestLimits, type Intake } from '../ingest/index.ts';
import type { Rollups } from '../rollups/index.ts';
import { type AskedReadings, Claims, storingOf } from './asks.ts';
import { type OwnerDeps, ShardOwner } from './shard-owner.ts';
import { sharedIntake } from './shared-intake.ts';
import { type HoldAll, SharedLedger } from './shared-ledger.ts';
import { sharedRollups } from './shared-rollups.ts';

export interface SharingDeps extends Omit<OwnerDeps, 'limits'> {
  readonly calls: Calls;
}

/** Parts of a process that shares sites with others. */
export interface SharedSites {
  readonly ledger: SharedLedger;
  readonly rollups: Rollups;
  readonly intake: Intake;
  /** Handles assigned shards; a process for pages gets none. */
  readonly keeper: ShardKeeper;
  /** Starts rolling up and telling owners which readings are about to be deleted. */
  start(): void;
  stop(): Promise<void>;
  /** Sets how to claim all shards. Claiming fails before. */
  holdAllBy(holdAll: HoldAll): void;
}

const hearMs = 30_000;

/**
 * Shares the sites among workers. A worker is the only writer of its shards. Every process answers queries about all
 * sites from the stored dirty days.
 */
export function shareSites(deps: SharingDeps): SharedSites {
  const { analytics, bus, calls, clock, logError, retentions } = deps;
  const owners = new Map<number, ShardOwner>();
  const claims = new Claims(calls);
  const limits = defaultIngestLimits;
  let holdAll: HoldAll = () => Promise.reject(new Error('this process owns no sites'));
  const ledger = new SharedLedger(analytics, clock, owners, () => holdAll());
  const intake = sharedIntake({ calls, bus, owners, mostWaiting: limits.readingsWaiting });
  let isRolling = false;
  let timer: NodeJS.Timeout | undefined;

  const hear = async () => {
    const all = await retentions();
    for (const owner of owners.values()) owner.close(all, clock.now());
  };
  const keeper: ShardKeeper = {
    async take(shard, confirm) {
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
      const unserve = calls.serve(storingOf(shard), async (asked: AskedReadings) =>
        (await isOurs()) && (await claims.isWanted(asked)) ? owner.submit(asked.rows) : undefined,
      );
      bus.publish('shard.taken', { shard });
      if (isRolling) owner.rollups.start();
      /** Accepts nothing more; accepted requests may still be running. */
      const leave = () => {
        unserve();
        if (owners.get(shard) === owner) owners.delete(shard);
        return owner.end();
      };
      return {
        give: leave,
        // `confirm` rejects what it still does.
        drop: () =>
          void leave().catch((error) => logError('what was under way of a lost shard could not be ended', error)),
      };
    },
  };
  return {
    ledger,
    rollups: sharedRollups({ ledger, owners, clock, retentions, holdAll: () => holdAll(), logError }),
    intake,
    keeper,
    start() {
      isRolling = true;
      for (const { rollups } of owners.values()) rollups.start();
      timer = setInterval(() => void hear().catch((error) => logError('settings could not be read', error)), hearMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      isRolling = false;
    },
    holdAllBy(how) {
      holdAll = how;
    },
  };
}
