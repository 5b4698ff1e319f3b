import type { Rule } from '../engine/index.ts';
import type { AlertCondition } from './condition.ts';
import type { ConditionType, SiteFacts } from './condition-type.ts';
import { conditionTypeOf } from './registry.ts';

/** The share of an interval that must be known for it to be judged. */
const enough = 0.5;

/** Nothing known for so many intervals, and for so long at least, is "no data", ms. */
const silentIntervals = 3;
const shortestSilence = 15 * 60_000;

/** What the engine judges a condition by; null: the number it needs is not there. */
export function ruleOf(condition: AlertCondition, facts: Pick<SiteFacts, 'eventLimit'>): Rule | null {
  const type = conditionTypeOf(condition.type);
  const bounds = type.bounds(condition, facts);
  if (bounds === null) return null;
  return {
    ...bounds,
    comparison: type.comparison,
    enterHold: condition.enterHold * 1000,
    leaveHold: condition.leaveHold * 1000,
    silentAfter: silentAfter(type),
    isSum: type.isSum,
    minCoverage: enough,
    remindEvery: condition.remindEvery === null ? null : condition.remindEvery * 1000,
  };
}

/** How long nothing may be known before an alert of the type says "no data", ms. */
export const silentAfter = ({ interval }: Pick<ConditionType, 'interval'>): number =>
  Math.max(shortestSilence, silentIntervals * interval * 1000);
