import type { Clock, InstallationId, OrganizationId, Result } from '@atrium/domain/core';
import { type PresetProfile, presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { buildSchemas, type Schemas } from '../../../src/app/schema.ts';
import type { Services } from '../../../src/app/services.ts';
import { createSampleSource } from '../../../src/numbers/weather/index.ts';
import type { Access } from '../../../src/people/access/index.ts';
import { enqueue } from '../../../src/people/notifications/index.ts';
import { organizationStore } from '../../../src/people/organization/index.ts';
import type { AnalyticsStore } from '../../../src/platform/analytics-store.ts';
import type { Database } from '../../../src/platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../../src/platform/tenancy/index.ts';
import { testServices } from '../../test-services.ts';
import { seedDashboard, seedShortcuts } from './test-dashboards.ts';
import { seedExport } from './test-exports.ts';
import { seedShared } from './test-shared.ts';
import { type SiteLabel, seedReadings, seedSite } from './test-sites.ts';

/** Two organizations with a row in every table, whose ids and texts never coincide. */
export interface World {
  readonly schemas: Schemas;
  readonly access: Access;
  readonly services: Services;
  readonly db: Database;
  readonly clock: Clock;
  /** Has two sites; limited members do not see the one called `elsewhere`. */
  readonly ours: Tenant;
  readonly theirs: Tenant;
}

export interface Tenant {
  readonly organizationId: OrganizationId;
  /** Table → ids of the organization's rows. */
  readonly ids: ReadonlyMap<string, readonly number[]>;
  readonly publicKeyId: string;
  readonly email: string;
  /** Public id of each site's key. */
  readonly siteKeys: ReadonlyMap<SiteLabel, string>;
  /** Signs in a member with that profile. */
  scope(profile: PresetProfile): Promise<Scope>;
  /** Signs in a member with that profile who is limited to the organization's first site. */
  limitedScope(profile: PresetProfile): Promise<Scope>;
}

export const password = 'Demo-pass-1';

/** Today at noon UTC, the time zone of all sites: today's readings belong to today whenever the test runs. */
const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000;

export async function createWorld({
  db,
  analytics,
}: {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
}): Promise<World> {
  await separateIds(db);
  const clock = aClock(noon);
  const services = testServices({ db, analytics }, clock, createSampleSource(clock));
  const ours = await createTenant(db, services, clock, 'ours', ['ours', 'elsewhere']);
  const theirs = await createTenant(db, services, clock, 'theirs', ['theirs']);
  return { schemas: buildSchemas(services.modules), access: services.access, services, db, clock, ours, theirs };
}

/** Gives each table its own range of ids, so that an id identifies its table and owner. */
async function separateIds(db: Database): Promise<void> {
  const { rows } = await db.execute<{ table_name: string }>(
    sql`select table_name from information_schema.columns
        where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' order by table_name`,
  );
  for (const [index, { table_name }] of rows.entries())
    await db.execute(
      sql`alter table ${sql.identifier(table_name)} alter column id restart with ${sql.raw(String((index + 1) * 10_000))}`,
    );
}

async function createTenant(
  db: Database,
  { access, ingestion }: Services,
  clock: Clock,
  label: string,
  sites: readonly SiteLabel[],
): Promise<Tenant> {
  const created = must(await organizationStore(db).insert(`Canary organization ${label}`));
  await db.execute(
    sql`update organizations set address = ${`Canary street ${label}`}, logo = ${`canary-logo-${label}`} where id = ${created.id}`,
  );
  const scope = systemScope(created.id);
  for (const site of sites) await seedSite(db, created.id, site);
  const [first] = (await loadIds(db, created.id)).get('installations') as readonly InstallationId[];
  await createPeople(access, scope, label, must(first ?? null));
  value(await access.inviteUser(scope, { email: `invited@${label}.example`, role: 'user' }));
  await seedMessage(db, created.id, label);
  await seedUnsubscription(db, created.id, label);
  await seedDemoRecord(db, created.id, label);
  if (label === 'theirs') await seedSample(db, created.id);
  await seedShortcuts(db, created.id, `administrator@${label}.example`, label);
  const key = value(await access.ingestKeys.create(scope, { name: `Canary key ${label}`, installationId: null }));
  const siteKeys = new Map<SiteLabel, string>();
  const installations = (await loadIds(db, created.id)).get('installations') as readonly InstallationId[];
  for (const [index, site] of sites.entries()) {
    const wanted = { name: `Canary site key ${site}`, installationId: must(installations[index] ?? null) };
    siteKeys.set(site, value(await access.ingestKeys.create(scope, wanted)).publicId);
    await seedDashboard(db, created.id, wanted.installationId, site);
    await seedExport(db, created.id, wanted.installationId, `administrator@${label}.example`, site);
    await seedReadings(ingestion, scope, site, clock.now());
  }
  await seedShared(db, created.id, label);
  // Waits until the acknowledged high-water marks are written, so that no background writes follow.
  await ingestion.drain();
  const signIn = async (email: string) => {
    const { scope } = await access.authenticate(
      value(await access.signIn({ email, password, address: '192.0.2.1' })).token,
    );
    return must(scope);
  };
  return {
    organizationId: created.id,
    ids: await loadIds(db, created.id),
    publicKeyId: key.publicId,
    siteKeys,
    email: `administrator@${label}.example`,
    scope: (preset) => signIn(`${preset}@${label}.example`),
    limitedScope: (preset) => signIn(`limited-${preset}@${label}.example`),
  };
}

/** Creates two users per preset profile: one who sees all sites, and one limited to one. */
async function createPeople(access: Access, scope: Scope, label: string, site: InstallationId): Promise<void> {
  for (const preset of Object.keys(presetProfiles) as PresetProfile[]) {
    const profile = value(
      await access.createProfile(scope, { name: `Canary ${preset} ${label}`, rights: presetProfiles[preset].rights }),
    );
    const role = preset === 'administrator' ? 'admin' : 'user';
    const person = {
      firstName: `Canaryfirst${label}`,
      lastName: `Canarylast${label}`,
      role,
      profileId: profile.id,
      password,
      isEmailVerified: true,
    } as const;
    value(await access.createUser(scope, { ...person, email: `${preset}@${label}.example` }));
    const limited = { email: `limited-${preset}@${label}.example`, installationIds: [site] };
    value(await access.createUser(scope, { ...person, ...limited }));
  }
}

function seedMessage(db: Database, organizationId: OrganizationId, label: string): Promise<unknown> {
  const recipient = `canary@${label}.example`;
  const content = { text: `Canary message ${label}` };
  return enqueue(db, { organizationId, recipient, dedupeKey: `canary/${label}`, at: 0, channel: 'sms', content });
}

/** Only for the other organization: in ours, tests that try to remove it would succeed. */
async function seedSample(db: Database, organization: number): Promise<void> {
  await db.execute(
    sql`insert into sample_sites (organization_id, installation_id, state, history_until, reported_until)
      select ${organization}, min(id), 'there', '2020-01-01', '2020-01-01' from installations where organization_id = ${organization}`,
  );
}

async function seedDemoRecord(db: Database, organizationId: OrganizationId, label: string): Promise<void> {
  await db.execute(
    sql`insert into demo_organizations (organization_id, name) values (${organizationId}, ${`Canary demo ${label}`})`,
  );
}

async function seedUnsubscription(db: Database, organizationId: OrganizationId, label: string): Promise<void> {
  await db.execute(
    sql`insert into report_unsubscriptions (organization_id, report_id, email, at)
        values (${organizationId}, ${organizationId}, ${`canary-unsubscribed@${label}.example`}, now())`,
  );
}

/** Returns the tables with an organization's rows, from the database catalog. */
export async function listTenantTables(db: Database): Promise<readonly string[]> {
  const { rows } = await db.execute<{ table_name: string }>(
    sql`select table_name from information_schema.columns
        where table_schema = 'public' and column_name = 'organization_id' order by table_name`,
  );
  return rows.map((row) => row.table_name);
}

export type Row = Readonly<Record<string, unknown>>;
export type Rows = Readonly<Record<string, readonly Row[]>>;

/** Column that references the `id` of another table. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
}

/** Returns all foreign keys, from the database catalog. */
export async function listReferences(db: Database): Promise<readonly Reference[]> {
  const { rows } = await db.execute<Row>(
    sql`select child.relname as "table", attribute.attname as "column", parent.relname as "parent" from pg_constraint
        join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
        join pg_attribute attribute on attribute.attrelid = conrelid and attribute.attnum = conkey[1]
        where contype = 'f' and array_length(conkey, 1) = 1 order by 1, 2`,
  );
  return rows as unknown as readonly Reference[];
}

/** Returns all rows of an organization by table: what a foreign user must neither read nor change. */
export async function loadAllRows(db: Database, organization: number): Promise<Rows> {
  const own = await db.execute<Row>(sql`select * from organizations where id = ${organization}`);
  const everything: Record<string, readonly Row[]> = { organizations: own.rows };
  const tables = await listTenantTables(db);
  for (const table of tables) {
    const { rows } = await db.execute<Row>(
      sql`select * from ${sql.identifier(table)} where organization_id = ${organization} order by 1, 2, 3`,
    );
    everything[table] = rows;
  }
  for (const { table, column, parent } of await partsOf(db, tables)) {
    const { rows } = await db.execute<Row>(
      sql`select * from ${sql.identifier(table)} where ${sql.identifier(column)} in
          (select id from ${sql.identifier(parent)} where organization_id = ${organization}) order by 1, 2`,
    );
    everything[table] = rows;
  }
  return everything;
}

/**
 * Returns tables whose rows are parts of an organization's rows. Users' own rows, such as sessions, are tested
 * elsewhere.
 */
async function partsOf(db: Database, tables: readonly string[]): Promise<readonly Reference[]> {
  const references = await listReferences(db);
  const parts = references.filter(
    ({ table, parent }) => !tables.includes(table) && tables.includes(parent) && parent !== 'users',
  );
  return parts.filter((part, index) => parts.findIndex(({ table }) => table === part.table) === index);
}

/** bigint ids arrive as strings. */
export const getIds = (rows: readonly Row[]): readonly number[] =>
  rows.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));

export async function loadIds(db: Database, organization: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const everything = await loadAllRows(db, organization);
  const ids = Object.entries(everything).map(([table, rows]) => [table, getIds(rows)] as const);
  return new Map(ids);
}

function value<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}

function must<Thing>(thing: Thing | null): Thing {
  if (thing === null) throw new Error('missing in the world of the test');
  return thing;
}
