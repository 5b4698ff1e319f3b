import { setTimeout as delay } from 'node:timers/promises';
import { type AnalyticsStore, inBackground, type QueryOptions } from '../platform/analytics-store.ts';
import { Cancelled } from '../platform/cancelled.ts';

/** ms between two checks whether the engine is idle. */
const lookEvery = 50;

export interface QuietMoments {
  /** Resolves once no query runs and no insert is queued; rejects when `signal` aborts. */
  next(signal?: AbortSignal): Promise<void>;
  /** Store for warm-up queries: one statement at a time, each only while the engine is idle. */
  readonly store: AnalyticsStore;
}

/** Waits for idle times, in which background work delays no user. */
export function quietMoments(analytics: AnalyticsStore, every = lookEvery): QuietMoments {
  const background = inBackground(analytics);
  let last: Promise<unknown> = Promise.resolve();

  const next = async (signal?: AbortSignal) => {
    while (!signal?.aborted && isBusy(analytics)) await delay(every, undefined, { signal }).catch(() => {});
    if (signal?.aborted) throw new Cancelled();
  };
  const inTurn = <Rows>(options: QueryOptions | undefined, ask: () => Promise<Rows>): Promise<Rows> => {
    const answer = last.then(() => next(options?.asker?.signal)).then(ask);
    last = answer.catch(() => {});
    return answer;
  };
  return {
    next,
    store: {
      ...background,
      query: (statement, options) => inTurn(options, () => background.query(statement, options)),
      columns: (statement, options) => inTurn(options, () => background.columns(statement, options)),
    },
  };
}

/** Inserts run nearly always; only a queued one means load. */
const isBusy = (analytics: AnalyticsStore) =>
  analytics
    .lines()
    .some(({ name, running, waiting }) =>
      name === 'inserts' ? waiting > 0 : (name === 'question' || name === 'ingestion') && running + waiting > 0,
    );
