import { type Access, createAccess } from './access/index.ts';
import { createIngestion, type Ingestion } from './measurements/ingest/index.ts';
import type { Platform } from './platform/platform.ts';
import { createSiteDirectory, type Provisioning, type SiteSnapshots } from './sites/index.ts';

/** What the modules can do without a door: the web server stands on it, and so does the command line. */
export interface Services {
  readonly platform: Platform;
  readonly provisioning: Provisioning;
  readonly sites: SiteSnapshots;
  readonly access: Access;
  readonly ingestion: Ingestion;
}

/** Builds the modules on the platform, in the order they depend on each other. Nothing runs by itself yet. */
export function createServices(platform: Platform): Services {
  const { clock, logger, bus, analytics, secret, relational } = platform;
  const provisioning = { db: relational.db, bus, clock };
  const sites = createSiteDirectory(provisioning);
  const access = createAccess({
    db: relational.db,
    clock,
    secret,
    seesInstallation: async (scope, id) => (await sites.topology(scope, id)) !== null,
  });
  const logError = (message: string, error: unknown) => logger.error({ err: error }, message);
  const ingestion = createIngestion({ analytics, devices: sites, bus, clock, logError });
  return { platform, provisioning, sites, access, ingestion };
}
