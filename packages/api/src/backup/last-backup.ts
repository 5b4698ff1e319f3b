import type { BackupConfig } from '../platform/config/index.ts';
import type { Manifest } from './repository/manifest.ts';
import { openStorage } from './repository/open-storage.ts';
import { openRepository } from './repository/repository.ts';

export interface LastBackup {
  readonly name: string;
  readonly begun: number;
}

/** Returns the latest readable backup at a place. Null: there is none. */
export async function findLastBackup(place: string, { key, s3 }: BackupConfig): Promise<LastBackup | null> {
  const storage = openStorage(place, s3);
  if ((await storage.list('backups')).length === 0) return null;
  const repository = await openRepository(storage, { key, installation: null });
  const name = (await repository.names()).at(-1);
  return name === undefined ? null : { name, begun: (await repository.read(name)).begun };
}

/** Describes the content of a backup in one line. */
export function describeBackup({ relational, analytics, files }: Manifest): string {
  const rows = (tables: readonly { readonly rows: number }[]) => tables.reduce((sum, table) => sum + table.rows, 0);
  const readings = rows(analytics.tables.flatMap(({ parts }) => parts));
  return `${rows(relational.tables)} rows of settings, ${readings} of readings and what was added up of them, ${files.length} files`;
}
