import { getAnswerUnit, getPlacingMetrics } from '@atrium/domain/numbers';
import type { EvaluatedSite } from '../evaluate/evaluate-plan.ts';
import type { Plan } from '../plan/plan-query.ts';
import type { Answer } from './answer.ts';
import { createBranch } from './answer-tree.ts';
import { buildGroupTree } from './build-group-tree.ts';
import { computeCoverage } from './coverage.ts';
import { findUnsupported, wasReportedBefore } from './find-unsupported.ts';
import { writeAnswer } from './write-answer.ts';

interface Answered {
  readonly answer: Answer;
  /**
   * False when readings of other days may change the answer. A sensor may yet report a requested descriptor, or a
   * metric that decides where others count.
   */
  readonly isLasting: boolean;
}

/** Builds a query's answer from the evaluated sites of its plans. */
export function buildAnswer(plans: readonly Plan[], evaluated: readonly (readonly EvaluatedSite[])[]): Answered {
  const root = createBranch('', 0);
  for (const [index, plan] of plans.entries()) buildGroupTree(root, plan, evaluated[index] as EvaluatedSite[]);
  const [first] = plans as [Plan, ...Plan[]];
  return {
    answer: {
      metric: first.query.metric,
      unit: getAnswerUnit(first.metric, first.query.aggregation, first.sites[0]?.topology.currency ?? null),
      ...writeAnswer(root, first),
      granularity: first.grain.innermost,
      coverage: computeCoverage(plans, evaluated),
      notTold: findUnsupported(evaluated[0] as EvaluatedSite[]),
    },
    isLasting:
      evaluated.flat().every(wasReportedBefore) && plans.every(({ metric }) => getPlacingMetrics(metric).length === 0),
  };
}
