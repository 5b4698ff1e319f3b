import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logging/index.ts';
import { type Holdings, ShardSession } from './shard-session.ts';
import { type ShardKeeper, shardCount, type TakenShard } from './shards.ts';

/** How often a worker looks who has what. */
const roundMs = 500;
/** How often the session is used, whatever else is going on. */
const beatMs = 2000;
/** How often whoever waits for all of them looks. */
const retryMs = 50;
/** How long they may take to give up what they have. */
const patienceMs = 60_000;

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

/** A shard whose lock is ours. */
interface Held {
  /** null: its work is on its way to begin. */
  taken: TakenShard | null;
  /** Resolves when it has begun, or cannot. */
  begun: Promise<void>;
  giving: Promise<void> | null;
}

class Sharing {
  readonly #keeper: ShardKeeper;
  readonly #logger: ShareOutOptions['logger'];
  #held = new Map<number, Held>();
  #wantsAll = 0;

  constructor(keeper: ShardKeeper, logger: ShareOutOptions['logger']) {
    this.#keeper = keeper;
    this.#logger = logger;
  }

  async holdAll(): Promise<() => void> {
    this.#wantsAll += 1;
    let isOver = false;
    const letGo = () => {
      if (!isOver) this.#wantsAll -= 1;
      isOver = true;
    };
    const until = performance.now() + patienceMs;
    while (this.#here.length < shardCount) {
      if (performance.now() > until) {
        letGo();
        throw new Error('other workers have not given up what they have');
      }
      await delay(retryMs);
    }
    return letGo;
  }

  /** Those whose work is taken up. */
  get #here(): readonly number[] {
    return [...this.#held].flatMap(([shard, { taken, giving }]) => (taken !== null && giving === null ? [shard] : []));
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
    for (const shard of evenly(this.#here, this.#here.length - wanted)) void this.#give(session, shard);
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
    const held: Held = { taken: null, begun: Promise.resolve(), giving: null };
    this.#held.set(shard, held);
    const isOurs = () => this.#held.get(shard) === held;
    const confirm = async () => {
      if (!isOurs()) throw new Error(`shard ${shard} is another's by now`);
      await session.confirm();
    };
    held.begun = this.#keeper.take(shard, confirm).then(
      (taken) => {
        if (isOurs()) held.taken = taken;
        else taken.drop();
      },
      async (error: unknown) => {
        this.#logger.warn({ err: error, shard }, 'a shard cannot be taken up yet');
        if (isOurs()) await this.#unlock(session, shard);
      },
    );
  }

  /** Never rejects. */
  #give(session: ShardSession, shard: number): Promise<void> {
    const held = this.#held.get(shard);
    if (held === undefined) return Promise.resolve();
    held.giving ??= (async () => {
      await held.begun;
      await held.taken
        ?.give()
        .catch((error: unknown) => this.#logger.warn({ err: error, shard }, 'a shard ended badly'));
      if (this.#held.get(shard) === held) await this.#unlock(session, shard);
    })();
    return held.giving;
  }

  async #unlock(session: ShardSession, shard: number): Promise<void> {
    this.#held.delete(shard);
    await session.give(shard).catch(() => session.end());
  }

  #dropAll(): void {
    const lost = [...this.#held.values()];
    this.#held = new Map();
    for (const { taken } of lost) taken?.drop();
  }
}

/** So many of them, from all over the list: sites that were made together are shared out, too. */
const evenly = (shards: readonly number[], count: number): readonly number[] =>
  shards.filter(
    (_, index) => Math.floor(((index + 1) * count) / shards.length) > Math.floor((index * count) / shards.length),
  );

/** False once it is over before its time. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  delay(milliseconds, true, { signal, ref: false }).catch(() => false);
