import { analyticsMigrations } from '../../platform/analytics/index.ts';
import { listRelationalMigrations } from '../../platform/relational/index.ts';
import { BackupRefused } from '../backup-refused.ts';
import { listObjects, type Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';

/** Reads every object once and resolves to their number. Rejects if one is missing or damaged. */
export async function verifyBackup(repository: Repository, manifest: Manifest): Promise<number> {
  const objects = new Set(listObjects(manifest));
  for (const object of objects) await repository.get(object);
  return objects.size;
}

/** Throws for a backup of a later version: its tables are unknown here. */
export async function refuseNewerVersion({ relational, analytics, version }: Manifest): Promise<void> {
  const known = new Set(await listRelationalMigrations());
  const knownToo = new Set(analyticsMigrations.map(({ id }) => id));
  if (relational.migrations.every((at) => known.has(at)) && analytics.migrations.every((id) => knownToo.has(id)))
    return;
  throw new BackupRefused(`the backup was made by a later version (${version}): restore it with that one`);
}
