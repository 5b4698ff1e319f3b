export type { SiteDay, SitePart } from './day-ledger.store.ts';
export { DayLedger, dayMs, type LedgerUse } from './day-ledger.ts';
export { dayOf, daysOf } from './days-of.ts';
export { markDaysWrittenSince } from './mark-days-written-since.ts';
export type { ReadingRetention } from './retention.ts';
export { rolledMetrics, smallestHole } from './roll-up.store.ts';
export { measureRollups } from './rollup-metrics.ts';
export { createRollups, type Rollups } from './rollups.ts';
