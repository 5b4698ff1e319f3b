import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logging/index.ts';
import { type Holdings, ShardSession } from './shard-session.ts';
import { type ShardKeeper, shardCount } from './shards.ts';

/** How often a worker looks who has what. */
const roundMs = 500;
/** How often the session is used, whatever else is going on. */
const beatMs = 2000;
/** How often whoever waits for all of them looks. */
const retryMs = 50;

export interface ShareOutOptions {
  readonly url: string;
  readonly keeper: ShardKeeper;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

export interface ShareOut {
  /** Has all shards come here; resolves when all are here, with the way to let others have theirs again. */
  holdAll(): Promise<() => void>;
  /** Gives every shard up in order. */
  stop(): Promise<void>;
}

/**
 * Shares the shards out among the living workers, a round every half a second: whoever has more than a fair share gives
 * up, whoever has less takes what nobody has. A shard is given up once its work has ended; what a session had that broke
 * is dropped.
 */
export function shareOut({ url, keeper, logger }: ShareOutOptions): ShareOut {
  const sharing = new Sharing(keeper, logger);
  const ended = new AbortController();
  const running = (async () => {
    while (!ended.signal.aborted) {
      try {
        await sharing.during(await ShardSession.open(url), ended.signal);
      } catch (error) {
        logger.warn({ err: error }, 'shards cannot be shared out');
      }
      await pause(roundMs, ended.signal);
    }
  })();
  return {
    holdAll: () => sharing.holdAll(),
    async stop() {
      ended.abort();
      await running;
    },
  };
}

class Sharing {
  readonly #keeper: ShardKeeper;
  readonly #logger: ShareOutOptions['logger'];
  /** Those this worker has, with whether their work is taken up, or on its way to begin or to end. */
  #held = new Map<number, 'changing' | 'here'>();
  #wantsAll = 0;

  constructor(keeper: ShardKeeper, logger: ShareOutOptions['logger']) {
    this.#keeper = keeper;
    this.#logger = logger;
  }

  async holdAll(): Promise<() => void> {
    this.#wantsAll += 1;
    while (!this.#hasAll) await delay(retryMs);
    let isOver = false;
    return () => {
      if (!isOver) this.#wantsAll -= 1;
      isOver = true;
    };
  }

  get #hasAll(): boolean {
    return this.#held.size === shardCount && [...this.#held.values()].every((state) => state === 'here');
  }

  /** Until the session ends by itself, or everything was given up because of the signal. */
  async during(session: ShardSession, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    void session.ended.then(() => over.abort());
    const beating = (async () => {
      while (await pause(beatMs, over.signal)) await session.confirm().catch(() => session.end());
    })();
    try {
      while (!over.signal.aborted && !signal.aborted) {
        await this.#round(session);
        await pause(roundMs, AbortSignal.any([over.signal, signal]));
      }
      if (!over.signal.aborted) await Promise.all([...this.#held.keys()].map((shard) => this.#give(session, shard)));
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
    const here = [...this.#held].flatMap(([shard, state]) => (state === 'here' ? [shard] : []));
    for (const shard of here.slice(wanted)) void this.#give(session, shard);
    for (let shard = 0; shard < shardCount && this.#held.size < wanted; shard++)
      if (!holdings.taken.has(shard) && !this.#held.has(shard) && (await session.take(shard)))
        this.#take(session, shard);
  }

  /** A fair share, unless somebody wants everything. */
  async #wanted(session: ShardSession, { workers, everythingFor }: Holdings): Promise<number> {
    if (everythingFor === 'another') return 0;
    if (everythingFor === 'us' && this.#wantsAll === 0) await session.wantNoMore();
    else if (everythingFor === 'us' || (this.#wantsAll > 0 && (await session.wantEverything()))) return shardCount;
    return Math.ceil(shardCount / workers);
  }

  #take(session: ShardSession, shard: number): void {
    const held = this.#held;
    held.set(shard, 'changing');
    let isOurs = true;
    const confirm = async () => {
      if (!isOurs || this.#held !== held || !held.has(shard)) throw new Error(`shard ${shard} is another's by now`);
      await session.confirm();
    };
    this.#keeper.take(shard, confirm).then(
      () => {
        if (this.#held === held) held.set(shard, 'here');
        else this.#keeper.drop(shard);
      },
      async (error: unknown) => {
        isOurs = false;
        this.#logger.warn({ err: error, shard }, 'a shard cannot be taken up yet');
        if (this.#held === held) await this.#unlock(session, shard);
      },
    );
  }

  async #give(session: ShardSession, shard: number): Promise<void> {
    const held = this.#held;
    held.set(shard, 'changing');
    await this.#keeper.give(shard);
    if (this.#held === held) await this.#unlock(session, shard);
  }

  async #unlock(session: ShardSession, shard: number): Promise<void> {
    this.#held.delete(shard);
    await session.give(shard).catch(() => session.end());
  }

  #dropAll(): void {
    const lost = [...this.#held.keys()];
    this.#held = new Map();
    for (const shard of lost) this.#keeper.drop(shard);
  }
}

/** False once it is over before its time. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  delay(milliseconds, true, { signal, ref: false }).catch(() => false);
