import type { Config } from '../platform/config/index.ts';
import { ClosingStack } from '../platform/lifecycle/index.ts';
import { createLogger } from '../platform/logging/index.ts';
import { type OpenOptions, openPlatform } from '../platform/open-platform.ts';
import type { Platform } from '../platform/platform.ts';
import type { SchemaPolicy } from '../platform/schema-version/index.ts';

/** Only a start migrates stores, and only a start makes them. */
export const requireCurrent: SchemaPolicy = { migrates: false, creates: false };

export interface PlatformUse extends Pick<OpenOptions, 'acceptsLoss' | 'schema'> {
  /** Also stops the work where whoever typed the command interrupts it. */
  readonly closing?: ClosingStack;
}

/**
 * Does something on the stores of a data folder that nobody serves, and closes them. Only a start migrates stores, so
 * they must be of this version unless `schema` says otherwise.
 */
export async function onPlatform<Done>(
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
