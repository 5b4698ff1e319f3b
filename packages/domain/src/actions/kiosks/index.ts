export { kioskMetrics, maxKioskMetrics, maxKioskPages } from './kiosk-metrics.ts';
export { findPageIndex, isKioskStale, isReloadDue, type KioskRun } from './kiosk-run.ts';
