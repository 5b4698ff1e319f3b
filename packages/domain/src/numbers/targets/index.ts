export { addMonths, getMonthDays, isMonth, listMonthDates, type Month, toMonth } from './months.ts';
export {
  findTargetMetric,
  maxTargetLines,
  type NamedSite,
  parseTargets,
  type Target,
  type TargetFault,
  type TargetLineFault,
  targetFaults,
  targetMetrics,
} from './parse-targets.ts';
export { computeTargetProgress, type ProgressInput, type TargetDay, type TargetProgress } from './progress.ts';
export { canHaveTarget, distributeTarget, maxTarget, roundTarget } from './targets.ts';
