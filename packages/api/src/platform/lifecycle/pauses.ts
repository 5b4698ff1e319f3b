import { performance } from 'node:perf_hooks';

const lookMs = 250;

export interface PauseLimits {
  /** ms without a turn of the event loop that are a pause, and no longer much to do. */
  readonly longest: number;
  /** ms after a pause in which what came meanwhile is still being read. */
  readonly aftermath: number;
}

const usual: PauseLimits = { longest: 3000, aftermath: 2000 };

/**
 * Looks at the clock again and again, and tells whether the process stood still a moment ago, stopped or on a machine that
 * slept: what is read then may have been sent long ago, and been given up since by whoever sent it. `now`: ms that only grow.
 */
export function watchForPauses(
  now = () => performance.now(),
  { longest, aftermath }: PauseLimits = usual,
): () => boolean {
  let seenAt = now();
  let quietUntil = Number.NEGATIVE_INFINITY;
  // Also by whoever asks: sockets may be read before the timer is due.
  const look = () => {
    const at = now();
    if (at - seenAt > longest) quietUntil = at + aftermath;
    seenAt = at;
    return at;
  };
  setInterval(look, lookMs).unref();
  return () => look() < quietUntil;
}
