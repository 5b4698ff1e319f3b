import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@atrium/domain/core';
import { mountModules } from './modules.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, readConfig, settingsWithoutEffect } from './platform/config/index.ts';
import { createHttpServer, sinkOrigins } from './platform/http/index.ts';
import { ClosingStack, giveBackMemory, stopOnSignal } from './platform/lifecycle/index.ts';
import { createLogger, type Logger } from './platform/logging/index.ts';
import { openPlatform } from './platform/open-platform.ts';
import { StartRefused } from './platform/start-refused.ts';

export interface Atrium {
  /** The origin people open. */
  readonly address: string;
  readonly welcome: readonly string[];
  close(): Promise<void>;
}

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
const drainMs = 8000;

/** The whole product in this process: folder, stores, modules, then the door. Closed in the opposite order. */
export async function startAtrium(config: Config, logger: Logger, clock: Clock = systemClock): Promise<Atrium> {
  const closing = new ClosingStack(logger);
  try {
    const platform = await openPlatform(config, logger, closing, { clock });
    const http = await createHttpServer({
      logger,
      registry: platform.metrics,
      isReady: async () => {
        await Promise.all([platform.relational.ping(), platform.analytics.ping()]);
        return platform.problems.all();
      },
      webFolder,
      isHttps: config.publicUrl?.startsWith('https:') ?? false,
      connects: sinkOrigins(config),
      builderOrigin: config.builderOrigin,
      cookies: { environment: config.environment, domain: config.cookieDomain },
    });
    const modules = await mountModules(platform, http.routes);
    closing.add('the modules', () => modules.stop());
    closing.add('the web server', () => http.close(drainMs));
    const listening = await http.listen(config.host, config.port);
    platform.folder.announce(listening);
    modules.listening(listening);
    return {
      address: config.publicUrl ?? listening,
      welcome: modules.welcome(listening),
      close: () => closing.close(),
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function run(): Promise<void> {
  const logger = createLogger('info');
  const config = readConfig(process.env);
  if (!config.ok) throw new StartRefused(config.error.join('\n'));
  for (const name of settingsWithoutEffect(config.value))
    logger.warn(`${name} is set, but this version makes no use of it`);
  let stopped = false;
  // From the beginning: a signal during a slow first start waits for that start and undoes it.
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
  // Node writes it by itself only at a regular end, which a product that runs for months may never come to.
  flushCompileCache();
  giveBackMemory();
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
