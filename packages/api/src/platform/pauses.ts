import { performance } from 'node:perf_hooks';

const checkMs = 250;

export interface PauseLimits {
  /** ms without an event loop tick that count as a pause rather than load. */
  readonly longest: number;
  /** ms after a pause during which data received meanwhile is still being read. */
  readonly aftermath: number;
}

const defaultLimits: PauseLimits = { longest: 3000, aftermath: 2000 };

/**
 * Returns a function that tells whether the process was paused just now, by a stop signal or because the machine slept.
 * Data read then may be old, and its sender may have given up. `now`: monotonic ms.
 */
export function watchForPauses(
  now = () => performance.now(),
  { longest, aftermath }: PauseLimits = defaultLimits,
): () => boolean {
  let seenAt = now();
  let quietUntil = Number.NEGATIVE_INFINITY;
  // Also checked on each call, because sockets may be read before the timer fires.
  const look = () => {
    const at = now();
    if (at - seenAt > longest) quietUntil = at + aftermath;
    seenAt = at;
    return at;
  };
  setInterval(look, checkMs).unref();
  return () => look() < quietUntil;
}
