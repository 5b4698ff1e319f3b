export type { SiteDay } from './day-ledger.store.ts';
export { DayLedger, dayMs, daysOf, type LedgerUse } from './day-ledger.ts';
export { markDaysWrittenSince } from './mark-days-written-since.ts';
export { rolledMetrics, smallestHole } from './roll-up.store.ts';
export { measureRollups } from './rollup-metrics.ts';
export { createRollups, type Rollups } from './rollups.ts';
