export type { HeldKind, HeldLine } from './held-line.ts';
export { HeldSite } from './held-site.ts';
export { type StoredLine, storedLinesWhere } from './open-days.store.ts';
export { keepOpenDays, type OpenDays } from './open-days.ts';
export { measureOpenDays } from './open-days-metrics.ts';
