import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../telemetry/logger.ts';
import { type ShardLocks, ShardSession } from './shard-session.ts';

/** Number of shards. Must never change: workers with different numbers would own the same sites. */
export const shardCount = 16;

/** Returns the shard of a site. Ids are consecutive, so shards are equally large. */
export const getShard = (installation: number): number => installation % shardCount;

/** Starts the work of acquired shards. */
export interface ShardHandler {
  /**
   * Starts the shard's work; resolves when it can serve requests. `confirm` resolves while this worker owns the shard.
   */
  acquire(shard: number, confirm: () => Promise<void>): Promise<ShardLease>;
}

/** Lease of a shard by this worker. */
export interface ShardLease {
  /** Ends the shard's work; resolves when nothing is running any more. */
  release(): Promise<void>;
  /** Called when another worker may own the shard already: stop at once, without an orderly end. */
  lose(): void;
}

/** ms between two assignment rounds of a worker. */
const roundMs = 500;
/** ms between two keep-alive queries of the session. */
const keepAliveMs = 2000;
/** ms between two checks while waiting for all shards. */
const retryMs = 50;
/** ms that other workers have to release their shards. */
const claimTimeoutMs = 60_000;

export interface ShardAssignmentOptions {
  readonly url: string;
  readonly keeper: ShardHandler;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

export interface ShardAssignment {
  /** Claims all shards for this worker; resolves when it has them all, with a function that ends the claim. */
  claimAll(): Promise<() => void>;
  /** Releases every shard in order. */
  stop(): Promise<void>;
}

/**
 * Assigns shards to the living workers, in rounds of half a second. A worker with more than its share releases some;
 * one with fewer acquires free ones. A shard is released once its work has ended. Shards of a broken session are
 * revoked.
 */
export function assignShards({ url, keeper, logger }: ShardAssignmentOptions): ShardAssignment {
  const sharing = new Assignment(keeper, logger);
  const ended = new AbortController();
  const running = (async () => {
    while (!ended.signal.aborted) {
      try {
        await sharing.during(await ShardSession.open(url), ended.signal);
      } catch (error) {
        logger.warn({ err: error }, 'shards cannot be assigned');
      }
      await pause(roundMs, ended.signal);
    }
  })();
  return {
    claimAll: () => sharing.claimAll(),
    async stop() {
      ended.abort();
      await running;
    },
  };
}

/** Shard whose lock this worker holds. */
interface Held {
  /** null while its work is starting. */
  taken: ShardLease | null;
  /** Resolves when its work has started or failed to start. */
  begun: Promise<void>;
  giving: Promise<void> | null;
}

class Assignment {
  readonly #keeper: ShardHandler;
  readonly #logger: ShardAssignmentOptions['logger'];
  #held = new Map<number, Held>();
  #wantsAll = 0;

  constructor(keeper: ShardHandler, logger: ShardAssignmentOptions['logger']) {
    this.#keeper = keeper;
    this.#logger = logger;
  }

  async claimAll(): Promise<() => void> {
    this.#wantsAll += 1;
    let isOver = false;
    const resume = () => {
      if (!isOver) this.#wantsAll -= 1;
      isOver = true;
    };
    const until = performance.now() + claimTimeoutMs;
    while (this.#here.length < shardCount) {
      if (performance.now() > until) {
        resume();
        throw new Error('other workers have not given up what they have');
      }
      await delay(retryMs);
    }
    return resume;
  }

  /** Shards whose work is running. */
  get #here(): readonly number[] {
    return [...this.#held].flatMap(([shard, { taken, giving }]) => (taken !== null && giving === null ? [shard] : []));
  }

  /** Runs until the session ends by itself, or all shards were released because of the signal. */
  async during(session: ShardSession, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    void session.ended.then(() => over.abort());
    const beating = (async () => {
      while (await pause(keepAliveMs, over.signal)) await session.confirm().catch(() => session.end());
    })();
    try {
      while (!over.signal.aborted && !signal.aborted) {
        await this.#round(session);
        await pause(roundMs, AbortSignal.any([over.signal, signal]));
      }
      if (!over.signal.aborted) await Promise.all([...this.#held.keys()].map((shard) => this.#release(session, shard)));
    } finally {
      session.end();
      over.abort();
      this.#dropAll();
      await beating;
    }
  }

  async #round(session: ShardSession): Promise<void> {
    const holdings = await session.look();
    const wanted = await this.#wanted(session, holdings);
    for (const shard of evenly(this.#here, this.#here.length - wanted)) void this.#release(session, shard);
    for (let shard = 0; shard < shardCount && this.#held.size < wanted; shard++)
      if (!holdings.taken.has(shard) && !this.#held.has(shard) && (await session.take(shard)))
        this.#take(session, shard);
  }

  /** Returns the number of shards this worker should hold: an equal share, unless a worker claims all. */
  async #wanted(session: ShardSession, { workers, everythingFor }: ShardLocks): Promise<number> {
    if (everythingFor === 'another') return 0;
    if (everythingFor === 'us' && this.#wantsAll === 0) await session.wantNoMore();
    else if (everythingFor === 'us' || (this.#wantsAll > 0 && (await session.requestAll()))) return shardCount;
    return Math.ceil(shardCount / workers);
  }

  #take(session: ShardSession, shard: number): void {
    const held: Held = { taken: null, begun: Promise.resolve(), giving: null };
    this.#held.set(shard, held);
    const isOurs = () => this.#held.get(shard) === held;
    const confirm = async () => {
      if (!isOurs()) throw new Error(`shard ${shard} is another's by now`);
      await session.confirm();
    };
    held.begun = this.#keeper.acquire(shard, confirm).then(
      (taken) => {
        if (isOurs()) held.taken = taken;
        else taken.lose();
      },
      async (error: unknown) => {
        this.#logger.warn({ err: error, shard }, 'a shard cannot be taken up yet');
        if (isOurs()) await this.#unlock(session, shard);
      },
    );
  }

  /** Never rejects. */
  #release(session: ShardSession, shard: number): Promise<void> {
    const held = this.#held.get(shard);
    if (held === undefined) return Promise.resolve();
    held.giving ??= (async () => {
      await held.begun;
      await held.taken
        ?.release()
        .catch((error: unknown) => this.#logger.warn({ err: error, shard }, 'a shard ended badly'));
      if (this.#held.get(shard) === held) await this.#unlock(session, shard);
    })();
    return held.giving;
  }

  async #unlock(session: ShardSession, shard: number): Promise<void> {
    this.#held.delete(shard);
    await session.release(shard).catch(() => session.end());
  }

  #dropAll(): void {
    const lost = [...this.#held.values()];
    this.#held = new Map();
    for (const { taken } of lost) taken?.lose();
  }
}

/** Selects `count` shards spread over the list, so that sites created together are spread over workers. */
const evenly = (shards: readonly number[], count: number): readonly number[] =>
  shards.filter(
    (_, index) => Math.floor(((index + 1) * count) / shards.length) > Math.floor((index * count) / shards.length),
  );

/** Resolves to false when aborted early. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  delay(milliseconds, true, { signal, ref: false }).catch(() => false);
