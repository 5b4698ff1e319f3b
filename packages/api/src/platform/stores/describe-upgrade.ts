import { readAppliedAnalyticsMigrations } from '../analytics/migrate-analytics.ts';
import { analyticsMigrations } from '../analytics/migrations/index.ts';
import { openAnalyticsStore } from '../analytics/open-analytics-store.ts';
import type { Config } from '../config/read-config.ts';
import { readFreeBytes } from '../files/free-space.ts';
import { listRelationalMigrations, readAppliedRelationalMigrations } from '../relational/migrate-relational.ts';
import { openRelationalStore } from '../relational/relational-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import { productVersion } from '../version.ts';
import { checkSchemaNote } from './check-schema.ts';
import { containsStores } from './data-folder.ts';
import { readSchemaNote } from './schema-note.ts';
import { formatMegabytes, measureUpgradeCopy, upgradeCopyDays } from './upgrade-copy.ts';

type Stores = Pick<Config, 'dataFolder' | 'databaseUrl' | 'clickhouseUrl'>;

/**
 * Returns what a start of this version would do to the data, in lines for the operator. Changes nothing, and may be asked
 * while another version runs. Throws `StartRefused` where a start would be refused for the version of the data.
 */
export async function describeUpgrade(config: Stores, logger: Logger): Promise<readonly string[]> {
  const { dataFolder, databaseUrl, clickhouseUrl } = config;
  const hasStores = containsStores(config);
  const upgrade = await checkSchemaNote({ path: dataFolder, hasStores }, config, { migrates: true });
  const settings = databaseUrl === null ? null : await countRelational(databaseUrl, logger);
  const readings = clickhouseUrl === null ? null : await countAnalytics(clickhouseUrl);
  const isNew = (settings === null ? !hasStores : settings === 'new') && !hasStores;
  if (isNew) return [`Atrium ${productVersion} would create an installation in ${dataFolder}.`];
  const note = hasStores ? readSchemaNote(dataFolder) : null;
  const pending = [
    describePending('settings', settings ?? (await countAfterNote(note?.relational ?? null))),
    describePending('readings', readings ?? countAnalyticsAfter(note?.analytics ?? null)),
  ];
  if (upgrade === null && pending.every((line) => line === null))
    return [`Atrium ${productVersion} would start without changing the form of the data in ${dataFolder}.`];
  return [
    `Atrium ${productVersion} would upgrade data of ${note?.version ?? 'an earlier version'}: ${pending.filter((line) => line !== null).join(', ')}.`,
    ...(databaseUrl === null && clickhouseUrl === null
      ? await describeCopy(dataFolder)
      : ['The stores are on servers: only a backup made before leads back to the earlier version.']),
  ];
}

/** Number of migrations that would be applied, or `new` for an empty store. */
type Pending = number | 'new' | 'unknown';

function describePending(what: string, pending: Pending): string | null {
  if (pending === 0) return null;
  if (pending === 'unknown') return `${what}: some changes`;
  return pending === 'new' ? `${what}: a new store` : `${what}: ${pending} change${pending === 1 ? '' : 's'}`;
}

async function countAfterNote(last: number | null): Promise<Pending> {
  if (last === null) return 'unknown';
  return (await listRelationalMigrations()).filter((at) => at > last).length;
}

function countAnalyticsAfter(last: string | null): Pending {
  if (last === null) return 'unknown';
  return analyticsMigrations.length - 1 - analyticsMigrations.findIndex(({ id }) => id === last);
}

async function countRelational(url: string, logger: Logger): Promise<Pending> {
  const store = await openRelationalStore({ source: { url }, logger });
  try {
    const applied = await readAppliedRelationalMigrations(store.pool);
    if (applied.length === 0) return 'new';
    return (await listRelationalMigrations()).filter((at) => !applied.includes(at)).length;
  } finally {
    await store.close();
  }
}

async function countAnalytics(url: string): Promise<Pending> {
  const store = await openAnalyticsStore({ source: { url } });
  try {
    const applied = await readAppliedAnalyticsMigrations(store);
    return applied.length === 0 ? 'new' : analyticsMigrations.filter(({ id }) => !applied.includes(id)).length;
  } finally {
    await store.close();
  }
}

async function describeCopy(folder: string): Promise<readonly string[]> {
  return [
    `Before that, it would copy what it needs to go back: ${formatMegabytes(await measureUpgradeCopy(folder))}, kept for ${upgradeCopyDays} days. ${formatMegabytes(await readFreeBytes(folder))} are free.`,
  ];
}
