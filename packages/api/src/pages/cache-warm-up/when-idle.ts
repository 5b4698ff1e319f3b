import { setTimeout as delay } from 'node:timers/promises';
import { type AnalyticsStore, type QueryOptions, withLowPriority } from '../../platform/analytics-store.ts';
import { Cancelled } from '../../platform/failures.ts';

/** Milliseconds between two checks. */
const checkEveryMs = 50;

export interface IdleStore {
  /**
   * Resolves once no page or ingestion query runs or waits, and no insert waits. Rejects with `Cancelled` when `signal`
   * is aborted.
   */
  idle(signal?: AbortSignal): Promise<void>;
  /** Runs one statement at a time, each once the engine is idle. */
  readonly store: AnalyticsStore;
}

/** A store for background work that never delays a person or a device. */
export function whenIdle(analytics: AnalyticsStore, everyMs = checkEveryMs): IdleStore {
  const background = withLowPriority(analytics);
  let last: Promise<unknown> = Promise.resolve();

  const idle = async (signal?: AbortSignal) => {
    while (!signal?.aborted && isBusy(analytics)) await delay(everyMs, undefined, { signal }).catch(() => {});
    if (signal?.aborted) throw new Cancelled();
  };
  const inTurn = <Rows>(options: QueryOptions | undefined, ask: () => Promise<Rows>): Promise<Rows> => {
    const answer = last.then(() => idle(options?.owner?.signal)).then(ask);
    last = answer.catch(() => {});
    return answer;
  };
  return {
    idle,
    store: {
      ...background,
      query: (statement, options) => inTurn(options, () => background.query(statement, options)),
      columns: (statement, options) => inTurn(options, () => background.columns(statement, options)),
    },
  };
}

/** Inserts run all the time. Only a waiting insert means that the store is busy. */
const isBusy = (analytics: AnalyticsStore) =>
  analytics
    .lines()
    .some(({ name, running, waiting }) =>
      name === 'inserts' ? waiting > 0 : (name === 'question' || name === 'ingestion') && running + waiting > 0,
    );
