export { seenInWidget, seenOnSite } from './seen.ts';
export { seenMetrics } from './seen-metrics.ts';
