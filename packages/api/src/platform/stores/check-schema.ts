import type pg from 'pg';
import { readAppliedAnalyticsMigrations } from '../analytics/migrate-analytics.ts';
import { analyticsMigrations } from '../analytics/migrations/index.ts';
import type { AnalyticsStore } from '../analytics-store.ts';
import type { Config } from '../config/read-config.ts';
import { StartRefused } from '../failures.ts';
import { listRelationalMigrations, readAppliedRelationalMigrations } from '../relational/migrate-relational.ts';
import { isLaterRelease, productVersion } from '../version.ts';
import type { StoreNames } from './describe-stores.ts';
import { readSchemaNote, type SchemaNote } from './schema-note.ts';

/** Which schema changes are allowed. A start allows both. */
export interface SchemaPolicy {
  /** Migrates stores of an earlier version; that version cannot use them afterwards. */
  readonly migrates: boolean;
  /** Creates an installation where there is none. */
  readonly creates: boolean;
}

/** Data of an earlier version that this start will migrate. */
export interface PendingUpgrade {
  /** Null in folders of versions that kept no note. */
  readonly from: SchemaNote | null;
}

/**
 * Returns what a start will upgrade, or null. Throws `StartRefused` when a later version has used the embedded stores of
 * a folder. Without permission to migrate, also throws for an earlier version. Nothing has been opened or changed by
 * then.
 */
export async function checkSchemaNote(
  { path, hasStores }: { readonly path: string; readonly hasStores: boolean },
  { databaseUrl, clickhouseUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>,
  { migrates }: Pick<SchemaPolicy, 'migrates'>,
): Promise<PendingUpgrade | null> {
  if (!hasStores) return null;
  const from = readSchemaNote(path);
  const states = from === null ? ['earlier'] : await statesOf(from, { databaseUrl, clickhouseUrl });
  if (states.includes('later') || (from !== null && isLaterRelease(from.version, productVersion)))
    throw new StartRefused(describeLaterVersion(path, from?.version));
  if (!states.includes('earlier')) return null;
  if (!migrates) throw new StartRefused(describeEarlierVersion(path));
  return { from };
}

async function statesOf(
  note: SchemaNote,
  { databaseUrl, clickhouseUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>,
): Promise<readonly string[]> {
  const states: string[] = [];
  if (databaseUrl === null) states.push(compareMigrations(await listRelationalMigrations(), [note.relational]));
  if (clickhouseUrl === null)
    states.push(
      compareMigrations(
        analyticsMigrations.map(({ id }) => id),
        [note.analytics],
      ),
    );
  return states;
}

/**
 * Throws `StartRefused` for stores with migrations of a later version. Also throws for stores of an earlier version
 * unless migrating is allowed, and for stores without an installation unless creating one is allowed. Neither store has
 * been changed by then.
 */
export async function checkSchema(
  client: Pick<pg.PoolClient, 'query'>,
  analytics: AnalyticsStore,
  { places, policy }: { readonly places: StoreNames; readonly policy: SchemaPolicy },
): Promise<void> {
  const relational = compareMigrations(await listRelationalMigrations(), await readAppliedRelationalMigrations(client));
  const readings = compareMigrations(
    analyticsMigrations.map(({ id }) => id),
    await readAppliedAnalyticsMigrations(analytics),
  );
  if (relational === 'later') throw new StartRefused(describeLaterVersion(places.relational));
  if (readings === 'later') throw new StartRefused(describeLaterVersion(places.analytics));
  if (!policy.migrates && relational === 'earlier') throw new StartRefused(describeEarlierVersion(places.relational));
  if (!policy.migrates && readings === 'earlier') throw new StartRefused(describeEarlierVersion(places.analytics));
  if (!policy.creates && relational === 'empty') throw new StartRefused(describeMissingInstallation(places.relational));
}

const describeLaterVersion = (place: string, version?: string) =>
  `${place} has data of a later version of Atrium${version === undefined ? '' : ` (${version})`} than this one (${productVersion}): start that version, or restore a backup that this version made`;

const describeEarlierVersion = (place: string) =>
  `${place} has data of an earlier version of Atrium than this one (${productVersion}), and was not changed: make a backup with the earlier version, then start this version, which brings the data up to date`;

/** Also used by the command line, which checks before it creates a folder. */
export const describeMissingInstallation = (place: string) =>
  `there is no installation in ${place}, and no server runs on it: start one with npm start, or set ATRIUM_DATA_DIR to the data folder of yours (PORT, where its server listens on another port than 4000)`;

/** Applied migrations of a store compared with those of this version. */
type SchemaState = 'empty' | 'earlier' | 'current' | 'later';

/** Compares migrations. They are applied in order, so the last one tells whether any are pending. */
export function compareMigrations<Id>(known: readonly Id[], applied: readonly Id[]): SchemaState {
  if (applied.length === 0) return 'empty';
  if (applied.some((id) => !known.includes(id))) return 'later';
  return applied.includes(known.at(-1) as Id) ? 'current' : 'earlier';
}
