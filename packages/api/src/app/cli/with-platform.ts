import type { Config } from '../../platform/config/read-config.ts';
import { type OpenOptions, openPlatform } from '../../platform/open-platform.ts';
import type { Platform } from '../../platform/platform.ts';
import { ClosingStack } from '../../platform/process.ts';
import type { SchemaPolicy } from '../../platform/stores/check-schema.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';

/** Only a start migrates or creates stores. */
export const requireCurrent: SchemaPolicy = { migrates: false, creates: false };

export interface PlatformUse extends Pick<OpenOptions, 'acceptsLoss' | 'schema'> {
  /** Also aborts the work when the user interrupts the command. */
  readonly closing?: ClosingStack;
}

/**
 * Runs work on the stores of a data folder without a server, then closes them. The stores must have this version unless
 * `schema` allows otherwise, since only a start migrates them.
 */
export async function withPlatform<Done>(
  config: Config,
  work: (platform: Platform) => Promise<Done>,
  {
    schema = requireCurrent,
    acceptsLoss = false,
    closing = new ClosingStack(createLogger('silent')),
  }: PlatformUse = {},
): Promise<Done> {
  try {
    return await work(await openPlatform(config, createLogger('silent'), closing, { acceptsLoss, schema }));
  } finally {
    await closing.close();
  }
}
