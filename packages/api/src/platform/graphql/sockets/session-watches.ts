import type { Clock, OrganizationId, UserId } from '@atrium/domain/core';
import { limitConcurrency } from '../../concurrency/share-capacity.ts';
import type { Authenticate, Authentication } from '../context.ts';

/** Change of access rights. */
export interface AccessChange {
  /** null when it may affect any organization. */
  readonly organizationId: OrganizationId | null;
  /** Affected person, if it is only one. */
  readonly userId?: UserId;
  /** Whether visible data may differ even with unchanged rights, because sites were added or removed. */
  readonly reopens: boolean;
}

/** Subscribes a listener to changes; returns a function that unsubscribes. */
export type AccessChanges = (listener: (change: AccessChange) => void) => () => void;

/** Promise of the session's current access; null when it is unchanged. */
export type SessionUpdate = Promise<Authentication | null>;

export interface SessionWatches {
  /**
   * Watches a session. Calls `onNews` whenever its access is being checked again, with a promise of the result; until
   * it resolves, nothing may be sent under the session. `known` is the access the caller already has. Returns a
   * function that stops watching.
   */
  watch(token: string, known: Authentication, onNews: (news: SessionUpdate) => void): () => void;
  close(): void;
}

/** Maximum delay for noticing a change that was not announced, such as one by another process, in ms. */
const recheckIntervalMs = 10_000;
/**
 * Maximum number of concurrent checks, so that a change for a whole organization does not starve requests of database
 * connections.
 */
const maxConcurrentChecks = 8;
/** ms until a store that did not answer is asked again. */
const retryMs = 1_000;

export interface SessionWatchOptions {
  readonly authenticate: Authenticate;
  readonly accessChanges: AccessChanges;
  readonly clock: Clock;
}

/** Watches each session once, however many streams use it. */
export function createSessionWatches(options: SessionWatchOptions): SessionWatches {
  const authenticate = limitConcurrency(options.authenticate, maxConcurrentChecks);
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
  readonly onNews: (news: SessionUpdate) => void;
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
    // Checks again at once, because a change since the first check of the session would have been missed.
    this.#latest = this.#askUntilAnswered();
    this.#recheck = setInterval(() => this.#lookAgain(), recheckIntervalMs);
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
        // A failing store proves nothing. The session's streams wait until it answers.
        if (this.#isStopped) return this.#now;
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
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

  /** Checks the session in the background and reports only changes, so that streams need not wait. */
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
