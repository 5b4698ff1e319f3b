/** Work that repeats, with a pause after each run. */
export interface PeriodicTask {
  start(): void;
  /** Prevents further runs; resolves when the current one has ended. */
  stop(): Promise<void>;
  /** Resolves when the current run has ended. */
  settled(): Promise<void>;
}

/** Runs work periodically. A failed run is reported, and the next one follows all the same. */
export function runPeriodically(
  work: () => Promise<unknown>,
  pauseMs: number | (() => number),
  failed: (error: unknown) => void,
): PeriodicTask {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const round = () => {
    running = work()
      .then(() => {}, failed)
      .finally(() => {
        if (!isStopped) timer = setTimeout(round, typeof pauseMs === 'number' ? pauseMs : pauseMs()).unref();
      });
  };
  return {
    start: round,
    settled: () => running,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
