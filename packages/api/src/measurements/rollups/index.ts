export type { SiteDay, SitePart } from './dirty-days.store.ts';
export { DirtyDays, dayMs, type LedgerRole } from './dirty-days.ts';
export { markDaysWrittenSince } from './mark-days-written-since.ts';
export type { ReadingRetention } from './retention.ts';
export { minGapMs, rolledMetrics } from './roll-up.store.ts';
export { measureRollups } from './rollup-metrics.ts';
export { createRollups, type Rollups } from './rollups.ts';
export { listSiteDays, toSiteDay } from './site-days.ts';
