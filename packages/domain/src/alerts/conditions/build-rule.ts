import type { Rule } from '../engine/index.ts';
import type { AlertCondition } from './condition.ts';
import type { ConditionType, SiteFacts } from './condition-type.ts';
import { getConditionType } from './registry.ts';
import { findWatchedDevices } from './watched-devices.ts';

/** Minimum known share of a judged interval. */
const enough = 0.5;

/** Missing intervals, and minimum ms, until the state is "no data". */
const silentIntervals = 3;
const shortestSilence = 15 * 60_000;

/** Builds the engine's rule for a condition. Null if a number it needs is missing. */
export function buildRule(condition: AlertCondition, facts: SiteFacts): Rule | null {
  const type = getConditionType(condition.type);
  const bounds = type.bounds(condition, facts);
  if (bounds === null) return null;
  return {
    ...bounds,
    comparison: type.comparison,
    enterHold: condition.enterHold * 1000,
    leaveHold: condition.leaveHold * 1000,
    silentAfter: Math.max(shortestSilence, silentIntervals * getJudgedInterval(type, condition, facts)),
    isSum: type.isSum,
    minCoverage: enough,
    remindEvery: condition.remindEvery === null ? null : condition.remindEvery * 1000,
  };
}

/** Returns the judged interval in ms: the type's, or a longer reporting interval of the sensors. */
export function getJudgedInterval(
  { interval, watches }: Pick<ConditionType, 'interval' | 'watches'>,
  condition: AlertCondition,
  facts: SiteFacts,
): number {
  const watched = new Set(watches(condition, facts).flatMap((watch) => findWatchedDevices(facts.site, watch)));
  const reported = facts.site.devices.filter(({ id }) => watched.has(id)).map((device) => device.interval);
  return Math.max(interval, ...reported) * 1000;
}
