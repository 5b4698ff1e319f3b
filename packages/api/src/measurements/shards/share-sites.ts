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

/** What a process has where several share the sites. */
export interface SharedSites {
  readonly ledger: SharedLedger;
  readonly rollups: Rollups;
  readonly intake: Intake;
  /** What it does with shards it is given; a process for pages is given none. */
  readonly keeper: ShardKeeper;
  /** From now on what is due is added up, and owners hear what is to be deleted. */
  start(): void;
  stop(): Promise<void>;
  /** How every shard is had to come here; nobody can, before it is said. */
  holdAllBy(holdAll: HoldAll): void;
}

const hearMs = 30_000;

/**
 * Shares the sites out among workers. Of its shards a worker is the only one that writes; about all sites, its own too,
 * each process answers by what is marked in the store.
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
      // Whoever has lost it and was not told yet leaves the question to the next owner.
      const unserve = calls.serve(storingOf(shard), async (asked: AskedReadings) =>
        (await isOurs()) && (await claims.isWanted(asked)) ? owner.submit(asked.rows) : undefined,
      );
      bus.publish('shard.taken', { shard });
      if (isRolling) owner.rollups.start();
      /** Takes nothing more; what was taken may still be under way. */
      const leave = () => {
        unserve();
        if (owners.get(shard) === owner) owners.delete(shard);
        return owner.end();
      };
      return {
        give: leave,
        // What it still does is refused by its `confirm`.
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
