/** Whoever asked has left: the work was not done, or not to its end, and nobody reads this. */
export class Cancelled extends Error {
  constructor() {
    super('Nobody waits for this any more');
  }
}

/** Aborted once all of them are: what several share is given up when the last of them leaves. */
export function abortedWithAll(signals: readonly AbortSignal[]): AbortSignal {
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
