import type { Config } from '../platform/config/index.ts';
import { ClosingStack } from '../platform/lifecycle/index.ts';
import { createLogger } from '../platform/logging/index.ts';
import { openPlatform } from '../platform/open-platform.ts';
import type { Platform } from '../platform/platform.ts';

/** Does something on the stores of a data folder that nobody serves, and closes them. */
export async function onPlatform<Done>(config: Config, work: (platform: Platform) => Promise<Done>): Promise<Done> {
  const logger = createLogger('silent');
  const closing = new ClosingStack(logger);
  try {
    return await work(await openPlatform(config, logger, closing));
  } finally {
    await closing.close();
  }
}
