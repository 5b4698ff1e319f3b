import { setTimeout as delay } from 'node:timers/promises';
import { Cancelled } from '../cancelled.ts';

/** ms between two tries: what was handed over may not have begun when the first one looks for it. */
const pause = 100;

/** Why nothing has to be ended any more: one for all, an error of its own for each statement would cost more than all this. */
const done = new Cancelled();

/**
 * Runs statements that end when nobody waits for them any more. The embedded engine knows no such thing for a caller,
 * but ends what another connection tells it to; the mark before the statement says which one is meant.
 */
export function endingStatements(control: (sql: string) => Promise<unknown>) {
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
      // A statement that can't be told to end comes to its own end, at its time limit at the latest.
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
