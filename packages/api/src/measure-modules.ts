import { measureAlerts } from './alerts/index.ts';
import { measureExports } from './exports/index.ts';
import { measureIngestion, measureOpenDays, measureRollups } from './measurements/index.ts';
import { measureReports } from './reports/index.ts';
import type { PlatformServices } from './services.ts';

/** Registers the modules' metrics of queued and completed work. */
export function measureModules({ platform, ingestion, rollups, openDays }: PlatformServices): void {
  const { clock, metrics, relational } = platform;
  measureIngestion(ingestion, metrics);
  // A web process does not know the backlog of the worker it follows.
  if (platform.use !== 'beside') measureRollups(rollups, metrics);
  if (openDays !== undefined) measureOpenDays(openDays, metrics);
  measureAlerts(relational.db, metrics);
  measureReports(relational.db, clock, metrics);
  measureExports(relational.db, clock, metrics);
}
