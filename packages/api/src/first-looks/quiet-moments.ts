import { setTimeout as delay } from 'node:timers/promises';
import { type AnalyticsStore, inBackground, type QueryOptions } from '../platform/analytics-store.ts';
import { Cancelled } from '../platform/cancelled.ts';

/** ms between two looks whether anybody is waited for. */
const lookEvery = 50;

export interface QuietMoments {
  /** Resolves once the engine answers nobody and nothing waits to be stored; rejects when `signal` is aborted. */
  next(signal?: AbortSignal): Promise<void>;
  /** The store for what is asked before anybody does: a statement at a time, each in a quiet moment of its own. */
  readonly store: AnalyticsStore;
}

/** Moments in which what nobody waits for makes nobody wait. */
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

/** Inserts that run are nearly always there; one that waits has others beside it. */
const isBusy = (analytics: AnalyticsStore) =>
  analytics
    .lines()
    .some(({ name, running, waiting }) =>
      name === 'inserts' ? waiting > 0 : (name === 'question' || name === 'ingestion') && running + waiting > 0,
    );
