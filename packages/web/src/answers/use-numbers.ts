import type { Reason } from '@atrium/domain/core';
import type { WidgetAnswer } from '@atrium/domain/dashboards/widgets';
import type { RawQuery } from '@atrium/domain/measurements';
import { useMemo } from 'react';
import type { Outcome } from './outcome.ts';
import { useAnswers } from './use-answers.ts';

export type Numbers =
  | { readonly state: 'loading' }
  | FailedNumbers
  /** One for each question, in their order; what was refused by itself is null. */
  | { readonly state: 'ready'; readonly answers: readonly (WidgetAnswer | null)[] };

export interface FailedNumbers {
  readonly state: 'failed';
  readonly code: string | null;
  readonly reason: Reason | undefined;
  readonly retry: () => void;
}

/**
 * All numbers of a page, and again every `every` ms where the days shown are still going on. Failed only where nothing at
 * all could be had, or not what the page stands on (`main`, its place): a page shows what it knows.
 */
export function useNumbers(queries: readonly RawQuery[], every: number | null, main: number | null = null): Numbers {
  const { outcomes, retry } = useAnswers(queries.map((query) => ({ query, every })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way to ask again is no other number
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
