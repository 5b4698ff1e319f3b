import { useApolloClient } from '@apollo/client/react';
import type { RawQuery } from '@atrium/domain/measurements';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { keyOf } from './answer-cache.ts';
import { answersOf, type KeptAnswers } from './kept-answers.ts';
import type { Outcome } from './outcome.ts';

/** A question of a page, and how often it is asked again (ms; null for the past). */
export interface Question {
  readonly query: RawQuery;
  readonly every: number | null;
}

export interface Answers {
  /** In the order of the questions; null while on its way. The same list while nothing else is known. */
  readonly outcomes: readonly (Outcome | null)[];
  outcome(query: RawQuery): Outcome | null;
  /** Asks again what failed. */
  readonly retry: () => void;
  /** Asks these again: something happened that changes their answers. */
  readonly again: (queries: readonly RawQuery[]) => void;
}

/**
 * What a page, or a part of it, wants to know. What is kept from before is there at once; all of it is asked anew, with
 * what others ask in the same turn, in one request, and again as often as each question says.
 */
export function useAnswers(questions: readonly Question[]): Answers {
  const kept = answersOf(useApolloClient());
  const [asker] = useState(() => createAsker(kept));
  const version = useSyncExternalStore(kept.subscribe, kept.version);
  const key = JSON.stringify(questions);
  // While this renders, so that the server is at it while the page is drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions are
  useMemo(() => asker.ask(questions), [asker, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions are
  useEffect(() => asker.follow(questions), [asker, key]);
  const outcomes = useSame(questions.map(({ query }) => kept.outcome(query)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says when there are other answers
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

function createAsker(kept: KeptAnswers) {
  const asked = new Set<string>();
  return {
    /** What this page has not asked yet. */
    ask(questions: readonly Question[]): void {
      const fresh = questions.filter(({ query }) => !asked.has(keyOf(query)) || kept.outcome(query) === null);
      const queries = fresh.map(({ query }) => query);
      for (const query of queries) asked.add(keyOf(query));
      // Why there was none before may hold no longer.
      kept.forget(queries);
      kept.ask(queries);
    },
    /** Keeps asking what follows the present, until the function that comes back is called. */
    follow(questions: readonly Question[]): () => void {
      const periods = [...new Set(questions.flatMap(({ every }) => every ?? []))];
      // Whose turn it was while nobody looked: they are asked when somebody does.
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

/** The same list while it holds the same: what is made of it is made once. */
export function useSame<Item>(list: readonly Item[]): readonly Item[] {
  const last = useRef(list);
  if (last.current.length !== list.length || last.current.some((item, place) => item !== list[place]))
    last.current = list;
  return last.current;
}
