import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Authentication, GraphqlContext } from '../context.ts';
import type { SessionUpdate, SessionWatches } from './session-watches.ts';

type Step = IteratorResult<ExecutionResult, undefined>;

/** Opens the subscription again with the session's current access. */
type Reopen = (now: Authentication) => Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;

const over: Step = { done: true, value: undefined };

/**
 * Events of a subscription that reopens whenever its session's access changes. While the new access is being checked,
 * no events pass. When access is revoked, the refusal is the last event. Read once, by one consumer.
 */
class ReopeningStream implements AsyncIterableIterator<ExecutionResult, undefined> {
  readonly #reopen: Reopen;
  readonly #onClose: () => void;
  #source: AsyncIterator<ExecutionResult>;
  #reader: { resolve(step: Step): void; reject(error: unknown): void } | null = null;
  #isPulling = false;
  /** Event that arrived while the session was being checked. */
  #held: IteratorResult<ExecutionResult> | null = null;
  /** Sent before the stream ends. */
  #refusal: ExecutionResult | null = null;
  #isDone = false;
  #unknown = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(source: AsyncIterable<ExecutionResult>, reopen: Reopen, onClose: () => void) {
    this.#source = source[Symbol.asyncIterator]();
    this.#reopen = reopen;
    this.#onClose = onClose;
  }

  /** Handles changes of the session, in order. */
  hear(news: SessionUpdate): void {
    this.#unknown += 1;
    this.#turn = this.#turn
      .then(async () => {
        const now = await news;
        if (now !== null && !this.#isDone) await this.#openAgain(now);
      })
      .catch((error: unknown) => this.#end({ errors: [error as never] }))
      .then(() => {
        this.#unknown -= 1;
        if (this.#unknown === 0) this.#goOn();
      });
  }

  next(): Promise<Step> {
    if (this.#isDone) return Promise.resolve(this.#last());
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.#goOn();
    });
  }

  async return(): Promise<Step> {
    this.#close();
    this.#refusal = null;
    this.#give(over);
    return over;
  }

  throw(): Promise<Step> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #openAgain(now: Authentication): Promise<void> {
    const opened = await this.#reopen(now);
    if (!(Symbol.asyncIterator in opened)) {
      this.#end(opened);
      return;
    }
    const before = this.#source;
    const source = opened[Symbol.asyncIterator]();
    if (this.#isDone) {
      // The stream closed while the subscription was reopening.
      void source.return?.();
      return;
    }
    this.#source = source;
    this.#isPulling = false;
    this.#held = null;
    void before.return?.();
  }

  #goOn(): void {
    if (this.#reader === null || this.#isDone || this.#unknown > 0) return;
    const held = this.#held;
    this.#held = null;
    if (held !== null) this.#take(held);
    else if (!this.#isPulling) this.#pull();
  }

  #pull(): void {
    this.#isPulling = true;
    const source = this.#source;
    source.next().then(
      (step) => {
        // Drops events of a replaced source.
        if (source !== this.#source || this.#isDone) return;
        this.#isPulling = false;
        if (this.#unknown > 0) this.#held = step;
        else this.#take(step);
      },
      (error: unknown) => {
        if (source !== this.#source || this.#isDone) return;
        this.#close();
        this.#reader?.reject(error);
        this.#reader = null;
      },
    );
  }

  #take(step: IteratorResult<ExecutionResult>): void {
    if (step.done === true) this.#close();
    this.#give(step.done === true ? over : { done: false, value: step.value });
  }

  #end(refusal: ExecutionResult): void {
    if (this.#isDone) return;
    this.#close();
    this.#refusal = refusal;
    if (this.#reader !== null) this.#give(this.#last());
  }

  #last(): Step {
    const refusal = this.#refusal;
    this.#refusal = null;
    return refusal === null ? over : { done: false, value: refusal };
  }

  #give(step: Step): void {
    this.#reader?.resolve(step);
    this.#reader = null;
  }

  #close(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#held = null;
    void this.#source.return?.();
    this.#onClose();
  }
}

/**
 * Reopens subscriptions when the access of their session changes, with the checks of the first opening, over any
 * transport. A refused subscription ends with that refusal.
 */
export function reopenOnAccessChange(sessions: SessionWatches): Plugin {
  return {
    onSubscribe({ subscribeFn, setSubscribeFn }) {
      setSubscribeFn(async (args) => {
        const opened: AsyncIterable<ExecutionResult> | ExecutionResult = await subscribeFn(args);
        const caller = args.contextValue as GraphqlContext;
        if (!(Symbol.asyncIterator in opened) || caller.scope === null) return opened;
        const reopen: Reopen = async (now) =>
          subscribeFn({
            ...args,
            contextValue: { ...caller, scope: now.scope, tokenProblem: now.scope === null ? now.tokenProblem : null },
          });
        const stream = new ReopeningStream(opened, reopen, () => stop());
        const known = { scope: caller.scope, expiresAt: Number.POSITIVE_INFINITY };
        const stop = sessions.watch(caller.bearer, known, (news) => stream.hear(news));
        return stream;
      });
    },
  };
}
