import type { Rule } from '../engine/index.ts';
import type { AlertCondition } from './condition.ts';
import type { ConditionType, SiteFacts } from './condition-type.ts';
import { conditionTypeOf } from './registry.ts';
import { watchedDevices } from './watched-devices.ts';

/** The share of an interval that must be known for it to be judged. */
const enough = 0.5;

/** Nothing known for so many intervals, and for so long at least, is "no data", ms. */
const silentIntervals = 3;
const shortestSilence = 15 * 60_000;

/** What the engine judges a condition by; null: the number it needs is not there. */
export function ruleOf(condition: AlertCondition, facts: SiteFacts): Rule | null {
  const type = conditionTypeOf(condition.type);
  const bounds = type.bounds(condition, facts);
  if (bounds === null) return null;
  return {
    ...bounds,
    comparison: type.comparison,
    enterHold: condition.enterHold * 1000,
    leaveHold: condition.leaveHold * 1000,
    silentAfter: Math.max(shortestSilence, silentIntervals * judgedInterval(type, condition, facts)),
    isSum: type.isSum,
    minCoverage: enough,
    remindEvery: condition.remindEvery === null ? null : condition.remindEvery * 1000,
  };
}

/** How long the intervals are that a condition is judged by, ms: the type's, or those of sensors that report more rarely. */
export function judgedInterval(
  { interval, watches }: Pick<ConditionType, 'interval' | 'watches'>,
  condition: AlertCondition,
  facts: SiteFacts,
): number {
  const watched = new Set(watches(condition, facts).flatMap((watch) => watchedDevices(facts.site, watch)));
  const reported = facts.site.devices.filter(({ id }) => watched.has(id)).map((device) => device.interval);
  return Math.max(interval, ...reported) * 1000;
}
