import { clearTimeout, setTimeout } from 'node:timers';
import type { Clock, Instant } from '@atrium/domain/core';
import { Cancelled } from '../cancelled.ts';
import { Overloaded } from '../overloaded.ts';
import type { Asker } from './asker.ts';
import { type Placed, WaitingLine } from './waiting-line.ts';

/** What may wait for the connections of a lane, and how long. */
export interface LaneLimits {
  readonly connections: number;
  /** Statements that may wait when another question begins, of small and of large ones each: all together, of one organization, of one person. */
  readonly waiting: readonly [all: number, organization: number, person: number];
  /** ms that a question waits for its first statement to begin. */
  readonly wait: number;
  /** ms that each later one of its statements waits: what was begun is finished rather than begun again later. */
  readonly waitOnceBegun: number;
  /** Connections that one organization may hold at once, so that another one's turn comes soon. */
  readonly connectionsOfOne: number;
  /** Connections that large questions may hold at once, whoever asks them: a page of somebody else comes between. */
  readonly connectionsOfLarge: number;
  /** Seconds after which whoever is refused may try again. */
  readonly retryAfter: number;
}

/** What is known of a question that was let in. */
interface Admitted {
  /** Those let in earlier have lower ones. */
  readonly order: number;
  /** A statement of it has been handed to the engine. */
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

/** ms between two looks for what has waited too long. */
const lookEvery = 250;

/**
 * Connections that do the same kind of work. Each runs one statement at a time, and the rest waits here, where it can be
 * put in order, refused, or dropped: once handed to the engine it would only wait there. A question whose first
 * statement was taken is never refused for its next ones, and these go before questions that came later. Large questions
 * wait in a line of their own and hold some of the connections at most, so that a page stands behind none of them: the
 * two lines take turns. The first
 * connection is for whoever finds nobody else: it may be one that takes more of the machine.
 */
export class Lane<Connection> {
  readonly #limits: LaneLimits;
  readonly #clock: Clock;
  /** The first one stays in front. */
  readonly #idle: Connection[];
  readonly #first: Connection | undefined;
  readonly #small = new WaitingLine<Waiting<Connection>>();
  readonly #large = new WaitingLine<Waiting<Connection>>();
  readonly #running = new Set<Promise<void>>();
  readonly #heldBy = new Map<string, number>();
  readonly #admitted = new WeakMap<Asker, Admitted>();
  #lastOrder = 0;
  #largeRunning = 0;
  #wasLarge = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(connections: readonly Connection[], limits: LaneLimits, clock: Clock) {
    this.#idle = [...connections];
    this.#first = connections[0];
    this.#limits = limits;
    this.#clock = clock;
  }

  run<Answer>(work: (connection: Connection) => Promise<Answer>, asker: Asker = { share: ['', ''] }): Promise<Answer> {
    const { share, signal, isLarge = false } = asker;
    const line = this.#lineOf(asker);
    if (signal?.aborted) return Promise.reject(new Cancelled());
    const refusal = this.noRoomFor(asker);
    if (refusal !== null) return Promise.reject(refusal);
    const question = this.#admit(asker);
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

  /** Whether a question would be refused now for want of room. What was let in has room. */
  noRoomFor(asker: Asker): Overloaded | null {
    const isRefused =
      this.#isClosed || (!this.#admitted.has(asker) && this.#lineOf(asker).isFull(asker.share, this.#limits.waiting));
    return isRefused ? new Overloaded(this.#limits.retryAfter) : null;
  }

  /** Statements at this moment. */
  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#small.size + this.#large.size };
  }

  /** Refuses what has waited as long as it may. */
  refuseOverdue(): void {
    this.#refuse((item) => this.#isOverdue(item));
  }

  /** Takes nothing more, refuses what waits, and resolves when nothing runs. */
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

  #admit(asker: Asker): Admitted {
    const admitted = this.#admitted.get(asker) ?? { order: ++this.#lastOrder, hasBegun: false };
    this.#admitted.set(asker, admitted);
    return admitted;
  }

  #lineOf({ isLarge }: Asker): WaitingLine<Waiting<Connection>> {
    return isLarge === true ? this.#large : this.#small;
  }

  #isOverdue({ since, question }: Waiting<Connection>): boolean {
    const { wait, waitOnceBegun } = this.#limits;
    return this.#clock.now() - since >= (question.hasBegun ? waitOnceBegun : wait);
  }

  /** The next one of the line whose turn it is, or else of the other. */
  #takeNext(): Placed<Waiting<Connection>> | null {
    const mayStart = (organization: string) => (this.#heldBy.get(organization) ?? 0) < this.#limits.connectionsOfOne;
    const small = () => this.#small.take(mayStart);
    const large = () => (this.#largeRunning < this.#limits.connectionsOfLarge ? this.#large.take(mayStart) : null);
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
    }, lookEvery).unref();
  }
}
