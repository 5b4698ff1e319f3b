import { analyticsMigrations, migrateAnalytics } from '../../platform/analytics/index.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { claimAnalytics } from '../../platform/store-identity/index.ts';
import { analyticsCopyStore, sumDigests } from '../copying/analytics-copy.store.ts';
import type { CopiedParts, Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';
import { CorruptedBackup } from '../repository/seal.ts';

/**
 * Fills an empty analytics store. Writes its id before any readings, so that a partial restore is never mistaken for
 * another installation.
 */
export async function restoreAnalytics(
  analytics: AnalyticsStore,
  repository: Repository,
  manifest: Manifest,
): Promise<void> {
  const applied = new Set(manifest.analytics.migrations);
  await migrateAnalytics(
    analytics,
    analyticsMigrations.filter(({ id }) => applied.has(id)),
  );
  await claimAnalytics(analytics, manifest.installation);
  for (const table of manifest.analytics.tables) await restoreTable(analytics, repository, table);
}

async function restoreTable(analytics: AnalyticsStore, repository: Repository, table: CopiedParts): Promise<void> {
  const store = analyticsCopyStore(analytics);
  const { name, columns, parts } = table;
  await analytics.command({ sql: `TRUNCATE TABLE ${name} SYNC`, params: {} });
  // Row versions are counted as copied, so merging is off until then.
  await store.setMerging(name, false);
  try {
    for (const part of parts)
      for (const object of part.objects) await store.load(name, columns, await repository.get(object));
    const wanted = {
      rows: parts.reduce((sum, { rows }) => sum + rows, 0),
      digest: sumDigests(parts.map((part) => part.digest)),
    };
    const listed = (await store.columns(name)).filter((column) => columns.includes(column.name));
    const found = await store.digestOfTable(name, listed);
    if (found.rows !== wanted.rows || found.digest !== wanted.digest)
      throw new CorruptedBackup(`the table ${name}, of which ${found.rows} of ${wanted.rows} rows came back,`);
  } finally {
    await store.setMerging(name, true);
  }
}
