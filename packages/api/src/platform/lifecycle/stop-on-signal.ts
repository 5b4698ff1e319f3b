import type { Logger } from '../logging/index.ts';

/** A terminal, npm and the launcher each forward the same Ctrl-C. Signals this close together count as one. */
const sameSignalMs = 400;
/** After this time the shutdown counts as stuck. */
const maxStopMs = 20_000;

/**
 * Ends the process with status 0 once `close` is done. Starts at the first interrupt or termination signal, or when the
 * launcher disconnects. A second signal ends it at once.
 */
export function stopOnSignal(close: () => Promise<void>, logger: Logger): void {
  let firstAt = 0;
  const stop = async (reason: string) => {
    const now = performance.now();
    if (firstAt > 0) {
      if (now - firstAt > sameSignalMs) process.exit(130);
      return;
    }
    firstAt = now;
    logger.info(`stopping (${reason})`);
    setTimeout(() => {
      logger.error(`not stopped after ${maxStopMs / 1000} s, giving up`);
      process.exit(1);
    }, maxStopMs).unref();
    await close();
    logger.info('stopped');
    process.exit(0);
  };
  process.on('SIGINT', () => stop('interrupted'));
  process.on('SIGTERM', () => stop('asked to end'));
  process.once('disconnect', () => stop('the launcher is gone'));
}

/** Ends this process as its operator would, so that it shuts down cleanly. */
export const requestShutdown = (): void => void process.kill(process.pid, 'SIGTERM');
