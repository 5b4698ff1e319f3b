import type { Clock, OrganizationId, UserId } from '@atrium/domain/core';
import { fewAtOnce } from '../../concurrency/few-at-once.ts';
import type { Authenticate, Authentication } from '../context.ts';

/** What changed of who may see what. */
export interface AccessChange {
  /** null: nobody knows whose. */
  readonly organizationId: OrganizationId | null;
  /** The one person it is about, where it is about one. */
  readonly userId?: UserId;
  /** Whether what is shown may differ though rights are as before: sites came or went. */
  readonly reopens: boolean;
}

/** Calls the listener with every change until the way to stop is called. */
export type AccessChanges = (listener: (change: AccessChange) => void) => () => void;

/** Whom a session speaks for now, once that is known; null: for the same, with the same rights, as it was told before. */
export type SessionNews = Promise<Authentication | null>;

export interface SessionWatches {
  /**
   * Tells what becomes of a session: that it is being asked for, by the promise of what comes out. Until that is known
   * nothing may be sent under it. `known` is what the caller goes by already. Returns the way to stop watching.
   */
  watch(token: string, known: Authentication, onNews: (news: SessionNews) => void): () => void;
  close(): void;
}

/** How long a change that nobody announced, such as one by another process, may stay unnoticed, ms. */
const recheckEvery = 10_000;
/** Sessions asked for at once: a change for a whole organization must not keep requests from the database. */
const asksAtOnce = 8;
/** After how long a store that did not answer is asked again, ms. */
const retryAfter = 1_000;

export interface SessionWatchOptions {
  readonly authenticate: Authenticate;
  readonly accessChanges: AccessChanges;
  readonly clock: Clock;
}

/** Each session is watched once, however many streams were opened with it. */
export function createSessionWatches(options: SessionWatchOptions): SessionWatches {
  const authenticate = fewAtOnce(options.authenticate, asksAtOnce);
  const sessions = new Map<string, WatchedSession>();
  const stop = options.accessChanges((change) => {
    for (const session of sessions.values()) if (session.isConcernedBy(change)) session.ask(change.reopens);
  });
  return {
    watch(token, known, onNews) {
      if (known.scope === null) return () => {};
      const session = sessions.get(token) ?? new WatchedSession(known, () => authenticate(token), options.clock);
      sessions.set(token, session);
      const leave = session.add(known, onNews);
      return () => {
        leave();
        if (!session.isIdle || sessions.get(token) !== session) return;
        sessions.delete(token);
        session.stop();
      };
    },
    close() {
      stop();
      for (const session of sessions.values()) session.stop();
      sessions.clear();
    },
  };
}

interface Listener {
  known: string;
  readonly onNews: (news: SessionNews) => void;
}

class WatchedSession {
  readonly #authenticate: () => Promise<Authentication>;
  readonly #clock: Clock;
  readonly #listeners = new Set<Listener>();
  readonly #recheck: NodeJS.Timeout;
  #expiry: NodeJS.Timeout | undefined;
  #now: Authentication;
  #latest: Promise<Authentication>;
  #isStopped = false;

  constructor(known: Authentication, authenticate: () => Promise<Authentication>, clock: Clock) {
    this.#authenticate = authenticate;
    this.#clock = clock;
    this.#now = known;
    // What changed between the first look at the session and now was announced to nobody.
    this.#latest = this.#askUntilAnswered();
    this.#recheck = setInterval(() => this.#lookAgain(), recheckEvery);
    this.#recheck.unref();
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0;
  }

  isConcernedBy({ organizationId, userId }: AccessChange): boolean {
    const { scope } = this.#now;
    if (scope === null) return false;
    const isPerson = userId === undefined || scope.userId === userId || scope.viewedBy === userId;
    return isPerson && (organizationId === null || scope.organizationId === organizationId);
  }

  add(known: Authentication, onNews: Listener['onNews']): () => void {
    const listener = { known: fingerprintOf(known), onNews };
    this.#listeners.add(listener);
    this.#tell(listener, false);
    return () => this.#listeners.delete(listener);
  }

  ask(reopens: boolean): void {
    this.#latest = this.#askUntilAnswered();
    for (const listener of this.#listeners) this.#tell(listener, reopens);
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#recheck);
    clearTimeout(this.#expiry);
  }

  #tell(listener: Listener, reopens: boolean): void {
    listener.onNews(
      this.#latest.then((now) => {
        const print = fingerprintOf(now);
        const isSame = print === listener.known && !reopens;
        listener.known = print;
        return isSame ? null : now;
      }),
    );
  }

  async #askUntilAnswered(): Promise<Authentication> {
    for (;;) {
      try {
        const now = await this.#authenticate();
        this.#keep(now);
        return now;
      } catch {
        // A store that does not answer is no proof of anything; what the session shows waits until it does.
        if (this.#isStopped) return this.#now;
        await new Promise((resolve) => setTimeout(resolve, retryAfter).unref());
      }
    }
  }

  #keep(now: Authentication): void {
    this.#now = now;
    clearTimeout(this.#expiry);
    if (now.scope === null || this.#isStopped) return;
    this.#expiry = setTimeout(() => this.#expire(), Math.max(0, now.expiresAt - this.#clock.now()));
    this.#expiry.unref();
  }

  #expire(): void {
    this.#now = { scope: null, tokenProblem: 'expired' };
    this.#latest = Promise.resolve(this.#now);
    for (const listener of this.#listeners) this.#tell(listener, false);
  }

  /** Asks by itself, and tells only what is not as before: nobody has to wait for that. */
  #lookAgain(): void {
    this.#authenticate().then(
      (now) => {
        if (fingerprintOf(now) === fingerprintOf(this.#now)) return;
        this.#keep(now);
        this.#latest = Promise.resolve(now);
        for (const listener of this.#listeners) this.#tell(listener, false);
      },
      () => {},
    );
  }
}

const fingerprintOf = (one: Authentication) => JSON.stringify(one.scope ?? one.tokenProblem);
