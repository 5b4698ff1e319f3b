import type { Clock } from '@atrium/domain/core';

/** Clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** Work that repeats, with a pause after each run. */
export interface PeriodicTask {
  start(): void;
  /** Prevents further runs; resolves when the current one has ended. */
  stop(): Promise<void>;
  /** Resolves when the current run has ended. */
  settled(): Promise<void>;
}

/**
 * Runs work periodically. A failed run is reported, and the next one follows all the same. The signal is aborted when
 * the task stops.
 */
export function runPeriodically(
  work: (signal: AbortSignal) => Promise<unknown>,
  pauseMs: number | (() => number),
  failed: (error: unknown, signal: AbortSignal) => void,
): PeriodicTask {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const round = () => {
    running = work(stopping.signal)
      .then(
        () => {},
        (error) => failed(error, stopping.signal),
      )
      .finally(() => {
        if (!stopping.signal.aborted)
          timer = setTimeout(round, typeof pauseMs === 'number' ? pauseMs : pauseMs()).unref();
      });
  };
  return {
    start: round,
    settled: () => running,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Returns the answer, or rejects after `milliseconds`. The work itself is not cancelled. */
export async function withTimeout<Answer>(work: Promise<Answer>, milliseconds: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
