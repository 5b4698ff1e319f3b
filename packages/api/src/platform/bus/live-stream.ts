/**
 * Values pending for one viewer. Holds only the latest value of each key, so a viewer who doesn't read takes bounded
 * memory. Read once, by one consumer.
 */
export class LiveStream<Value> implements AsyncIterableIterator<Value> {
  readonly #waiting = new Map<string, Value>();
  readonly #onClose: () => void;
  #reader: ((result: IteratorResult<Value>) => void) | null = null;
  #isClosed = false;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  push(key: string, value: Value): void {
    if (this.#isClosed) return;
    const reader = this.#reader;
    if (reader !== null) {
      this.#reader = null;
      reader({ done: false, value });
      return;
    }
    this.#waiting.set(key, value);
  }

  next(): Promise<IteratorResult<Value>> {
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined });
    const first = this.#waiting.entries().next();
    if (!first.done) {
      const [key, value] = first.value;
      this.#waiting.delete(key);
      return Promise.resolve({ done: false, value });
    }
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  /** Ends the stream when the consumer is gone: drops pending values and calls `onClose` once. */
  return(): Promise<IteratorResult<Value>> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#waiting.clear();
      this.#reader?.({ done: true, value: undefined });
      this.#reader = null;
      this.#onClose();
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  throw(): Promise<IteratorResult<Value>> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
