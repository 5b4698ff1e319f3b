import { statSync } from 'node:fs';
import type { Config } from '../../platform/config/index.ts';
import { readAnnouncement } from '../../platform/data-folder/index.ts';
import { askPortHolder } from '../../platform/listening/index.ts';

/** The data folder of a command, and whether the user named it. */
export interface ChosenFolder {
  readonly config: Config;
  /** A folder that was not named may be the wrong one, so no installation is created there. */
  readonly isNamed: boolean;
}

/**
 * Chooses the data folder: the one in ATRIUM_DATA_DIR, else that of the running server. That is the default folder, or
 * the one of the server on the port.
 */
export async function chooseFolder(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ChosenFolder> {
  const isNamed = Boolean(environment.ATRIUM_DATA_DIR) || config.databaseUrl !== null;
  if (isNamed || readAnnouncement(config.dataFolder) !== null) return { config, isNamed };
  const holder = await askPortHolder(config.port);
  return holder !== null && isOurs(holder.folder)
    ? { config: { ...config, dataFolder: holder.folder }, isNamed }
    : { config, isNamed };
}

/** Whether a folder belongs to our own account. Any local process may listen on the port, so others are not trusted. */
function isOurs(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}
