import { useApolloClient } from '@apollo/client/react';
import type { Reason } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import type { WidgetAnswer } from '@atrium/domain/pages/widgets';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type CachedAnswers, getCachedAnswers, toKey } from './cached-answers.ts';
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

export type Numbers =
  | { readonly state: 'loading' }
  | FailedNumbers
  /** One per question, in order; null if refused. */
  | { readonly state: 'ready'; readonly answers: readonly (WidgetAnswer | null)[] };

interface FailedNumbers {
  readonly state: 'failed';
  readonly code: string | null;
  readonly reason: Reason | undefined;
  readonly retry: () => void;
}

/**
 * Loads all numbers of a page, and polls every `every` ms while the shown days are not over. Fails only if every
 * question fails, or the one at index `main`. Otherwise the page shows what it has.
 */
export function useNumbers(queries: readonly RawQuery[], every: number | null, main: number | null = null): Numbers {
  const { outcomes, retry } = useAnswers(queries.map((query) => ({ query, every })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new retry function does not change the number
  return useMemo(() => readNumbers(outcomes, main, retry), [outcomes, main]);
}

function readNumbers(outcomes: readonly (Outcome | null)[], main: number | null, retry: () => void): Numbers {
  if (outcomes.some((outcome) => outcome === null)) return { state: 'loading' };
  const needed = main === null ? null : outcomes[main];
  const failed = needed?.state === 'failed' ? needed : outcomes.find((outcome) => outcome?.state === 'failed');
  if (failed?.state === 'failed' && (failed === needed || outcomes.every((outcome) => outcome?.state === 'failed')))
    return { state: 'failed', code: failed.code, reason: failed.reason, retry };
  return {
    state: 'ready',
    answers: outcomes.map((outcome) => (outcome?.state === 'ready' ? outcome.answer : null)),
  };
}

/** Answers by question name; null if refused or not asked. */
export type Named<Name extends string> = { readonly [name in Name]?: WidgetAnswer | null };

export type NamedNumbers<Name extends string> =
  | { readonly state: 'loading' }
  | FailedNumbers
  | { readonly state: 'ready'; readonly answers: Named<Name> };

/** Like `useNumbers`, with named questions. The page cannot be shown without `main`. */
export function useNamedNumbers<Name extends string>(
  queries: { readonly [name in Name]?: RawQuery },
  every: number | null,
  main: Name | null = null,
): NamedNumbers<Name> {
  const names = Object.keys(queries) as Name[];
  const numbers = useNumbers(
    names.map((name) => queries[name] as RawQuery),
    every,
    main !== null && names.includes(main) ? names.indexOf(main) : null,
  );
  const key = names.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains all names
  return useMemo(
    () =>
      numbers.state === 'ready'
        ? {
            state: 'ready',
            answers: Object.fromEntries(names.map((name, place) => [name, numbers.answers[place]])) as Named<Name>,
          }
        : numbers,
    [numbers, key],
  );
}
