export { ExportOf, SeenOnSite } from './export-of.tsx';
export { seenInWidget, seenOnSite } from './seen.ts';
export { seenMetrics } from './seen-metrics.ts';
