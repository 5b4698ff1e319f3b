export type { ReadingKind, ReadingSeries } from './reading-series.ts';
export { type StoredLine, storedLinesWhere } from './recent-days.store.ts';
export { createRecentDays, type RecentDays } from './recent-days.ts';
export { measureRecentDays } from './recent-days-metrics.ts';
export { RecentReadings } from './recent-readings.ts';
