import { registerAlertMetrics } from '../actions/alerts/index.ts';
import { registerExportMetrics } from '../actions/exports/index.ts';
import { registerReportMetrics } from '../actions/reports/index.ts';
import { measureIngestion, measureRecentDays, measureRollups } from '../numbers/index.ts';
import type { PlatformServices } from './services.ts';

/** Registers the modules' metrics of queued and completed work. */
export function measureModules({ platform, ingestion, rollups, openDays }: PlatformServices): void {
  const { clock, metrics, relational } = platform;
  measureIngestion(ingestion, metrics);
  // A web process does not know the backlog of the worker it follows.
  if (platform.use !== 'beside') measureRollups(rollups, metrics);
  if (openDays !== undefined) measureRecentDays(openDays, metrics);
  registerAlertMetrics(relational.db, metrics);
  registerReportMetrics(relational.db, clock, metrics);
  registerExportMetrics(relational.db, clock, metrics);
}
