import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import { describeOverlap } from '../operations/backup/index.ts';
import { recordRefusals } from '../people/audit/index.ts';
import { createClientAddressGetter } from '../platform/addresses/ip-address.ts';
import { systemClock } from '../platform/concurrency/timing.ts';
import { describeSettings, findUnusedSettings } from '../platform/config/describe-settings.ts';
import { loadConfig } from '../platform/config/load-settings.ts';
import { type Config, getStoreRole } from '../platform/config/read-config.ts';
import { describeCorruption } from '../platform/damage/corruption.ts';
import { StartRefused } from '../platform/failures.ts';
import { forceGc, forceGcWhenIdle, tuneHeap } from '../platform/force-gc.ts';
import { createCostBudgets } from '../platform/graphql/cost/cost-budgets.ts';
import { mountGraphql } from '../platform/graphql/edge.ts';
import { acquirePort } from '../platform/http/acquire-port.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { addPublicSettings, getSinkOrigins } from '../platform/http/public-settings.ts';
import { getProductOrigins } from '../platform/http/security-headers.ts';
import { createHostCookieStorage, pageStorage } from '../platform/http/token-storage.ts';
import type { OpenWork, WelcomeLine, Work } from '../platform/module.ts';
import { openPlatform } from '../platform/open-platform.ts';
import type { Platform } from '../platform/platform.ts';
import {
  ClosingStack,
  ensureFileLimit,
  ensureMemory,
  ignoreBrokenPipes,
  requestShutdown,
  stopOnSignal,
} from '../platform/process.ts';
import { containsStores } from '../platform/stores/data-folder.ts';
import { describeUpgrade } from '../platform/stores/describe-upgrade.ts';
import { createLogFile } from '../platform/telemetry/log-file.ts';
import { createLogger, type Logger } from '../platform/telemetry/logger.ts';
import { sendTraces } from '../platform/telemetry/otlp.ts';
import { measurePlatform } from '../platform/telemetry/platform-metrics.ts';
import { productVersion } from '../platform/version.ts';
import { countSizes } from '../sites/index.ts';
import { subscribeToAccessChanges } from './access-changes.ts';
import { openControlSocket } from './cli/index.ts';
import { describeStart } from './describe-start.ts';
import { buildSchemas } from './schema.ts';
import { createPlatformServices, type PlatformServices } from './services.ts';

export interface Atrium {
  /** Origin to open. */
  readonly address: string;
  /** Lines for the operator. */
  readonly welcome: readonly WelcomeLine[];
  /** Origin at which the server listens. */
  readonly listening: string;
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
    ensureMemory(config.isDemo && !containsStores(config));
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
    const http = await createHttpServer({
      logger,
      registry: platform.metrics,
      isReady: platform.isReady,
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
      listening,
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
  welcome(address: string): readonly WelcomeLine[];
  /** Called once the product answers at this address, so that external clients such as the simulator may start. */
  listening(address: string): void;
  /** Stops background work (timers, listeners, the simulator) and finishes what must not be lost. */
  stop(): Promise<void>;
}

/** Registers the modules' endpoints and metrics, and opens the background work of this process. */
export async function mountModules(platform: Platform, routes: FastifyInstance): Promise<Modules> {
  const { use, lead, logger } = platform;
  const services = createPlatformServices(platform);
  mountEndpoints(services, routes);
  for (const { metrics } of services.modules) metrics?.(platform);
  const works = services.modules.flatMap(({ work }) => work?.(platform, routes) ?? []);
  // A worker that runs with separate web processes serves no users.
  const roles: Work['by'][] = ['all', ...(use === 'leader' ? [] : ['pages' as const])];
  const leads = use !== 'replica' && lead.isOurs;
  if (use !== 'replica') {
    works.push({ by: 'workers', open: () => openControlSocket(services) });
    roles.push('workers', ...(leads ? ['leader' as const] : []));
  }
  const open: OpenWork[] = [];
  const openAll = async (by: readonly Work['by'][]) => {
    for (const work of works) if (by.includes(work.by)) open.push(await work.open());
  };
  await openAll(roles);
  const stopped = Promise.withResolvers<'stopped'>();
  let succeeding: Promise<void> = Promise.resolve();
  const succeed = async (address: string) => {
    if ((await Promise.race([lead.ours, stopped.promise])) === 'stopped') return;
    logger.info('the worker that led is gone: this one leads');
    const known = open.length;
    await openAll(['leader']);
    for (const work of open.slice(known)) work.start?.(address);
  };
  return {
    welcome: (address) => open.flatMap((work) => work.welcome?.(address) ?? []),
    listening(address) {
      for (const work of open) work.start?.(address);
      if (use === 'replica' || leads) return;
      succeeding = succeed(address).catch((error) => {
        logger.error({ err: error }, 'this worker cannot lead: it ends');
        requestShutdown();
      });
    },
    async stop() {
      stopped.resolve('stopped');
      await succeeding;
      for (const work of open.toReversed()) await work.stop?.();
    },
  };
}

function mountEndpoints(services: PlatformServices, routes: FastifyInstance): void {
  const { access, modules, platform, sites } = services;
  const { bus, clock, config, logger, metrics } = platform;
  const addressOf = createClientAddressGetter(config.trustedProxies);
  const keeping = config.hostCookies ? createHostCookieStorage(config.environment) : pageStorage;
  addPublicSettings(routes, config);
  const spending = createCostBudgets();
  for (const module of modules) module.routes?.(routes, { platform, addressOf, keeping, spending });
  mountGraphql(routes, {
    ...buildSchemas(modules),
    authenticate: access.authenticate,
    sizesOf: async (scope) => countSizes(await sites.snapshot(scope)),
    addressOf,
    keeping,
    spending,
    accessChanges: subscribeToAccessChanges(bus),
    allowedOrigins: getProductOrigins(config),
    introspection: config.isDemo || config.isDevelopment,
    clock,
    log: logger,
    metrics,
    onRefused: recordRefusals(platform),
  });
}

async function run(): Promise<void> {
  tuneHeap();
  ignoreBrokenPipes();
  const logFile = createLogFile();
  const logger = createLogger('info', logFile);
  const loaded = loadConfig(process.env);
  if (!loaded.ok) throw new StartRefused(loaded.error.join('\n'));
  const { config } = loaded.value;
  if (process.argv.includes('--dry-run')) {
    process.stdout.write(`${(await describeUpgrade(config, createLogger('warn'))).join('\n')}\n`);
    return;
  }
  for (const name of findUnusedSettings(config)) logger.warn(`${name} is set, but this version makes no use of it`);
  let stopped = false;
  // Registered from the beginning: a signal during a slow first start waits for that start and then closes it.
  stopOnSignal(async () => {
    stopped = true;
    await starting.then(
      (atrium) => atrium.close(),
      () => {},
    );
  }, logger);
  const starting = startAtrium(config, logger);
  const atrium = await starting;
  // Only now is the folder this process's own.
  logFile.open(config.dataFolder);
  if (stopped) return;
  // Node writes the cache by itself only at a regular exit, which may take months.
  flushCompileCache();
  forceGc();
  forceGcWhenIdle();
  logger.info({ version: productVersion, node: process.version, ...describeSettings(config) }, 'ready');
  process.stdout.write(describeStart(config, atrium).join('\n'));
}

if (import.meta.main) {
  run().catch((error) => {
    process.stderr.write(`${error instanceof StartRefused ? error.message : (error?.stack ?? error)}\n`);
    process.exit(1);
  });
}
