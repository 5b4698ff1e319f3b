import { useApolloClient } from '@apollo/client/react';
import type { RawQuery } from '@atrium/domain/measurements';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createAnswerStore } from './answer-store.ts';
import type { Outcome } from './ask-batch.ts';

/** Answers for a widget that knows its questions only after something else was fetched; in one request, again every so many ms. */
export function useQuestions(questions: readonly RawQuery[], every: number | null) {
  const client = useApolloClient();
  const [store] = useState(() => createAnswerStore(client));
  useEffect(() => store.stop, [store]);
  useSyncExternalStore(store.subscribe, store.version);
  const key = JSON.stringify([questions, every]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions are
  useEffect(() => store.want(questions.map((query) => ({ key: JSON.stringify(query), query, every }))), [store, key]);
  return {
    outcomes: questions.map((query): Outcome | null => store.outcome(JSON.stringify(query))),
    retry: store.retry,
  };
}
