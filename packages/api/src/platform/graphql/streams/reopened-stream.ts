import type { ExecutionResult } from 'graphql';
import type { Authentication } from '../context.ts';
import type { SessionNews } from './session-watches.ts';

type Step = IteratorResult<ExecutionResult, undefined>;

/** Opens the subscription once more, for whoever the session speaks for now. */
export type Reopen = (now: Authentication) => Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;

const over: Step = { done: true, value: undefined };

/**
 * The events of a subscription, which is opened anew whenever what its session may see has changed. While that is being
 * asked nothing passes; what may not be seen any more ends the stream with the refusal as its last event. Read once, by
 * one consumer.
 */
export class ReopenedStream implements AsyncIterableIterator<ExecutionResult, undefined> {
  readonly #reopen: Reopen;
  readonly #onClose: () => void;
  #source: AsyncIterator<ExecutionResult>;
  #reader: { resolve(step: Step): void; reject(error: unknown): void } | null = null;
  #isPulling = false;
  /** What came while the session was being asked for. */
  #held: IteratorResult<ExecutionResult> | null = null;
  /** Said before the end. */
  #refusal: ExecutionResult | null = null;
  #isDone = false;
  #unknown = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(source: AsyncIterable<ExecutionResult>, reopen: Reopen, onClose: () => void) {
    this.#source = source[Symbol.asyncIterator]();
    this.#reopen = reopen;
    this.#onClose = onClose;
  }

  /** What becomes of the session; told in order. */
  hear(news: SessionNews): void {
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
      // Closed while it was being opened.
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
        // Of one that another has taken the place of, nothing is told.
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
