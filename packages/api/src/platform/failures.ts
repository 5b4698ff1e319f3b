/** Reason why the product does not start, written for operators: shown without a stack trace, with exit status 1. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** More work was requested than can be done now. Nothing is broken; the caller may retry after `retryAfter` seconds. */
export class Overloaded extends Error {
  readonly retryAfter: number;

  constructor(retryAfter: number, options?: ErrorOptions) {
    super('The server is busy. Try again in a moment.', options);
    this.retryAfter = retryAfter;
  }
}

/** Finds the overload among an error's causes, since drivers and other layers wrap errors; null without one. */
export function findOverload(error: unknown): Overloaded | null {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof Overloaded) return each;
  return null;
}

/** The caller has disconnected: the work was not done or not completed, and nobody reads the result. */
export class Cancelled extends Error {
  constructor() {
    super('Nobody waits for this any more');
  }
}

/** Returns a signal that aborts once all of these have: shared work is cancelled when the last caller disconnects. */
export function abortWhenAllAbort(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController();
  let staying = signals.length;
  const leave = () => {
    staying -= 1;
    if (staying === 0) all.abort();
  };
  for (const signal of signals) {
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }
  return all.signal;
}

/** Reason for which requests cannot be served properly, for everybody: it names no host, path or person. */
export class NotReady extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'NotReady';
  }
}

/** Rejects with `NotReady` instead of the cause, which the log then has. */
export function orNotReady<Value>(work: Promise<Value>, reason: string): Promise<Value> {
  return work.catch((cause) => {
    throw new NotReady(reason, { cause });
  });
}
