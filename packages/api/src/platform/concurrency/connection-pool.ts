import { clearTimeout, setTimeout } from 'node:timers';
import type { Clock, Instant } from '@atrium/domain/core';
import { Cancelled, Overloaded } from '../failures.ts';
import { FairQueue, type QueuedItem } from './fair-queue.ts';
import type { QueryOwner } from './query-owner.ts';

/** Limits of a connection pool and its queue. */
export interface PoolLimits {
  readonly connections: number;
  /**
   * Maximum number of queued statements when a new query arrives, for small and large queries separately: in total, per
   * organization, per person.
   */
  readonly waiting: readonly [all: number, organization: number, person: number];
  /** ms that a query waits for its first statement to start. */
  readonly wait: number;
  /** ms that each later statement of a query waits. A started query should finish instead of starting over. */
  readonly startedWaitMs: number;
  /** Connections that one organization may use at once, so that others get their turn soon. */
  readonly maxPerOrganization: number;
  /** Connections that large queries may use at once, so that pages get in between. */
  readonly maxLarge: number;
  /** Seconds until a refused query may be retried. */
  readonly retryAfter: number;
}

/** State of an admitted query. */
interface Admitted {
  /** Admission number; lower ones came first. */
  readonly order: number;
  /** Whether a statement of the query has reached the engine. */
  hasBegun: boolean;
}

interface Waiting<Connection> {
  readonly question: Admitted;
  readonly isLarge: boolean;
  readonly since: Instant;
  /** Resolves when the connection is free again. */
  readonly start: (connection: Connection) => Promise<void>;
  readonly refuse: (reason: Error) => void;
}

/** ms between two checks for queued statements past their timeout. */
const checkIntervalMs = 250;

/**
 * Connections that do the same kind of work, with a fair queue. Each connection runs one statement at a time. The rest
 * waits here, where it can be ordered, refused or dropped; inside the engine it could only wait.
 *
 * A query whose first statement was accepted is never refused for its next ones, and these go before later queries.
 * Large queries have a queue of their own and may use only some of the connections, so that they never block a page.
 * The two queues take turns. The first connection is for a statement that runs alone: it may use more of the machine.
 */
export class ConnectionPool<Connection> {
  readonly #limits: PoolLimits;
  readonly #clock: Clock;
  /** The first connection always stays in front. */
  readonly #idle: Connection[];
  readonly #first: Connection | undefined;
  readonly #small = new FairQueue<Waiting<Connection>>();
  readonly #large = new FairQueue<Waiting<Connection>>();
  readonly #running = new Set<Promise<void>>();
  readonly #heldBy = new Map<string, number>();
  readonly #admitted = new WeakMap<QueryOwner, Admitted>();
  #lastOrder = 0;
  #largeRunning = 0;
  #wasLarge = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(connections: readonly Connection[], limits: PoolLimits, clock: Clock) {
    this.#idle = [...connections];
    this.#first = connections[0];
    this.#limits = limits;
    this.#clock = clock;
  }

  run<Answer>(
    work: (connection: Connection) => Promise<Answer>,
    owner: QueryOwner = { share: ['', ''] },
  ): Promise<Answer> {
    const { share, signal, isLarge = false } = owner;
    const line = this.#lineOf(owner);
    if (signal?.aborted) return Promise.reject(new Cancelled());
    const refusal = this.findOverload(owner);
    if (refusal !== null) return Promise.reject(refusal);
    const question = this.#admit(owner);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const leave = () => {
      if (line.remove(share, waiting)) reject(new Cancelled());
    };
    const waiting: Waiting<Connection> = {
      question,
      isLarge,
      since: this.#clock.now(),
      start: (connection) => {
        signal?.removeEventListener('abort', leave);
        return work(connection).then(resolve, reject);
      },
      refuse: (reason) => {
        signal?.removeEventListener('abort', leave);
        reject(reason);
      },
    };
    signal?.addEventListener('abort', leave, { once: true });
    line.add(share, waiting, question.order);
    this.#startNext();
    return promise;
  }

  /** Returns the error a query would be refused with now, or null. An admitted query always has room. */
  findOverload(owner: QueryOwner): Overloaded | null {
    const isRefused =
      this.#isClosed || (!this.#admitted.has(owner) && this.#lineOf(owner).isFull(owner.share, this.#limits.waiting));
    return isRefused ? new Overloaded(this.#limits.retryAfter) : null;
  }

  /** Number of statements right now. */
  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#small.size + this.#large.size };
  }

  /** Refuses queued statements past their timeout. */
  refuseOverdue(): void {
    this.#refuse((item) => this.#isOverdue(item));
  }

  /** Accepts nothing more, refuses what is queued, and resolves when nothing runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#refuse(() => true);
    await Promise.all(this.#running);
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #refuse(which: (item: Waiting<Connection>) => boolean): void {
    for (const line of [this.#small, this.#large])
      for (const { path, item } of line.all())
        if (which(item) && line.remove(path, item)) item.refuse(new Overloaded(this.#limits.retryAfter));
  }

  #admit(owner: QueryOwner): Admitted {
    const admitted = this.#admitted.get(owner) ?? { order: ++this.#lastOrder, hasBegun: false };
    this.#admitted.set(owner, admitted);
    return admitted;
  }

  #lineOf({ isLarge }: QueryOwner): FairQueue<Waiting<Connection>> {
    return isLarge === true ? this.#large : this.#small;
  }

  #isOverdue({ since, question }: Waiting<Connection>): boolean {
    const { wait, startedWaitMs } = this.#limits;
    return this.#clock.now() - since >= (question.hasBegun ? startedWaitMs : wait);
  }

  /** Takes the next statement of the queue whose turn it is, or else of the other queue. */
  #takeNext(): QueuedItem<Waiting<Connection>> | null {
    const mayStart = (organization: string) => (this.#heldBy.get(organization) ?? 0) < this.#limits.maxPerOrganization;
    const small = () => this.#small.take(mayStart);
    const large = () => (this.#largeRunning < this.#limits.maxLarge ? this.#large.take(mayStart) : null);
    return this.#wasLarge ? (small() ?? large()) : (large() ?? small());
  }

  #startNext(): void {
    while (this.#idle.length > 0) {
      const next = this.#takeNext();
      if (next === null) break;
      if (this.#isOverdue(next.item)) next.item.refuse(new Overloaded(this.#limits.retryAfter));
      else this.#start(next.path[0] ?? '', next.item);
    }
    this.#look();
  }

  #start(organization: string, { question, isLarge, start }: Waiting<Connection>): void {
    question.hasBegun = true;
    this.#wasLarge = isLarge;
    this.#largeRunning += isLarge ? 1 : 0;
    const isAlone = this.#running.size === 0;
    const connection = (isAlone ? this.#idle.shift() : this.#idle.pop()) as Connection;
    this.#heldBy.set(organization, (this.#heldBy.get(organization) ?? 0) + 1);
    const running = start(connection).then(() => {
      this.#running.delete(running);
      this.#largeRunning -= isLarge ? 1 : 0;
      if (connection === this.#first) this.#idle.unshift(connection);
      else this.#idle.push(connection);
      const held = (this.#heldBy.get(organization) ?? 0) - 1;
      if (held > 0) this.#heldBy.set(organization, held);
      else this.#heldBy.delete(organization);
      this.#startNext();
    });
    this.#running.add(running);
  }

  #look(): void {
    if (
      this.#timer !== null ||
      this.#small.size + this.#large.size === 0 ||
      this.#limits.wait === Number.POSITIVE_INFINITY
    )
      return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.refuseOverdue();
      this.#look();
    }, checkIntervalMs).unref();
  }
}
