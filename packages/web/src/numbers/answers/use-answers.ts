import { useApolloClient } from '@apollo/client/react';
import type { RawQuery } from '@atrium/domain/numbers';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { toKey } from './answer-cache.ts';
import { type CachedAnswers, getCachedAnswers } from './cached-answers.ts';
import type { Outcome } from './outcome.ts';

/** A question of a page and its polling interval (ms; null for the past). */
export interface Question {
  readonly query: RawQuery;
  readonly every: number | null;
}

export interface Answers {
  /** In the order of the questions; null while pending. Referentially stable while nothing changes. */
  readonly outcomes: readonly (Outcome | null)[];
  outcome(query: RawQuery): Outcome | null;
  /** Retries the failed questions. */
  readonly retry: () => void;
  /** Fetches these again, after a change that affects their answers. */
  readonly again: (queries: readonly RawQuery[]) => void;
}

/**
 * Answers the questions of a page or a part of it. Returns cached answers at once and refetches all of them, batched
 * with other components' questions of the same tick. Polls each question at its interval.
 */
export function useAnswers(questions: readonly Question[]): Answers {
  const kept = getCachedAnswers(useApolloClient());
  const [asker] = useState(() => createPoller(kept));
  const version = useSyncExternalStore(kept.subscribe, kept.version);
  const key = JSON.stringify(questions);
  // During render, so that the server works while the page renders.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything the query depends on
  useMemo(() => asker.ask(questions), [asker, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything the query depends on
  useEffect(() => asker.follow(questions), [asker, key]);
  const outcomes = useStableList(questions.map(({ query }) => kept.outcome(query)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the answers
  return useMemo(
    () => ({
      outcomes,
      outcome: kept.outcome,
      retry: () => kept.retry(questions.map(({ query }) => query)),
      again: kept.ask,
    }),
    [asker, kept, key, outcomes, version],
  );
}

function createPoller(kept: CachedAnswers) {
  const asked = new Set<string>();
  return {
    /** Asks the questions that this page has not asked yet. */
    ask(questions: readonly Question[]): void {
      const fresh = questions.filter(({ query }) => !asked.has(toKey(query)) || kept.outcome(query) === null);
      const queries = fresh.map(({ query }) => query);
      for (const query of queries) asked.add(toKey(query));
      // An earlier failure may be outdated.
      kept.forget(queries);
      kept.ask(queries);
    },
    /** Polls questions about the present until the returned function is called. */
    follow(questions: readonly Question[]): () => void {
      const periods = [...new Set(questions.flatMap(({ every }) => every ?? []))];
      // Intervals that elapsed while the page was hidden. They are fetched once it is visible.
      const due = new Set<number>();
      const askDue = () => {
        if (document.visibilityState !== 'visible') return;
        kept.ask(questions.filter(({ every }) => every !== null && due.has(every)).map(({ query }) => query));
        due.clear();
      };
      const timers = periods.map((period) =>
        setInterval(() => {
          due.add(period);
          askDue();
        }, period),
      );
      document.addEventListener('visibilitychange', askDue);
      const leave = kept.show(questions.map(({ query }) => query));
      return () => {
        for (const timer of timers) clearInterval(timer);
        document.removeEventListener('visibilitychange', askDue);
        leave();
      };
    },
  };
}

/** Returns the previous list while its items are the same, so that memoized values survive. */
export function useStableList<Item>(list: readonly Item[]): readonly Item[] {
  const last = useRef(list);
  if (last.current.length !== list.length || last.current.some((item, place) => item !== list[place]))
    last.current = list;
  return last.current;
}
