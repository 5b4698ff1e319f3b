import { type PresetProfile, presetProfiles } from '@atrium/domain/access';
import type { OrganizationId, Result } from '@atrium/domain/core';
import { sql } from 'drizzle-orm';
import { type Access, type Scope, systemScope } from '../access/index.ts';
import { enqueue } from '../notifications/index.ts';
import { organisationStore } from '../organisation/index.ts';
import type { AnalyticsStore } from '../platform/analytics-store.ts';
import { createInProcessBus } from '../platform/in-process-bus.ts';
import type { Database } from '../platform/relational/index.ts';
import { buildSchemas, type Schemas } from '../schema.ts';
import { createServices } from '../services.ts';

/** Two organizations with a row in every table, whose ids and texts never coincide. */
export interface World {
  readonly schemas: Schemas;
  readonly access: Access;
  readonly db: Database;
  readonly ours: Tenant;
  readonly theirs: Tenant;
}

export interface Tenant {
  readonly organizationId: OrganizationId;
  /** Table → the ids of the organization's rows. */
  readonly ids: ReadonlyMap<string, readonly number[]>;
  readonly publicKeyId: string;
  readonly email: string;
  /** A live session of a member with that profile. */
  scope(profile: PresetProfile): Promise<Scope>;
}

export const password = 'Demo-pass-1';

export async function createWorld({
  db,
  analytics,
}: {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
}): Promise<World> {
  await separateIds(db);
  const { access, schema } = createServices({
    db,
    analytics,
    bus: createInProcessBus({ error: () => {} }),
    clock: { now: () => Date.now() },
    secret: 'only for tests, only for tests, only for tests',
    logError: () => {},
  });
  const ours = await createTenant(db, access, 'ours');
  const theirs = await createTenant(db, access, 'theirs');
  return { schemas: buildSchemas(schema), access, db, ours, theirs };
}

/** Every table's ids start in a range of their own, so that an id tells whose it is and what of. */
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

async function createTenant(db: Database, access: Access, label: string): Promise<Tenant> {
  const created = must(await organisationStore(db).insert(`Canary organization ${label}`));
  await db.execute(
    sql`update organizations set address = ${`Canary street ${label}`}, logo = ${`canary-logo-${label}`} where id = ${created.id}`,
  );
  const scope = systemScope(created.id);
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
    } as const;
    value(await access.createUser(scope, { ...person, email: `${preset}@${label}.example`, password }));
  }
  value(await access.inviteUser(scope, { email: `invited@${label}.example`, role: 'user' }));
  const key = value(await access.ingestKeys.create(scope, { name: `Canary key ${label}`, installationId: null }));
  await seedSite(db, created.id, label);
  await seedMessage(db, created.id, label);
  return {
    organizationId: created.id,
    ids: await idsOf(db, created.id),
    publicKeyId: key.publicId,
    email: `administrator@${label}.example`,
    async scope(preset) {
      const token = value(await access.signIn({ email: `${preset}@${label}.example`, password, address: '192.0.2.1' }));
      const { scope } = await access.authenticate(token);
      return must(scope);
    },
  };
}

async function seedSite(db: Database, organization: number, label: string): Promise<void> {
  const hours = JSON.stringify({ spans: [], reset: false });
  await db.execute(sql`
    with site as (insert into installations (organization_id, key, name, address, city, country, timezone, opening_hours, creation_date)
        values (${organization}, ${`canary-site-${label}`}, ${`Canary site ${label}`}, ${`Canary road ${label}`}, ${`Canaryville ${label}`}, 'CH',
                'Europe/Zurich', ${hours}::jsonb, now()) returning id),
      zone as (insert into zones (organization_id, installation_id, key, name, "order")
        select ${organization}, id, ${`canary-zone-${label}`}, ${`Canary zone ${label}`}, 0 from site returning id),
      passage as (insert into passages (organization_id, installation_id, key, name, "order")
        select ${organization}, id, ${`canary-passage-${label}`}, ${`Canary passage ${label}`}, 0 from site returning id),
      device as (insert into devices (organization_id, installation_id, serial, name, kind, interval, installed_at)
        select ${organization}, id, ${`CANARY-PAD-${label}`}, ${`Canary pad ${label}`}, 'pad', 300, now() from site returning id),
      event as (insert into events (organization_id, installation_id, name, never_ending, metrics)
        select ${organization}, id, ${`Canary event ${label}`}, true, '{inside}' from site returning id),
      category as (insert into tag_categories (organization_id, name) values (${organization}, ${`Canary category ${label}`}) returning id)
    insert into tags (organization_id, category_id, name) select ${organization}, id, ${`Canary tag ${label}`} from category`);
}

function seedMessage(db: Database, organizationId: OrganizationId, label: string): Promise<unknown> {
  const recipient = `canary@${label}.example`;
  const content = { text: `Canary message ${label}` };
  return enqueue(db, { organizationId, recipient, dedupeKey: `canary/${label}`, at: 0, channel: 'sms', content });
}

/** The tables that hold an organization's rows, as the database knows them. */
export async function tenantTables(db: Database): Promise<readonly string[]> {
  const { rows } = await db.execute<{ table_name: string }>(
    sql`select table_name from information_schema.columns
        where table_schema = 'public' and column_name = 'organization_id' order by table_name`,
  );
  return rows.map((row) => row.table_name);
}

/** Everything an organization has, table by table: what a stranger must neither read nor change. */
export async function everythingOf(db: Database, organization: number): Promise<Record<string, readonly object[]>> {
  const own = await db.execute<Record<string, unknown>>(sql`select * from organizations where id = ${organization}`);
  const everything: Record<string, readonly object[]> = { organizations: own.rows };
  for (const table of await tenantTables(db)) {
    const { rows } = await db.execute<Record<string, unknown>>(
      sql`select * from ${sql.identifier(table)} where organization_id = ${organization} order by id`,
    );
    everything[table] = rows;
  }
  return everything;
}

async function idsOf(db: Database, organization: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const everything = await everythingOf(db, organization);
  const ids = Object.entries(everything).map(
    ([table, rows]) => [table, rows.map((row) => (row as { id: number }).id)] as const,
  );
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
