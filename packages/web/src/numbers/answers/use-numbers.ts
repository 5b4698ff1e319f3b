import type { Reason } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import type { WidgetAnswer } from '@atrium/domain/pages/widgets';
import { useMemo } from 'react';
import type { Outcome } from './outcome.ts';
import { useAnswers } from './use-answers.ts';

export type Numbers =
  | { readonly state: 'loading' }
  | FailedNumbers
  /** One per question, in order; null if refused. */
  | { readonly state: 'ready'; readonly answers: readonly (WidgetAnswer | null)[] };

export interface FailedNumbers {
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
