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
