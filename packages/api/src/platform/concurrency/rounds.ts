/** What is done over and over, with a pause after each round. */
export interface Rounds {
  start(): void;
  /** Resolves when the round under way is over; none follows it. */
  stop(): Promise<void>;
  /** Resolves when the round under way is over. */
  settled(): Promise<void>;
}

/** Does some work round after round. What a round fails by is told, and the next one comes all the same. */
export function rounds(
  work: () => Promise<unknown>,
  pauseMs: number | (() => number),
  failed: (error: unknown) => void,
): Rounds {
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
