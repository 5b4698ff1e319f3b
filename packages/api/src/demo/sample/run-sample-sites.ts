import type { SampleSites } from './sample-data.ts';

const pauseMs = 10_000;

/** Lets sample sites report until stopped. Stopping waits for the round under way. */
export function runSampleSites({ report }: Pick<SampleSites, 'report'>) {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const tick = () => {
    running = report()
      // The store is away: it is asked again soon.
      .catch(() => {})
      .finally(() => {
        if (!isStopped) timer = setTimeout(tick, pauseMs).unref();
      });
  };
  tick();
  return {
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
