import type { ApolloClient } from '@apollo/client';
import type { RawQuery } from '@atrium/domain/measurements';
import { askBatch, type Outcome } from './ask-batch.ts';

/** A question of a page, and how often it is asked again (ms; null for the past). */
export interface PageQuery {
  readonly key: string;
  readonly query: RawQuery;
  readonly every: number | null;
}

export interface AnswerStore {
  /** Asks what is not known yet in one request, and no more than that: what is on its way already is not asked again. */
  askNow(queries: readonly PageQuery[]): void;
  /** Asks what is not known yet in one request, and keeps asking what follows the present. */
  want(queries: readonly PageQuery[]): void;
  outcome(key: string): Outcome | null;
  /** Asks some of what is wanted again, whatever is known of it. */
  again(keys: ReadonlySet<string>): void;
  /** Asks again what failed. */
  retry(): void;
  subscribe(listener: () => void): () => void;
  version(): number;
  stop(): void;
}

/** The answers of a page, outside React's state: equal questions are asked once, whoever asks them. */
export function createAnswerStore(client: ApolloClient): AnswerStore {
  const outcomes = new Map<string, Outcome>();
  const pending = new Set<string>();
  const listeners = new Set<() => void>();
  let wanted: readonly PageQuery[] = [];
  let timers: ReturnType<typeof setInterval>[] = [];
  let version = 0;

  async function ask(queries: readonly PageQuery[]): Promise<void> {
    const fresh = [...new Map(queries.map((each) => [each.key, each])).values()].filter(({ key }) => !pending.has(key));
    if (fresh.length === 0) return;
    for (const { key } of fresh) pending.add(key);
    const answered = await askBatch(
      client,
      fresh.map(({ query }) => query),
    ).catch((): readonly Outcome[] => []);
    for (const [place, { key }] of fresh.entries()) {
      pending.delete(key);
      const outcome = answered[place] ?? { state: 'failed', code: null };
      // A failed repetition leaves the last known answer standing.
      if (outcome.state === 'ready' || outcomes.get(key)?.state !== 'ready') outcomes.set(key, outcome);
    }
    version++;
    for (const listener of listeners) listener();
  }

  function follow(): void {
    for (const timer of timers) clearInterval(timer);
    const periods = [...new Set(wanted.flatMap(({ every }) => every ?? []))];
    timers = periods.map((period) =>
      setInterval(() => {
        if (document.visibilityState === 'visible') void ask(wanted.filter(({ every }) => every === period));
      }, period),
    );
  }

  const askNow = (queries: readonly PageQuery[]) => void ask(queries.filter(({ key }) => !outcomes.has(key)));

  return {
    askNow,
    want(queries) {
      wanted = queries;
      follow();
      askNow(queries);
    },
    outcome: (key) => outcomes.get(key) ?? null,
    again(keys) {
      void ask(wanted.filter(({ key }) => keys.has(key)));
    },
    retry() {
      const failed = wanted.filter(({ key }) => outcomes.get(key)?.state === 'failed');
      for (const { key } of failed) outcomes.delete(key);
      void ask(failed);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    stop() {
      for (const timer of timers) clearInterval(timer);
      timers = [];
    },
  };
}
