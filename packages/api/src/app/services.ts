import { fileURLToPath } from 'node:url';
import type { Clock, OrganizationId } from '@atrium/domain/core';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import type { Topology } from '@atrium/domain/sites';
import {
  type AlertWatch,
  alertLogStore,
  buildCreateAlert,
  type CreateAlert,
  createEvaluatePast,
  createObserve,
  type EvaluatePast,
  type MayCall,
  watchAlerts,
} from '../actions/alerts/index.ts';
import {
  type CreateExports,
  createCanExport,
  createExports,
  type ExportRunner,
  type ExportsDependencies,
} from '../actions/exports/index.ts';
import { createAlertReader, createComposeReport } from '../actions/reports/content/index.ts';
import { type CreateReport, createReports, type ReportSender } from '../actions/reports/index.ts';
import { createReceiptIntake, createSales, type ImportSales, type ReceiptIntake } from '../actions/sales/index.ts';
import { type CreateScreen, createStopAndGo } from '../actions/stop-and-go/index.ts';
import { createHeatmapProducer } from '../numbers/heatmaps/index.ts';
import type {
  AckWatermarks,
  AnswerQueries,
  ExplainPlan,
  Ingestion,
  RecentDays,
  Rollups,
  SharedSites,
} from '../numbers/index.ts';
import { createLive } from '../numbers/live/index.ts';
import {
  createOpenMeteoSource,
  createSampleSource,
  createWeather,
  type WeatherSource,
} from '../numbers/weather/index.ts';
import { createReadOnlySampleData, createSampleSites, type SampleSites } from '../operations/demo/index.ts';
import { type CacheWarmUp, createCacheWarmUp, whenIdle } from '../pages/cache-warm-up/index.ts';
import { buildOverviewRequests, hasStaticDashboard } from '../pages/index.ts';
import { getPlanKey } from '../pages/map-views/index.ts';
import { type Access, type AccessDependencies, createAccess, publishAccessChanges } from '../people/access/index.ts';
import { auditStore } from '../people/audit/index.ts';
import { createLinks, type Links } from '../people/notifications/index.ts';
import { organizationStore } from '../people/organization/index.ts';
import { createCatalogueReader } from '../people/translations/index.ts';
import { createAddressGuard } from '../platform/addresses/address-guard.ts';
import type { AnalyticsStore } from '../platform/analytics-store.ts';
import { createJobKeys } from '../platform/channels/channel-keys.ts';
import { everythingSent, getMessageDelivery, type MessageDelivery } from '../platform/config/delivery.ts';
import { type Config, getProductUrl } from '../platform/config/read-config.ts';
import type { Drawing } from '../platform/drawing/drawing.ts';
import {
  createFileUrls,
  type DownloadGuard,
  type FileProducer,
  type FileStore,
  type Files,
  type FileUrls,
} from '../platform/files/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { createPacketIntake, type PacketIntake } from '../setup/devices/index.ts';
import type { Provisioning } from '../setup/site-files/index.ts';
import { createSiteDirectory, type SiteSnapshot, type SiteSnapshots } from '../sites/index.ts';
import { createMeasurements, type MeasuringFoundation } from './measuring/index.ts';
import type { SchemaModules } from './schema.ts';

/** Resources of the modules: the platform's, or only the stores in a test. */
export interface ServiceDependencies extends MeasuringFoundation {
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
}

/** Module services without any listener; the web server and the command line use them. */
export interface Services {
  readonly provisioning: Provisioning;
  readonly sites: SiteSnapshots;
  readonly access: Access;
  readonly ingestion: Ingestion;
  /** Intake of receipts from tills. */
  readonly receipts: ReceiptIntake;
  readonly importSales: ImportSales;
  /** Intake of device packets in makers' formats. */
  readonly packets: PacketIntake;
  readonly files: FileStore;
  readonly fileAddresses: FileUrls;
  /** Creators of files that are generated on request, by the first part of their keys. */
  readonly fileProducers: Readonly<Record<string, FileProducer>>;
  /** Access checks of download URLs, by the first part of the key. */
  readonly fileGuards: Readonly<Record<string, DownloadGuard>>;
  readonly rollups: Rollups;
  /** In-memory readings of today and yesterday, where this process is standalone. */
  readonly openDays: RecentDays | undefined;
  readonly marks: AckWatermarks;
  /** Site shards of this process where several share the sites; null when it owns all. */
  readonly shared: SharedSites | null;
  readonly explainPlan: ExplainPlan;
  /** Evaluates alerts, once started. */
  readonly alertWatch: AlertWatch;
  readonly newAlert: CreateAlert;
  readonly alertPast: EvaluatePast;
  readonly newScreen: CreateScreen;
  readonly newReport: CreateReport;
  /** Sends reports, once started. */
  readonly reportSender: ReportSender;
  readonly newExports: CreateExports;
  /** Creates requested export files, once started. */
  readonly exportRunner: ExportRunner;
  /** Warms the cache, once started. */
  readonly cacheWarmUp: CacheWarmUp;
  /** Sample sites with invented numbers. */
  readonly sampleSites: SampleSites;
  /** Dependencies for the GraphQL schema. */
  readonly schema: SchemaModules;
}

const defaultLanguages: readonly ProfileLanguage[] = ['en', 'fr'];

/** Written by the build of the web application. */
const cataloguesFile = fileURLToPath(new URL('../../../web/dist/translations.json', import.meta.url));

/** Builds the modules in order of their dependencies. Starts no background work. */
export function createServices(foundation: ServiceDependencies): Services {
  const { db, bus, clock, files, secret, weatherSource, logError, languages = defaultLanguages } = foundation;
  const fileAddresses = createFileUrls({ secret, clock });
  const kept = { store: files, addresses: fileAddresses };
  const base = { db, clock, files: kept };
  const provisioning = { db, bus, clock, mayCall: createAddressGuard(foundation.callableNetworks ?? []).mayCall };
  const sites = createSiteDirectory(provisioning);
  const access = buildAccess(foundation, sites, kept);
  const { numbers, answerOver, answerBy, ...measuring } = createMeasurements(foundation, sites);
  const { alerts, ...alerting } = buildAlerts({ ...foundation, ...provisioning }, sites, access, numbers.answerQueries);
  const { stopAndGo, newScreen } = createStopAndGo({ ...foundation, ...numbers, sites, namesOf: access.namesOf });
  const organizationName = async (scope: Scope) => (await organizationStore(db).find(scope))?.name ?? '';
  const { answerQueries } = numbers;
  const { reports, ...reporting } = buildReports(foundation, { sites, access, answerQueries, kept, organizationName });
  const belowSales = { ...access, sites, answerQueries, files: kept, organizationName };
  const sales = createSales({ funnelDemo: [], ...foundation, ...belowSales });
  const catalogues = createCatalogueReader(cataloguesFile);
  const exports = buildExports({ ...foundation, sites, files: kept, catalogues }, access, numbers);
  const { sampleSites, sampleData } = buildSamples({ ...foundation, ...measuring, sites });
  const settingsChanged = (organizationId: OrganizationId) => bus.publish('sites.changed', { organizationId });
  const schema: SchemaModules = {
    access,
    organization: { ...base, topologies: sites.topologies, countUsers: access.countUsers, settingsChanged },
    sites: { directory: sites, clock },
    siteFiles: { ...provisioning, answerOver },
    measurements: numbers,
    readingsImport: { db, clock, ingestion: measuring.ingestion },
    live: createLive({ answerQueries: numbers.answerQueries, sites, bus, clock, logError }),
    heatmaps: buildHeatmaps(foundation, sites, measuring.rollups.ledger, fileAddresses),
    insideCorrections: { db, sites, bus, clock },
    manualCounts: { db, sites, clock, answerQueries, namesOf: access.namesOf },
    mapViews: { ...base, sites },
    sales,
    weather: createWeather({ sites, source: weatherSource ?? null, clock, logError }),
    alerts,
    reports,
    stopAndGo,
    exports,
    devices: { db, clock, bus, sites, ingestion: measuring.ingestion, organizationName },
    firstSteps: { db, clock, sites, answerQueries, sampleData, keys: access.ingestKeys, marks: measuring.marks },
    audit: { store: auditStore(db), namesOf: access.namesOf },
    translations: { allowed: languages, catalogues },
    dashboards: buildDashboards(foundation, { sites, access, numbers, organizationName }),
  };
  return {
    provisioning,
    sites,
    access,
    ...measuring,
    ...alerting,
    newScreen,
    receipts: createReceiptIntake({ db, clock, bus, sites }),
    importSales: sales.imports.importSales,
    packets: createPacketIntake({ db, clock, bus, sites, ingestion: measuring.ingestion }),
    ...reporting,
    ...createExports(exports),
    files,
    fileAddresses,
    fileProducers: buildProducers(foundation, sites),
    cacheWarmUp: buildCacheWarmUp(foundation, { sites, access, answerBy, ...measuring }),
    sampleSites,
    schema,
  };
}

function buildCacheWarmUp(
  { analytics, clock, logError }: ServiceDependencies,
  {
    sites,
    access,
    answerBy,
    openDays,
    rollups,
  }: Pick<Services, 'sites' | 'access' | 'openDays' | 'rollups'> & {
    readonly answerBy: (store: AnalyticsStore) => AnswerQueries;
  },
): CacheWarmUp {
  const { store, idle } = whenIdle(analytics);
  return createCacheWarmUp({
    answerWhenIdle: answerBy(store),
    idle,
    questionsFor: async (scope) => (await buildOverviewRequests({ sites, clock }, scope)).flat(),
    loadRecentReadings: async (organization, installation) => openDays?.of(organization, installation),
    sites,
    latestVisits: access.latestVisits,
    daysWaiting: rollups.daysWaiting,
    clock,
    failed: (error) => logError('the cache warm-up failed', error),
  });
}

/** Returns the sample sites as the process with ingestion uses them, and as pages may use them in this process. */
function buildSamples(deps: Parameters<typeof createSampleSites>[0] & Pick<ServiceDependencies, 'use'>) {
  const sampleSites = createSampleSites(deps);
  return { sampleSites, sampleData: deps.use === 'beside' ? createReadOnlySampleData(sampleSites) : sampleSites };
}

function buildAccess(
  { db, bus, clock, secret, links, languages, delivery }: ServiceDependencies,
  sites: SiteSnapshots,
  files: Files,
): Access {
  const seesInstallation: AccessDependencies['seesInstallation'] = async (scope, id) =>
    (await sites.topology(scope, id)) !== null;
  const access = createAccess({
    db,
    clock,
    secret,
    links,
    files,
    languages: languages ?? defaultLanguages,
    delivery,
    seesInstallation,
    receivesChanges: () => bus.isWhole,
  });
  return publishAccessChanges(access, bus);
}

const buildProducers = ({ analytics, files }: ServiceDependencies, sites: SiteSnapshots) => ({
  heatmaps: createHeatmapProducer({ sites, analytics, files }),
});

function buildHeatmaps(
  { analytics, files }: ServiceDependencies,
  sites: SiteSnapshots,
  ledger: Rollups['ledger'],
  { addressOf }: FileUrls,
): SchemaModules['heatmaps'] {
  return {
    sites,
    analytics,
    addressOf,
    keptSince: async ({ organizationId }) => {
      await ledger.open();
      return ledger.keptSince(organizationId);
    },
    planOf: async ({ organizationId }, zoneId) => {
      const key = getPlanKey(organizationId, zoneId);
      return (await files.has(key)) ? key : null;
    },
  };
}

function buildAlerts(
  { db, clock, bus, links, secret, mayCall, logError }: ServiceDependencies & { readonly mayCall: MayCall },
  sites: SiteSnapshots,
  { contactsOf, namesOf }: Access,
  answerQueries: AnswerQueries,
) {
  const observe = createObserve({ answerQueries, clock });
  const alerts = {
    definitions: { db, clock, bus, sites, mayCall, contactsOf, jobKeys: createJobKeys(db, secret) },
    log: {
      store: alertLogStore(db),
      sites,
      writes: { db, clock, sites },
      open: { db, clock, bus, sites, logError },
      story: { db, clock, sites, namesOf, observe },
    },
    preview: { sites, clock, observe },
  };
  const judging = { db, clock, sites, observe, contactsOf, links };
  return {
    alerts,
    newAlert: buildCreateAlert(alerts.definitions),
    alertPast: createEvaluatePast(judging),
    alertWatch: watchAlerts({ ...judging, bus, logError }),
  };
}

interface ReportSurroundings {
  readonly sites: SiteSnapshots;
  readonly access: Access;
  readonly answerQueries: AnswerQueries;
  readonly kept: Files;
  readonly organizationName: (scope: Scope) => Promise<string>;
}

function buildReports(
  { db, bus, clock, drawing, links, logError }: ServiceDependencies,
  { sites, access, answerQueries, kept, organizationName }: ReportSurroundings,
) {
  const alertsFired = createAlertReader(alertLogStore(db));
  const metricColors = async (scope: Scope) => (await organizationStore(db).find(scope))?.colours ?? {};
  const about = { organizationName, metricColors, alertsFired };
  const compose = createComposeReport({ sites, answerQueries, clock, drawing, ...about });
  const parts = { db, bus, clock, sites, files: kept, links, compose, access, logError, organizationName };
  return createReports(parts);
}

function buildDashboards(
  { db, clock }: ServiceDependencies,
  {
    sites,
    access,
    numbers,
    organizationName,
  }: Pick<SchemaModules['dashboards'], 'organizationName'> & {
    readonly sites: SiteSnapshots;
    readonly access: Access;
    readonly numbers: SchemaModules['measurements'];
  },
): SchemaModules['dashboards'] {
  // Whether doors distinguish women and men, the only descriptor needed before a page is open.
  const toldOf = (site: Topology) => numbers.knownDescriptors(site, ['affluenceIn']);
  return { db, clock, organizationName, eventMetrics: eventMetricsIn(sites), sites, namesOf: access.namesOf, toldOf };
}

const eventMetricsOf = ({ sites }: SiteSnapshot) =>
  [...sites.values()].flatMap(({ events }) => events.flatMap(({ metrics }) => metrics));

const eventMetricsIn = (sites: SiteSnapshots) => async (scope: Scope) => eventMetricsOf(await sites.snapshot(scope));

function buildExports(
  foundation: Pick<ExportsDependencies, 'db' | 'bus' | 'clock' | 'links' | 'files' | 'catalogues' | 'logError'> &
    Pick<ServiceDependencies, 'delivery'> & { readonly sites: SiteSnapshots },
  { scopeOfMember, contactsOf, namesOf }: Access,
  { answerQueries, answerInBackground }: Pick<ExportsDependencies, 'answerQueries' | 'answerInBackground'>,
): ExportsDependencies {
  const eventMetrics = eventMetricsIn(foundation.sites);
  return {
    ...foundation,
    scopeOfMember,
    contactsOf,
    namesOf,
    answerQueries,
    answerInBackground,
    delivery: foundation.delivery ?? everythingSent,
    mayExport: createCanExport((scope) => hasStaticDashboard({ eventMetrics }, scope)),
  };
}

/** Services on an opened platform, with the platform itself for commands and endpoints. */
export interface PlatformServices extends Services {
  readonly platform: Platform;
}

export function createPlatformServices(platform: Platform): PlatformServices {
  const { analytics, bus, calls, clock, config, drawing, files, logger, relational, secret, use } = platform;
  const logError = (message: string, error: unknown) => logger.error({ err: error }, message);
  const foundation = {
    db: relational.db,
    analytics,
    use,
    bus,
    calls,
    clock,
    files,
    drawing,
    secret,
    links: createLinks(() => getProductUrl(config)),
    weatherSource: buildWeatherSource(config, clock),
    logError,
    languages: config.languages,
    funnelDemo: config.funnelDemo,
    callableNetworks: config.callableNetworks,
    delivery: getMessageDelivery(config),
  };
  return { platform, ...createServices(foundation) };
}

/** Returns the configured provider. By default, the demo's weather is invented and the product has none. */
function buildWeatherSource({ weatherUrl, weatherKey, isDemo }: Config, clock: Clock): WeatherSource | null {
  if (weatherUrl !== null) return createOpenMeteoSource(weatherUrl, weatherKey);
  return isDemo ? createSampleSource(clock) : null;
}
