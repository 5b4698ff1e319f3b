import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import { registerReceiptRoutes } from '../actions/sales/index.ts';
import { checkForDataLoss, createReadingsEndpoint, openMqttListeners, registerIngestRoutes } from '../numbers/index.ts';
import { describeOverlap, scheduleBackups } from '../operations/backup/index.ts';
import { runSampleSites } from '../operations/demo/index.ts';
import type { CacheWarmUp } from '../pages/cache-warm-up/index.ts';
import { registerOneClick, registerProviderRoutes } from '../people/access/index.ts';
import { recordRefusals } from '../people/audit/index.ts';
import { startMessaging } from '../people/notifications/index.ts';
import { createClientAddressGetter } from '../platform/addresses/ip-address.ts';
import { systemClock } from '../platform/concurrency/timing.ts';
import { describeSettings, findUnusedSettings } from '../platform/config/describe-settings.ts';
import { type Config, getProductUrl, getStoreRole, readConfig } from '../platform/config/read-config.ts';
import { describeCorruption } from '../platform/damage/corruption.ts';
import { watchForCorruption } from '../platform/damage/watch-for-corruption.ts';
import { StartRefused } from '../platform/failures.ts';
import { registerFileRoutes } from '../platform/files/index.ts';
import { forceGc, forceGcOnceIdle, forceGcWhenIdle, tuneHeap } from '../platform/force-gc.ts';
import { mountGraphql } from '../platform/graphql/edge.ts';
import { acquirePort } from '../platform/http/acquire-port.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { addPublicSettings, getSinkOrigins } from '../platform/http/public-settings.ts';
import { getAllowedOrigins } from '../platform/http/security-headers.ts';
import { createAdministratorCheck, createHostCookieStorage, pageStorage } from '../platform/http/token-storage.ts';
import { openPlatform } from '../platform/open-platform.ts';
import type { Platform } from '../platform/platform.ts';
import { productVersion } from '../platform/platform.ts';
import {
  ClosingStack,
  ensureFileLimit,
  ignoreBrokenPipes,
  requestShutdown,
  stopOnSignal,
} from '../platform/process.ts';
import { assignShards } from '../platform/relational/assign-shards.ts';
import { createLogger, type Logger } from '../platform/telemetry/logger.ts';
import { sendTraces } from '../platform/telemetry/otlp.ts';
import { measurePlatform } from '../platform/telemetry/platform-metrics.ts';
import { createWriteProbe } from '../platform/telemetry/write-probe.ts';
import { reportUnfinishedErasures } from '../platform/tenancy/erasure-record.ts';
import { createMqttIntake, registerDevicePacketRoutes } from '../setup/devices/index.ts';
import { countSizes } from '../sites/index.ts';
import { subscribeToAccessChanges } from './access-changes.ts';
import { openControlSocket } from './cli/index.ts';
import { prepareContent } from './first-start.ts';
import { measureModules } from './measure-modules.ts';
import { buildSchemas } from './schema.ts';
import { createPlatformServices, type PlatformServices } from './services.ts';

export interface Atrium {
  /** Origin to open. */
  readonly address: string;
  readonly welcome: readonly string[];
  close(): Promise<void>;
}

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const drainMs = 8000;

/**
 * Starts the whole product in this process: folder, stores, modules, then the web server. Closes them in reverse order.
 */
export async function startAtrium(config: Config, logger: Logger, clock: Clock = systemClock): Promise<Atrium> {
  const closing = new ClosingStack(logger);
  try {
    const overlap = config.backup.place === null ? null : describeOverlap(config.backup.place, config.dataFolder);
    if (overlap !== null) throw new StartRefused(`ATRIUM_BACKUP_FOLDER: ${overlap}`);
    await ensureFileLimit();
    const port = await acquirePort(config);
    closing.add('the lock on the port', () => port.release());
    if (config.traces !== null) {
      const traces = sendTraces({ ...config.traces, logger });
      closing.add('what sends traces', () => traces.close());
    }
    const platform = await openPlatform(config, logger, closing, { clock, use: getStoreRole(config) });
    await port.take();
    measurePlatform(platform);
    const { relational, analytics, folder } = platform;
    const writes = createWriteProbe({ pool: relational.pool, folder: folder.path, clock });
    const http = await createHttpServer({
      logger,
      registry: platform.metrics,
      isReady: async () => {
        await Promise.all([relational.ping(), analytics.ping(), writes.check()]);
        return platform.problems.all();
      },
      webFolder,
      isHttps: config.publicUrl?.startsWith('https:') ?? false,
      hstsSubdomains: config.hstsSubdomains,
      metricsToken: config.metricsToken,
      logsRequests: config.logsRequests,
      trustedProxies: config.trustedProxies,
      connects: getSinkOrigins(config),
      builderOrigin: config.builderOrigin,
      cookies: { environment: config.environment, domain: config.cookieDomain },
    });
    const modules = await mountModules(platform, http.routes);
    closing.add('the modules', () => modules.stop());
    closing.add('the web server', () => http.close(drainMs));
    const listening = await http.listen(config.host, config.port);
    if (config.port === 0) await port.takeChosen(Number(new URL(listening).port));
    platform.folder.announce(listening);
    modules.listening(listening);
    return {
      address: config.publicUrl ?? listening,
      welcome: modules.welcome(listening),
      close: () => closing.close(),
    };
  } catch (error) {
    await closing.close();
    throw describeCorruption(error);
  }
}

interface Modules {
  /** Lines for the operator, such as how to sign in. */
  welcome(address: string): readonly string[];
  /** Called once the product answers at this address, so that external clients such as the simulator may start. */
  listening(address: string): void;
  /** Stops background work (timers, listeners, the simulator) and finishes what must not be lost. */
  stop(): Promise<void>;
}

/** Starts the modules on the platform and registers their endpoints. */
export async function mountModules(platform: Platform, routes: FastifyInstance): Promise<Modules> {
  const services = createPlatformServices(platform);
  registerRoutes(platform, services, routes);
  measureModules(services);
  return platform.use === 'beside' ? startPagesOnly(services) : startWorker(services, routes);
}

/**
 * Starts a process that serves only pages, metrics and intake endpoints. Background work runs in the leader or in
 * workers.
 */
const startPagesOnly = ({ platform, cacheWarmUp, ingestion }: PlatformServices): Modules => ({
  welcome: () => [],
  listening: () => startCacheWarmUp(cacheWarmUp, platform),
  stop: async () => {
    await cacheWarmUp.stop();
    await ingestion.drain();
  },
});

const startCacheWarmUp = (cacheWarmUp: CacheWarmUp, { logger }: Platform): void =>
  cacheWarmUp.start((result) => {
    logger.info(result, 'caches are warm: overviews are answered from memory');
    // Most memory used by the warm-up is garbage by now.
    forceGcOnceIdle();
  });

/** Starts a worker: the work of every worker, and the additional work of the leader. */
async function startWorker(services: PlatformServices, routes: FastifyInstance): Promise<Modules> {
  const { platform, access, ingestion, marks, reportSender, exportRunner, cacheWarmUp } = services;
  const { lead, logger } = platform;
  const isAdministrator = createAdministratorCheck(access.authenticate, platform.config.environment);
  const messaging = startMessaging(platform, { routes, isAdministrator }, async (channel, recipient) => {
    if (channel === 'push') await access.pushBrowsers.forget(recipient);
  });
  if (lead.isOurs) await marks.open();
  const sharing = shareSites(services);
  let leading = lead.isOurs ? await startLeader(services) : null;
  const control = await openControlSocket(services);
  const devices = createMqttIntake(services.packets);
  const mqtt = await openMqttListeners(platform, {
    keys: access.ingestKeys,
    guesses: access.keyGuesses,
    ingestion,
    devices,
  });
  const stopped = Promise.withResolvers<'stopped'>();
  let succeeding: Promise<void> = Promise.resolve();
  const succeed = async (address: string) => {
    if ((await Promise.race([lead.ours, stopped.promise])) === 'stopped') return;
    logger.info('the worker that led is gone: this one leads');
    leading = await startLeader(services);
    leading.listening(address);
  };
  return {
    welcome: (address) => [
      ...(leading?.welcome(address) ?? []),
      ...(mqtt.address === null ? [] : [`Gateways publish to ${mqtt.address}`]),
    ],
    listening: (address) => {
      sharing?.start();
      reportSender.start();
      exportRunner.start();
      // A worker that runs with separate web processes serves no users.
      if (platform.use === 'alone') startCacheWarmUp(cacheWarmUp, platform);
      leading?.listening(address);
      if (leading !== null) return;
      succeeding = succeed(address).catch((error) => {
        logger.error({ err: error }, 'this worker cannot lead: it ends');
        requestShutdown();
      });
    },
    stop: async () => {
      stopped.resolve('stopped');
      await succeeding;
      await cacheWarmUp.stop();
      await control.close();
      await mqtt.stop();
      await Promise.all([exportRunner.stop(), reportSender.stop(), leading?.stop()]);
      await sharing?.stop();
      await ingestion.drain();
      await messaging.stop();
    },
  };
}

/** Starts assigning sites to workers where there are several. */
function shareSites({ platform, shared }: PlatformServices) {
  const { config, logger } = platform;
  if (shared === null || config.databaseUrl === null) return null;
  const sharing = assignShards({ url: config.databaseUrl, keeper: shared.keeper, logger });
  shared.setClaimAll(sharing.claimAll);
  return {
    start: () => shared.start(),
    async stop() {
      await shared.stop();
      await sharing.stop();
    },
  };
}

/** Starts work that is done once for all sites and organizations. */
async function startLeader(services: PlatformServices): Promise<Modules> {
  const { platform, rollups, marks, alertWatch } = services;
  const content = await prepareContent(platform, services);
  await services.sampleSites.settle();
  // Only after the demo is complete: removed remains of an interrupted seeding must not count as lost.
  await reportUnfinishedErasures(platform);
  const loss = await checkForDataLoss(platform, marks);
  const damage = await watchForCorruption(platform);
  const backups = scheduleBackups(platform);
  const samples = runSampleSites(services.sampleSites, platform.logger);
  return {
    welcome: (address) => content.welcome(address),
    listening: (address) => {
      content.listening(address);
      rollups.start();
      alertWatch.start();
      backups?.start();
      samples.start();
    },
    stop: async () => {
      await backups?.stop();
      await content.stop();
      await samples.stop();
      await Promise.all([alertWatch.stop(), damage.stop()]);
      await loss.stop();
      await rollups.stop();
    },
  };
}

function registerRoutes(platform: Platform, services: PlatformServices, routes: FastifyInstance): void {
  const { access, sites, ingestion } = services;
  const { clock, config, logger } = platform;
  const logError = (message: string, error: unknown) => logger.error({ err: error }, message);
  const addressOf = createClientAddressGetter(config.trustedProxies);
  const keeping = config.hostCookies ? createHostCookieStorage(config.environment) : pageStorage;
  addPublicSettings(routes, config);
  registerProviderRoutes(routes, {
    providers: { oidc: config.oidc, retailer: config.retailerOidc },
    productUrl: getProductUrl(config),
    callableNetworks: config.callableNetworks,
    secret: platform.secret,
    clock,
    addressOf,
    keeping,
    signIn: access.signInByProvider,
    warn: (message, error) => logger.warn({ err: error }, message),
  });
  registerOneClick(routes, access.unsubscribing, addressOf);
  const { files, fileAddresses, fileProducers, fileGuards } = services;
  registerFileRoutes(routes, { files, addresses: fileAddresses, producers: fileProducers, guards: fileGuards });
  const keyed = { keys: access.ingestKeys, guessing: { guesses: access.keyGuesses, addressOf }, logError };
  registerIngestRoutes(routes, { ...keyed, ingestion, clock, devices: createMqttIntake(services.packets) });
  registerReceiptRoutes(routes, { ...keyed, receipts: services.receipts, clock });
  const readings = createReadingsEndpoint({ ingestion, clock });
  registerDevicePacketRoutes(routes, { ...keyed, packets: services.packets, readings });
  mountGraphql(routes, {
    ...buildSchemas(services.schema),
    authenticate: access.authenticate,
    sizesOf: async (scope) => countSizes(await sites.snapshot(scope)),
    addressOf,
    keeping,
    accessChanges: subscribeToAccessChanges(platform.bus),
    allowedOrigins: getAllowedOrigins(getProductUrl(config)),
    introspection: config.isDemo || config.isDevelopment,
    clock,
    log: logger,
    metrics: platform.metrics,
    onRefused: recordRefusals(platform),
  });
}

async function run(): Promise<void> {
  tuneHeap();
  ignoreBrokenPipes();
  const logger = createLogger('info');
  const config = readConfig(process.env);
  if (!config.ok) throw new StartRefused(config.error.join('\n'));
  for (const name of findUnusedSettings(config.value))
    logger.warn(`${name} is set, but this version makes no use of it`);
  let stopped = false;
  // Registered from the beginning: a signal during a slow first start waits for that start and then closes it.
  stopOnSignal(async () => {
    stopped = true;
    await starting.then(
      (atrium) => atrium.close(),
      () => {},
    );
  }, logger);
  const starting = startAtrium(config.value, logger);
  const atrium = await starting;
  if (stopped) return;
  // Node writes the cache by itself only at a regular exit, which may take months.
  flushCompileCache();
  forceGc();
  forceGcWhenIdle();
  logger.info({ version: productVersion, node: process.version, ...describeSettings(config.value) }, 'ready');
  process.stdout.write(
    [`Atrium is ready at ${atrium.address}`, ...atrium.welcome, `Data is kept in ${config.value.dataFolder}`, ''].join(
      '\n',
    ),
  );
}

if (import.meta.main) {
  run().catch((error) => {
    process.stderr.write(`${error instanceof StartRefused ? error.message : (error?.stack ?? error)}\n`);
    process.exit(1);
  });
}
