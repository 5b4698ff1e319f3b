export type { HeldKind, HeldLine } from './held-line.ts';
export type { HeldSite } from './held-site.ts';
export { keepOpenDays, type OpenDays } from './open-days.ts';
export { measureOpenDays } from './open-days-metrics.ts';
