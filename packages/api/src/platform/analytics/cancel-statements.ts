import { setTimeout as delay } from 'node:timers/promises';
import { Cancelled } from '../cancelled.ts';

/** ms between two attempts. The statement may not have started yet when the first attempt looks for it. */
const pause = 100;

/** Shared abort reason, because an error for each statement would cost more than everything else here. */
const done = new Cancelled();

/**
 * Returns a function that runs statements and kills them when their signal aborts. The embedded engine cannot cancel a
 * statement through the caller's connection. A second connection kills it by the unique comment in front of the
 * statement.
 */
export function createStatementCanceller(control: (sql: string) => Promise<unknown>) {
  let last = 0;
  const stops = new Set<Promise<void>>();

  async function stop(mark: string, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await control(`KILL QUERY WHERE startsWith(query, '${mark}') ASYNC`);
      await delay(pause, undefined, { signal: ended }).catch(() => {});
    }
  }

  async function run<Answer>(
    signal: AbortSignal | undefined,
    query: string,
    work: (query: string) => Promise<Answer>,
  ): Promise<Answer> {
    if (signal === undefined) return work(query);
    if (signal.aborted) throw new Cancelled();
    last += 1;
    const mark = `/* ${last} */`;
    const ended = new AbortController();
    const left = () => {
      // A statement that cannot be killed ends by itself, at its time limit at the latest.
      const stopping = stop(mark, ended.signal).catch(() => {});
      stops.add(stopping);
      void stopping.finally(() => stops.delete(stopping));
    };
    signal.addEventListener('abort', left, { once: true });
    try {
      return await work(`${mark} ${query}`);
    } catch (error) {
      throw signal.aborted ? new Cancelled() : error;
    } finally {
      signal.removeEventListener('abort', left);
      ended.abort(done);
    }
  }

  return Object.assign(run, { settled: async () => void (await Promise.all(stops)) });
}
