/** ms during which values are collected into one list. */
const collectMs = 250;

/**
 * Values pending for one viewer, as lists. Holds only the latest value of each key, so a viewer who doesn't read takes
 * bounded memory. Read once, by one consumer.
 */
export class LiveBatches<Value> implements AsyncIterableIterator<readonly Value[]> {
  readonly #waiting = new Map<string, Value>();
  readonly #onClose: () => void;
  #reader: ((result: IteratorResult<readonly Value[]>) => void) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  push(key: string, value: Value): void {
    if (this.#isClosed) return;
    this.#waiting.set(key, value);
    this.#timer ??= setTimeout(() => this.#send(), collectMs).unref();
  }

  next(): Promise<IteratorResult<readonly Value[]>> {
    if (this.#isClosed) return Promise.resolve(over);
    return new Promise((resolve) => {
      this.#reader = resolve;
      // Values collected while there was no pending read are due now.
      if (this.#timer === null && this.#waiting.size > 0) this.#send();
    });
  }

  /** Ends the stream when the consumer is gone: drops pending values and calls `onClose` once. */
  return(): Promise<IteratorResult<readonly Value[]>> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#waiting.clear();
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#reader?.(over);
      this.#reader = null;
      this.#onClose();
    }
    return Promise.resolve(over);
  }

  throw(): Promise<IteratorResult<readonly Value[]>> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #send(): void {
    this.#timer = null;
    const reader = this.#reader;
    if (reader === null) return;
    this.#reader = null;
    const value = [...this.#waiting.values()];
    this.#waiting.clear();
    reader({ done: false, value });
  }
}

const over: IteratorResult<never> = { done: true, value: undefined };
