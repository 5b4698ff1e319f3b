import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { testFiles } from '../../platform/testing/test-files.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { testLinks } from '../notifications/testing/test-links.ts';
import { createAccess, type IngestKeys, removeSiteKeys } from './index.ts';
import type { TokenToCreate } from './tokens/change-tokens.ts';

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
    seesInstallation: async ({ installationIds }, id) =>
      [7, 8, 9].includes(id) && (installationIds?.includes(id) ?? true),
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
  expect(await keys.create(scope, { name: 'x', installationId: 10 as InstallationId })).toMatchObject({
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
    error: { code: 'FORBIDDEN', field: 'installationIds' },
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

describe('a token', () => {
  const day = 86_400_000;
  const sites = [7, 8] as InstallationId[];
  const reading: TokenToCreate = {
    name: 'Warehouse',
    installationIds: null,
    scopes: ['sites:read', 'measurements:read'],
    lifetimeDays: 90,
  };
  async function createToken(wanted: Partial<TokenToCreate> = {}) {
    const created = await keys.createToken(scope, { ...reading, ...wanted });
    if (!created.ok) throw new Error(created.error.message);
    return created.value;
  }
  const find = async (publicId: string) => (await keys.all(scope)).find((key) => key.publicId === publicId);
  const auditOf = async (publicId: string) => {
    const { rows } = await stores.relational.db.execute<{ action: string }>(
      sql`select action from audit_entries where details ->> 'publicId' = ${publicId} order by id`,
    );
    return rows.map(({ action }) => action);
  };

  test('has its scopes and sites, and a scope of its own', async () => {
    const { secret, publicId, expiresAt } = await createToken({ installationIds: sites });
    expect(expiresAt).toBe(clock.now() + 90 * day);
    const holder = await keys.verify(secret, '192.0.2.7');
    expect(holder).toMatchObject({
      publicId,
      installationId: null,
      scopes: ['sites:read', 'measurements:read'],
      scope: { organizationId: scope.organizationId, installationIds: sites, address: '192.0.2.7', userId: null },
    });
    expect(holder?.scope.tokenId).toBe(holder?.keyId);
  });

  test.each<[string, string, Partial<TokenToCreate>]>([
    ['a name', 'name', { name: ' ' }],
    ['a scope', 'scopes', { scopes: [] }],
    ['an end, if it reads', 'lifetimeDays', { lifetimeDays: null }],
    ['an end, if it reads and sends', 'lifetimeDays', { lifetimeDays: null, scopes: ['readings:write', 'sites:read'] }],
    ['an end in the future', 'lifetimeDays', { lifetimeDays: 0 }],
    ['an end within a year', 'lifetimeDays', { lifetimeDays: 367 }],
    ['whole days', 'lifetimeDays', { lifetimeDays: 1.5 }],
    ['a site, if not all', 'installationIds', { installationIds: [] }],
  ])('needs %s', async (_, field, wanted) => {
    expect(await keys.createToken(scope, { ...reading, ...wanted })).toMatchObject({
      error: { code: 'BAD_INPUT', field },
    });
  });

  test('that only sends may never expire', async () => {
    const { secret, expiresAt } = await createToken({ scopes: ['receipts:write'], lifetimeDays: null });
    expect(expiresAt).toBeNull();
    clock.time += 800 * day;
    expect(await keys.verify(secret)).not.toBeNull();
  });

  test('stops at its end, at once where it is cached, and by its name alone', async () => {
    const { secret, publicId } = await createToken({ lifetimeDays: 1 });
    clock.time += day - 1;
    expect(await keys.verify(secret)).not.toBeNull();
    expect(await keys.holderOf(publicId)).not.toBeNull();
    clock.time += 1;
    expect(await keys.verify(secret)).toBeNull();
    expect(await keys.holderOf(publicId)).toBeNull();
    expect(await find(publicId)).toMatchObject({ expiresAt: clock.now() });
  });

  test('renewed has a new secret, and the old one works for another day', async () => {
    const { secret: old, publicId } = await createToken();
    expect(await keys.verify(old)).not.toBeNull();
    await expect.poll(() => auditOf(publicId)).toContain('ingestKey.firstUsed');
    clock.time += 10 * day;
    const renewed = await keys.renew(scope, publicId);
    if (!renewed.ok) throw new Error(renewed.error.message);
    const { secret, expiresAt } = renewed.value;
    expect([secret === old, expiresAt]).toEqual([false, clock.now() + 90 * day]);
    for (const one of [old, secret]) expect(await keys.verify(one)).toMatchObject({ publicId });
    clock.time += day;
    expect([await keys.verify(old), await keys.verify(secret)]).toEqual([null, expect.anything()]);
    expect(await keys.revoke(scope, publicId)).toMatchObject({ ok: true });
    expect(await keys.verify(secret)).toBeNull();
    expect(await auditOf(publicId)).toEqual(
      ['created', 'firstUsed', 'renewed', 'revoked'].map((what) => `ingestKey.${what}`),
    );
  });

  test('renewed after its end does not revive the old secret, and renewed shortly before it not for longer', async () => {
    for (const [before, left] of [
      [-day, null],
      [day / 2, day / 2],
    ] as const) {
      const { secret, publicId } = await createToken({ lifetimeDays: 2 });
      clock.time += 2 * day - before;
      expect(await keys.renew(scope, publicId)).toMatchObject({ ok: true });
      if (left !== null) {
        clock.time += left - 1;
        expect(await keys.verify(secret)).not.toBeNull();
        clock.time += 1;
      }
      expect(await keys.verify(secret)).toBeNull();
    }
  });

  test('of another organization, or of more sites than the viewer sees, is neither seen, renewed nor revoked', async () => {
    const { publicId, secret } = await createToken({ installationIds: sites });
    const stranger = systemScope((await stores.freshOrganization()) as OrganizationId);
    const limited = { ...scope, installationIds: [site] } as Scope;
    for (const viewer of [stranger, limited]) {
      expect((await keys.all(viewer)).map((key) => key.publicId)).not.toContain(publicId);
      expect(await keys.renew(viewer, publicId)).toMatchObject({ error: { code: 'NOT_FOUND' } });
      expect(await keys.revoke(viewer, publicId)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    }
    expect(await keys.createToken(limited, reading)).toMatchObject({ error: { code: 'FORBIDDEN' } });
    expect(await keys.createToken(limited, { ...reading, installationIds: sites })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
    const both = { ...scope, installationIds: [...sites, 9 as InstallationId] } as Scope;
    expect((await keys.all(both)).map((key) => key.publicId)).toContain(publicId);
    expect(await keys.verify(secret)).not.toBeNull();
  });

  test('tells when it was last used, from where, at most once a minute', async () => {
    const { secret, publicId } = await createToken();
    expect(await find(publicId)).toMatchObject({ lastUsedAt: null, lastUsedFrom: null });
    const first = clock.now();
    await keys.verify(secret, '192.0.2.1');
    await expect.poll(() => find(publicId)).toMatchObject({ lastUsedAt: first, lastUsedFrom: '192.0.2.1' });
    clock.time += 59_000;
    await keys.verify(secret, '192.0.2.2');
    clock.time += 1000;
    await keys.verify(secret, '192.0.2.3');
    await expect.poll(() => find(publicId)).toMatchObject({ lastUsedAt: first + 60_000, lastUsedFrom: '192.0.2.3' });
    expect(await auditOf(publicId)).toEqual(['ingestKey.created', 'ingestKey.firstUsed']);
  });

  test('loses an erased site, and goes with its last one', async () => {
    const [ofBoth, ofFirst, ofAll] = [
      await createToken({ installationIds: sites }),
      await createToken({ installationIds: [site] }),
      await createToken(),
    ];
    const erase = (installation: number) =>
      removeSiteKeys(stores.relational.db, {
        organization: scope.organizationId,
        installation: installation as InstallationId,
      });
    await erase(7);
    expect(await find(ofBoth.publicId)).toMatchObject({ installationIds: [8] });
    expect(await find(ofFirst.publicId)).toBeUndefined();
    await erase(8);
    expect(await find(ofBoth.publicId)).toBeUndefined();
    expect(await find(ofAll.publicId)).toMatchObject({ installationIds: null });
  });
});
