import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { testFiles } from '../../platform/testing/test-files.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { testLinks } from '../notifications/testing/test-links.ts';
import { createAccess, type IngestKeys } from './index.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
const site = 7 as InstallationId;
let keys: IngestKeys;
let scope: Scope;

const keysOfAProcess = (receivesChanges = () => true, db = stores.relational.db) =>
  createAccess({
    receivesChanges,
    db,
    clock,
    secret: 'test',
    links: testLinks,
    files: testFiles(),
    seesInstallation: async (_scope, id) => id === site,
  }).ingestKeys;

beforeAll(async () => {
  keys = keysOfAProcess();
  scope = systemScope((await stores.freshOrganization()) as OrganizationId);
});

async function create(installationId: InstallationId | null = null) {
  const created = await keys.create(scope, { name: ' Gateway ', installationId });
  if (!created.ok) throw new Error(created.error.message);
  return created.value;
}

test('a key is told once, kept hashed, and speaks for its organization and site', async () => {
  const { secret, publicId } = await create(site);
  expect(secret).toMatch(new RegExp(`^atr_${publicId}_[A-Za-z0-9_-]{43}$`));
  const { rows } = await stores.relational.db.execute(sql`select * from ingest_keys where public_id = ${publicId}`);
  expect(JSON.stringify(rows)).not.toContain(secret.slice(-43));
  expect(await keys.verify(secret)).toMatchObject({
    publicId,
    installationId: site,
    scope: { organizationId: scope.organizationId, installationIds: [site], role: 'system' },
  });
});

test('nothing but the whole key opens', async () => {
  const { secret } = await create();
  const other = await create();
  const crossed = secret.slice(0, 21) + other.secret.slice(21);
  const last = secret.at(-2) === 'A' ? 'B' : 'A';
  for (const wrong of [
    '',
    'atr_',
    secret.slice(0, -1),
    `${secret}x`,
    crossed,
    `${secret.slice(0, -2)}${last}${secret.at(-1)}`,
    ` ${secret}`,
  ])
    expect([wrong, await keys.verify(wrong)]).toEqual([wrong, null]);
  expect(await keys.verify(secret)).not.toBeNull();
});

test('a revoked key is out at once here, and within 30 s in another process', async () => {
  const { secret, publicId } = await create();
  const elsewhere = keysOfAProcess();
  expect(await keys.verify(secret)).not.toBeNull();
  expect(await elsewhere.verify(secret)).not.toBeNull();
  expect(await keys.revoke(scope, publicId)).toEqual({ ok: true, value: true });
  expect(await keys.verify(secret)).toBeNull();
  clock.time += 30_000;
  expect(await elsewhere.verify(secret)).toBeNull();
  expect(await keys.revoke(scope, publicId)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect((await keys.all(scope)).map((key) => key.publicId)).not.toContain(publicId);
});

test('keys need a name and a site that is there, and belong to one organization', async () => {
  expect(await keys.create(scope, { name: ' ', installationId: null })).toMatchObject({
    error: { code: 'BAD_INPUT', field: 'name' },
  });
  expect(await keys.create(scope, { name: 'x', installationId: 8 as InstallationId })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
  const { secret, publicId } = await create();
  const stranger = systemScope((await stores.freshOrganization()) as OrganizationId);
  expect(await keys.revoke(stranger, publicId)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(await keys.all(stranger)).toEqual([]);
  expect(await keys.verify(secret)).not.toBeNull();
});

test('who sees one site makes, sees and revokes keys of that site only', async () => {
  const whole = await create();
  const limited = { ...scope, installationIds: [site] } as Scope;
  expect(await keys.create(limited, { name: 'x', installationId: null })).toMatchObject({
    error: { code: 'FORBIDDEN', field: 'installationId' },
  });
  const own = await keys.create(limited, { name: 'Own', installationId: site });
  if (!own.ok) throw new Error(own.error.message);
  const seen = (await keys.all(limited)).map(({ publicId }) => publicId);
  expect(seen).toContain(own.value.publicId);
  expect(seen).not.toContain(whole.publicId);
  expect(await keys.revoke(limited, whole.publicId)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(await keys.revoke(limited, own.value.publicId)).toMatchObject({ ok: true });
});

test('a process on the bus refuses a revoked key at once, and one cut off from it asks the store each time', async () => {
  const { secret, publicId } = await create();
  const [told, deaf] = [keysOfAProcess(), keysOfAProcess(() => false)];
  expect(await told.verify(secret)).not.toBeNull();
  expect(await deaf.verify(secret)).not.toBeNull();
  expect((await keys.revoke(scope, publicId)).ok).toBe(true);
  expect(await told.verify(secret)).not.toBeNull();
  told.forget(publicId);
  expect(await told.verify(secret)).toBeNull();
  expect(await deaf.verify(secret)).toBeNull();
});

test('a lookup that started before an invalidation is not cached', async () => {
  const { secret, publicId } = await create();
  const told = keysOfAProcess();
  const asking = told.verify(secret);
  told.forget(null);
  await asking;
  await keys.revoke(scope, publicId);
  expect(await told.verify(secret)).toBeNull();
});

test('posts that come at once ask the store about their key once, and before it is old it is asked about beside them', async () => {
  const { secret } = await create();
  let asked = 0;
  const counting = new Proxy(stores.relational.db, {
    get(db, name) {
      if (name === 'select') asked += 1;
      const value = Reflect.get(db, name);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
  const own = keysOfAProcess(undefined, counting);
  await Promise.all([own.verify(secret), own.verify(secret), own.verify(secret)]);
  expect(asked).toBe(1);
  clock.time += 25_000;
  await own.verify(secret);
  expect(asked).toBe(2);
});
