import { measureAlerts } from './alerts/index.ts';
import { measureExports } from './exports/index.ts';
import { measureIngestion, measureOpenDays, measureRollups } from './measurements/index.ts';
import { measureReports } from './reports/index.ts';
import type { PlatformServices } from './services.ts';

/** What the modules have to do and what they have done, on `/metrics`. */
export function measureModules({ platform, ingestion, rollups, openDays }: PlatformServices): void {
  const { clock, metrics, relational } = platform;
  measureIngestion(ingestion, metrics);
  // Whoever follows does not know how late what is followed is.
  if (platform.use !== 'beside') measureRollups(rollups, metrics);
  if (openDays !== undefined) measureOpenDays(openDays, metrics);
  measureAlerts(relational.db, metrics);
  measureReports(relational.db, clock, metrics);
  measureExports(relational.db, clock, metrics);
}
