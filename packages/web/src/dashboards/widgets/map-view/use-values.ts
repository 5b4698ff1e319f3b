import { getAnswerTotal, getAnswerValues } from '@atrium/domain/dashboards';
import { pollIntervals } from '@atrium/domain/dashboards/widgets';
import { buildMapQuestions, getElementKey, type MapElement, type MapQuestion } from '@atrium/domain/map-views';
import type { DescriptorKey } from '@atrium/domain/measurements';
import { useMemo } from 'react';
import { type Outcome, useAnswers } from '../../../answers/index.ts';
import { useOwnCoverage } from '../pictures/use-own-coverage.ts';
import type { WidgetViewProps } from '../pictures/view.ts';

/** Returns a metric's value at an element; null if unknown or not measured there. */
export type ValueAt = (element: MapElement, metric: string) => number | null;

export interface MapValues {
  /** Unit in the answer; null if the metric was not answered. */
  readonly unitOf: (metric: string) => string | null;
  readonly valueAt: ValueAt;
  readonly questions: readonly MapQuestion[];
  /** Descriptors that the sensors of a whole answer don't report. */
  readonly notTold: readonly DescriptorKey[];
  readonly isLoading: boolean;
  readonly failure: { readonly code: string | null } | null;
  readonly retry: () => void;
}

export function useValues(
  { widget, context, live, setCoverage }: Pick<WidgetViewProps, 'widget' | 'context' | 'live' | 'setCoverage'>,
  elements: readonly MapElement[],
  metrics: readonly string[],
): MapValues {
  const key = JSON.stringify([elements.map(getElementKey), metrics]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which places and metrics
  const questions = useMemo(() => buildMapQuestions(widget, context, elements, metrics), [widget, context, key]);
  const every = live === null ? null : pollIntervals[live];
  const { outcomes, retry } = useAnswers(questions.map(({ query }) => ({ query, every })));
  useOwnCoverage(outcomes, setCoverage);
  const found = new Map<string, number>();
  for (const [index, { metric, place: asked }] of questions.entries())
    for (const [place, value] of knownOf(outcomes[index] ?? null, asked)) found.set(`${metric} ${place}`, value);
  const failed = outcomes.find((outcome) => outcome?.state === 'failed');
  return {
    valueAt: (element, metric) => found.get(`${metric} ${getElementKey(element)}`) ?? null,
    unitOf: (metric) => {
      const outcome = outcomes[questions.findIndex((question) => question.metric === metric)];
      return outcome?.state === 'ready' ? (outcome.answer.unit ?? null) : null;
    },
    questions,
    notTold: outcomes.flatMap((outcome) => (outcome?.state === 'ready' ? outcome.answer.notTold : [])),
    isLoading: outcomes.some((outcome) => outcome === null),
    failure: failed?.state === 'failed' && found.size === 0 ? { code: failed.code } : null,
    retry,
  };
}

function knownOf(outcome: Outcome | null, asked: string | null): readonly (readonly [place: string, value: number])[] {
  if (outcome?.state !== 'ready') return [];
  if (asked !== null) {
    const { point } = getAnswerTotal(outcome.answer);
    return point.state === 'known' ? [[asked, point.value]] : [];
  }
  return [...getAnswerValues(outcome.answer)].flatMap(([zone, { point }]) =>
    point.state === 'known' ? [[`zone ${zone}`, point.value] as const] : [],
  );
}
