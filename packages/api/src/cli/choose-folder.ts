import { statSync } from 'node:fs';
import type { Config } from '../platform/config/index.ts';
import { readAnnouncement } from '../platform/data-folder/index.ts';
import { askPortHolder } from '../platform/listening/index.ts';

/** Where a command works, and whether whoever typed it named the place. */
export interface ChosenFolder {
  readonly config: Config;
  /** A place that nobody named may be the wrong one, so no installation is made there. */
  readonly isNamed: boolean;
}

/**
 * The data folder of a command: the one that ATRIUM_DATA_DIR names, else that of the server which runs, which is the
 * usual folder or the one that the server on the port serves.
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

/** Anybody on the machine may answer in the place of a server: only a folder of our own account is believed. */
function isOurs(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}
