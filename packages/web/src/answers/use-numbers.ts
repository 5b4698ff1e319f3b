import type { Reason } from '@atrium/domain/core';
import type { WidgetAnswer } from '@atrium/domain/dashboards/widgets';
import type { RawQuery } from '@atrium/domain/measurements';
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
