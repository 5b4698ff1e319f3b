import { useApolloClient } from '@apollo/client/react';
import { pollEvery, type WidgetQuery } from '@atrium/domain/dashboards/widgets';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createAnswerStore, type PageQuery } from './answer-store.ts';
import type { Outcome } from './ask-batch.ts';
import type { PlannedWidget } from './plan-board.ts';

export interface Answers {
  /** In the order of the questions; null while on its way. */
  of(queries: readonly WidgetQuery[]): readonly (Outcome | null)[];
  readonly retry: () => void;
  /** Asks these again: something happened that changes their answers. */
  readonly again: (queries: readonly WidgetQuery[]) => void;
}

/** All that the widgets of a page ask, in one request; again as often as the most restless of those who ask the same. */
export function useAnswers(planned: readonly PlannedWidget[]): Answers {
  const client = useApolloClient();
  const [store] = useState(() => createAnswerStore(client));
  useEffect(() => store.stop, [store]);
  const version = useSyncExternalStore(store.subscribe, store.version);
  const queries = pageQueries(planned);
  const key = JSON.stringify(queries.map((query) => [query.key, query.every]));
  // While this renders, so that the server is at it while the page is drawn; asking twice asks once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions are
  useMemo(() => store.askNow(queries), [store, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions are
  useEffect(() => store.want(queries), [store, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says when the store has other answers
  return useMemo(
    () => ({
      of: (asked) => asked.map(({ query }) => store.outcome(JSON.stringify(query))),
      retry: () => store.retry(),
      again: (asked) => store.again(new Set(asked.map(({ query }) => JSON.stringify(query)))),
    }),
    [store, version],
  );
}

function pageQueries(planned: readonly PlannedWidget[]): readonly PageQuery[] {
  const byKey = new Map<string, PageQuery>();
  for (const { plan, live } of planned) {
    if (plan.kind !== 'shown') continue;
    const every = live === null ? null : pollEvery[live];
    for (const { query } of plan.queries) {
      const key = JSON.stringify(query);
      const before = byKey.get(key)?.every ?? null;
      byKey.set(key, { key, query, every: before === null ? every : Math.min(before, every ?? before) });
    }
  }
  return [...byKey.values()];
}
