import { answeredUnit, placedBy } from '@atrium/domain/measurements';
import type { EvaluatedSite } from '../evaluate/evaluate-plan.ts';
import type { Plan } from '../plan/plan-query.ts';
import type { Answer } from './answer.ts';
import { newBranch } from './answer-tree.ts';
import { coverageOf } from './cover.ts';
import { growTree } from './grow-tree.ts';
import { isToldBefore, notToldOf } from './not-told-of.ts';
import { writeAnswer } from './write-answer.ts';

interface Answered {
  readonly answer: Answer;
  /**
   * False when readings of other days may change the answer: some sensors have not reported what it asks for before.
   */
  readonly isLasting: boolean;
}

/** Builds a query's answer from the evaluated sites of its plans. */
export function answerOf(plans: readonly Plan[], evaluated: readonly (readonly EvaluatedSite[])[]): Answered {
  const root = newBranch('', 0);
  for (const [index, plan] of plans.entries()) growTree(root, plan, evaluated[index] as EvaluatedSite[]);
  const [first] = plans as [Plan, ...Plan[]];
  return {
    answer: {
      metric: first.query.metric,
      unit: answeredUnit(first.metric, first.query.aggregation, first.sites[0]?.topology.currency ?? null),
      ...writeAnswer(root, first),
      granularity: first.grain.innermost,
      coverage: coverageOf(plans, evaluated),
      notTold: notToldOf(evaluated[0] as EvaluatedSite[]),
    },
    isLasting: evaluated.flat().every(isToldBefore) && plans.every(({ metric }) => placedBy(metric).length === 0),
  };
}
