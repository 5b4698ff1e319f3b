import { useApolloClient } from '@apollo/client/react';
import type { Reason } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/measurements';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type AnswerStore, createAnswerStore } from '../widgets/data/answer-store.ts';
import type { Outcome } from '../widgets/data/ask-batch.ts';

type Ready = Extract<Outcome, { state: 'ready' }>;

export type Numbers =
  | { readonly state: 'loading' }
  | {
      readonly state: 'failed';
      readonly code: string | null;
      readonly reason: Reason | undefined;
      readonly retry: () => void;
    }
  /** One for each question, in their order; what was refused by itself is null. */
  | { readonly state: 'ready'; readonly answers: readonly (Ready['answer'] | null)[] };

/** All numbers of a page in one request, and again every `every` ms where the days shown are still going on. */
export function useNumbers(queries: readonly RawQuery[], every: number | null): Numbers {
  const client = useApolloClient();
  const [store] = useState(() => createAnswerStore(client));
  useEffect(() => store.stop, [store]);
  const version = useSyncExternalStore(store.subscribe, store.version);
  const keys = queries.map((query) => JSON.stringify(query));
  const key = keys.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions are
  useEffect(
    () => store.want(queries.map((query, place) => ({ key: keys[place] ?? '', query, every }))),
    [store, key, every],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says when the store has other answers
  return useMemo(() => readNumbers(store, keys), [store, key, version]);
}

/** Failed only where nothing at all could be had: a page shows what it knows. */
function readNumbers(store: AnswerStore, keys: readonly string[]): Numbers {
  const outcomes = keys.map((key) => store.outcome(key));
  if (outcomes.some((outcome) => outcome === null)) return { state: 'loading' };
  const failed = outcomes.find((outcome) => outcome?.state === 'failed');
  if (failed?.state === 'failed' && outcomes.every((outcome) => outcome?.state === 'failed'))
    return { state: 'failed', code: failed.code, reason: failed.reason, retry: () => store.retry() };
  return {
    state: 'ready',
    answers: outcomes.map((outcome) => (outcome?.state === 'ready' ? outcome.answer : null)),
  };
}
