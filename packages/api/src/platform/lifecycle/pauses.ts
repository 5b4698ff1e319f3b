import { performance } from 'node:perf_hooks';

const lookMs = 250;

export interface PauseLimits {
  /** ms without a turn of the event loop that are a pause, and no longer much to do. */
  readonly longest: number;
  /** ms after a pause in which what came meanwhile is still being read. */
  readonly aftermath: number;
}

const usual: PauseLimits = { longest: 3000, aftermath: 2000 };

/** Whether the process stood still a moment ago: stopped, or its machine asleep. */
export interface Pauses {
  /** What is read now may have been sent long ago, and been given up since by whoever sent it. */
  isJustOver(): boolean;
  stop(): void;
}

/** Looks at the clock again and again, so that whoever asks knows how long nobody could. `now`: ms that only grow. */
export function watchForPauses(now = () => performance.now(), { longest, aftermath }: PauseLimits = usual): Pauses {
  let seenAt = now();
  let quietUntil = Number.NEGATIVE_INFINITY;
  // Also by whoever asks: sockets may be read before the timer is due.
  const look = () => {
    const at = now();
    if (at - seenAt > longest) quietUntil = at + aftermath;
    seenAt = at;
    return at;
  };
  const timer = setInterval(look, lookMs);
  timer.unref();
  return {
    isJustOver: () => look() < quietUntil,
    stop: () => clearInterval(timer),
  };
}
