import { mountModules } from '../src/app/main.ts';
import { createHttpServer } from '../src/platform/http/http-server.ts';
import type { Platform } from '../src/platform/platform.ts';
import type { ClosingStack } from '../src/platform/process.ts';

/**
 * Serves all modules on a free port, without pages. `closing` stops them. `start` starts their background work, such as
 * making files.
 */
export async function serveModules(
  platform: Platform,
  closing: ClosingStack,
  webFolder: string,
): Promise<{ readonly address: string; readonly start: () => void }> {
  const http = await createHttpServer({
    logger: platform.logger,
    registry: platform.metrics,
    isReady: async () => [],
    webFolder,
    isHttps: false,
    hstsSubdomains: false,
    metricsToken: null,
    trustedProxies: [],
    connects: [],
    builderOrigin: null,
    cookies: { environment: 'production', domain: null },
  });
  const modules = await mountModules(platform, http.routes);
  closing.add('the modules', () => modules.stop());
  closing.add('the web server', () => http.close(1000));
  const address = await http.listen('127.0.0.1', 0);
  return { address, start: () => modules.listening(address) };
}
