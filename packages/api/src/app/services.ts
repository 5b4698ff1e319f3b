import { fileURLToPath } from 'node:url';
import type { Clock } from '@atrium/domain/core';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import { createAlertsModule } from '../actions/alerts/index.ts';
import { createExportsModule } from '../actions/exports/index.ts';
import { createKiosksModule } from '../actions/kiosks/index.ts';
import { createReportsModule } from '../actions/reports/index.ts';
import { createRestApiModule } from '../actions/rest-api/index.ts';
import { createReceiptsModule, createSalesModule } from '../actions/sales/index.ts';
import { createStopAndGoModule } from '../actions/stop-and-go/index.ts';
import { createHeatmapsModule } from '../numbers/heatmaps/index.ts';
import { createDataLossModule, createNumbersModule } from '../numbers/index.ts';
import { createInsideCorrectionsModule } from '../numbers/inside-corrections/index.ts';
import { createLiveModule } from '../numbers/live/index.ts';
import { registerTargets } from '../numbers/targets/index.ts';
import {
  createOpenMeteoSource,
  createSampleSource,
  createWeatherModule,
  type WeatherSource,
} from '../numbers/weather/index.ts';
import { createBackupModule } from '../operations/backup/index.ts';
import { createFirstStartModule, createSampleSitesModule } from '../operations/demo/index.ts';
import { createExpiredRowsModule } from '../operations/expired-rows/index.ts';
import { createProgramEventsModule } from '../operations/program-events/index.ts';
import { expiringRuns } from '../operations/runs/index.ts';
import { createInstallationReader, createSystemModule, type InstallationReader } from '../operations/system/index.ts';
import { createCacheWarmUpModule } from '../pages/cache-warm-up/index.ts';
import { createDashboardsModule } from '../pages/index.ts';
import { createMapViewsModule } from '../pages/map-views/index.ts';
import { createAccessModule } from '../people/access/index.ts';
import { createAuditModule } from '../people/audit/index.ts';
import { createLinks, createMessagingModule, type Links } from '../people/notifications/index.ts';
import { createOrganizationModule } from '../people/organization/index.ts';
import { createTranslationsModule } from '../people/translations/index.ts';
import { createWebhooksModule } from '../people/webhooks/index.ts';
import { createAddressGuard } from '../platform/addresses/address-guard.ts';
import type { AnalyticsStore } from '../platform/analytics-store.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Calls } from '../platform/bus/calls.ts';
import { everythingSent, getMessageDelivery, type MessageDelivery } from '../platform/config/delivery.ts';
import { type Config, getProductUrl } from '../platform/config/read-config.ts';
import { createCorruptionModule } from '../platform/damage/watch-for-corruption.ts';
import type { Drawing } from '../platform/drawing/drawing.ts';
import { createFileUrls, type FileStore, registerFileRoutes } from '../platform/files/index.ts';
import { compose, operations } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import type { StoreRole } from '../platform/relational/database-lock.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import { createUnfinishedErasuresModule } from '../platform/tenancy/erasure-record.ts';
import { createDevicesModule, createEndpointsModule } from '../setup/devices/index.ts';
import { registerFirstSteps } from '../setup/first-steps/index.ts';
import { registerManualCounts } from '../setup/manual-counts/index.ts';
import { createSiteFilesModule } from '../setup/site-files/index.ts';
import { createSiteDirectory, createSiteOperationsModule } from '../sites/index.ts';

/** Resources of the modules: the platform's, or only the stores in a test. */
export interface ServiceDependencies {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Defaults to a standalone process. Other processes are reached through `calls`. */
  readonly use?: StoreRole;
  readonly calls?: Calls | null;
  readonly logError: (message: string, error: unknown) => void;
  readonly files: FileStore;
  readonly drawing: Drawing;
  readonly secret: string;
  /** Weather provider; null disables weather. */
  readonly weatherSource?: WeatherSource | null;
  readonly links: Links;
  /** Languages that users may choose; default: English and French. */
  readonly languages?: readonly ProfileLanguage[];
  /** Delivery of mails and text messages; default: both are sent. */
  readonly delivery?: MessageDelivery;
  /** Networks that jobs may call, in CIDR form; default: the public internet only. */
  readonly callableNetworks?: readonly string[];
  /** Organizations (by name) and users (by email) whose sales funnel shows invented numbers. */
  readonly funnelDemo?: readonly string[];
  /** Reads the state of the installation; default: not known, without a process that runs it. */
  readonly readInstallation?: InstallationReader | null;
}

/** Written by the build of the web application. */
const cataloguesFile = fileURLToPath(new URL('../../../web/dist/translations.json', import.meta.url));

/**
 * All modules of the product. A module takes its dependencies from those above it. Its background work is prepared and
 * started in this order, and stopped in the reverse one.
 */
const composeModules = (resources: Resources) =>
  compose(resources)
    .add((deps) => ({ services: { sites: createSiteDirectory(deps) } }))
    .add(createAccessModule)
    .add(createMessagingModule)
    .add(createOrganizationModule)
    .add(createWebhooksModule)
    .add(createSiteOperationsModule)
    .add(createAuditModule)
    .add(createTranslationsModule)
    .add(createReceiptsModule)
    .add(createInsideCorrectionsModule)
    .add(createNumbersModule)
    .add(operations(registerTargets))
    .add(createLiveModule)
    .add(createMapViewsModule)
    .add(createHeatmapsModule)
    .add(createWeatherModule)
    .add(createDashboardsModule)
    .add(createAlertsModule)
    .add(createReportsModule)
    .add(createExportsModule)
    .add(createSalesModule)
    .add(createStopAndGoModule)
    .add(createKiosksModule)
    .add(createRestApiModule)
    .add(operations(registerManualCounts))
    .add(createSiteFilesModule)
    .add(createDevicesModule)
    .add(createFirstStartModule)
    .add(createSampleSitesModule)
    .add(operations(registerFirstSteps))
    // After the demo is complete: removed remains of an interrupted seeding must not count as lost.
    .add(createUnfinishedErasuresModule)
    .add(createDataLossModule)
    .add(createCorruptionModule)
    .add(createBackupModule)
    .add(({ db }) => ({ expiring: [expiringRuns(db)] }))
    .add(createSystemModule)
    .add(createProgramEventsModule)
    .add(createEndpointsModule)
    .add(createCacheWarmUpModule)
    .add(({ files, fileProducers: producers, fileGuards: guards }) => ({
      routes: (routes) =>
        registerFileRoutes(routes, { files: files.store, addresses: files.addresses, producers, guards }),
    }));

type Resources = ReturnType<typeof toResources>;

/** Fills in the defaults. */
function toResources({ files, callableNetworks = [], languages = ['en', 'fr'], ...given }: ServiceDependencies) {
  return {
    use: 'standalone' as StoreRole,
    calls: null,
    delivery: everythingSent,
    weatherSource: null,
    funnelDemo: [],
    readInstallation: null as InstallationReader | null,
    ...given,
    languages,
    cataloguesFile,
    files: { store: files, addresses: createFileUrls(given) },
    mayCall: createAddressGuard(callableNetworks).mayCall,
  };
}

/** Module services without any listener; the web server and the command line use them. */
export type Services = ReturnType<typeof createServices>;

/** Builds the modules. Starts no background work. */
export function createServices(dependencies: ServiceDependencies) {
  const resources = toResources(dependencies);
  const { services, modules } = composeModules(resources);
  const expiring = modules.flatMap((module) => module.expiring ?? []);
  const ownedFiles = modules.flatMap((module) => module.ownedFiles ?? []);
  const expiry = createExpiredRowsModule({ expiring, ownedFiles, files: resources.files.store });
  return { ...services, modules: [...modules, expiry] };
}

/** Services on an opened platform, with the platform itself for commands and endpoints. */
export interface PlatformServices extends Services {
  readonly platform: Platform;
}

export function createPlatformServices(platform: Platform): PlatformServices {
  const { config, clock, logger, relational } = platform;
  const services = createServices({
    ...platform,
    db: relational.db,
    links: createLinks(() => getProductUrl(config)),
    weatherSource: buildWeatherSource(config, clock),
    logError: (message, error) => logger.error({ err: error }, message),
    languages: config.languages,
    funnelDemo: config.funnelDemo,
    callableNetworks: config.callableNetworks,
    delivery: getMessageDelivery(config),
    readInstallation: createInstallationReader(platform),
  });
  return { ...services, platform };
}

/** Returns the configured provider. By default, the demo's weather is invented and the product has none. */
function buildWeatherSource({ weatherUrl, weatherKey, isDemo }: Config, clock: Clock): WeatherSource | null {
  if (weatherUrl !== null) return createOpenMeteoSource(weatherUrl, weatherKey);
  return isDemo ? createSampleSource(clock) : null;
}
