import type { InstallationId, OrganizationId, Result } from '@atrium/domain/core';
import {
  fullRights,
  mayUseScope,
  presetProfiles,
  type Rights,
  type TokenScope,
  tokenScopes,
} from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, createAccess } from '../index.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
const password = 'Demo-pass-1';
const site = 7 as InstallationId;
let access: Access;
let system: Scope;
let count = 0;

beforeAll(async () => {
  system = systemScope((await stores.freshOrganization('Personal')) as OrganizationId);
  access = createAccess({
    db: stores.relational.db,
    clock,
    secret: 'a test',
    links: testLinks,
    files: testFiles(),
    seesInstallation: async () => true,
  });
});

function value<Value>(result: Result<Value, { readonly message: string }>): Value {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}

async function createPerson(
  rights: Rights,
  installationIds: InstallationId[] | null = null,
  role: 'admin' | 'user' = 'user',
): Promise<Scope> {
  count += 1;
  const profile = value(await access.createProfile(system, { name: `Profile ${count}`, rights }));
  const email = `person-${count}@personal.example`;
  value(
    await access.createUser(system, {
      ...{ email, password, role, profileId: profile.id, language: 'en', isEmailVerified: true },
      ...(installationIds === null ? {} : { installationIds }),
    }),
  );
  const { token } = value(await access.signIn({ email, password, address: '192.0.2.1' }));
  const { scope } = await access.authenticate(token as string);
  if (scope === null) throw new Error('not signed in');
  return scope;
}

const createToken = async (person: Scope, scopes: readonly TokenScope[] = ['sites:read', 'measurements:read']) =>
  value(await access.ingestKeys.createPersonal(person, { name: 'Laptop', scopes, lifetimeDays: 30 }));

const verify = (secret: string) => access.ingestKeys.verify(secret, '192.0.2.9');

const setRights = (person: Scope, rights: Rights) =>
  stores.relational.db.execute(sql`update profiles set rights = ${JSON.stringify(rights)}::jsonb
    where id = ${person.profileId}`);

describe('a personal token', () => {
  it('acts as its owner, with their sites and rights, and names them in the audit log', async () => {
    const person = await createPerson(presetProfiles.viewer.rights, [site]);
    const { secret, publicId } = await createToken(person);
    const holder = await verify(secret);
    expect(holder).toMatchObject({
      publicId,
      installationId: site,
      scopes: ['sites:read', 'measurements:read'],
      withheld: [],
      scope: { userId: person.userId, role: 'user', rights: person.rights, installationIds: [site] },
    });
    expect(holder?.scope.tokenId).toBe(holder?.keyId);
    await expect
      .poll(async () => {
        const { rows } = await stores.relational.db.execute(
          sql`select action, actor_user_id as actor_id from audit_entries where details->>'publicId' = ${publicId} order by id`,
        );
        return rows;
      })
      .toEqual([
        { action: 'ingestKey.created', actor_id: person.userId },
        { action: 'ingestKey.firstUsed', actor_id: person.userId },
      ]);
  });

  it('never has more rights than its owner has at that moment', async () => {
    const person = await createPerson(fullRights);
    const { secret } = await createToken(person, ['sites:read', 'measurements:read', 'alerts:read', 'alerts:write']);
    expect((await verify(secret))?.scopes).toEqual(['sites:read', 'measurements:read', 'alerts:read', 'alerts:write']);
    for (const { rights } of Object.values(presetProfiles)) {
      await setRights(person, rights);
      const holder = await verify(secret);
      const now = { role: 'user', rights } as const;
      expect([...(holder?.scopes ?? []), ...(holder?.withheld ?? [])].toSorted()).toEqual([
        'alerts:read',
        'alerts:write',
        'measurements:read',
        'sites:read',
      ]);
      expect(holder?.scopes.filter((one) => !mayUseScope(now, one))).toEqual([]);
      expect(holder?.withheld?.filter((one) => mayUseScope(now, one))).toEqual([]);
    }
    await stores.relational.db.execute(sql`update users set installation_ids = '{8}' where id = ${person.userId}`);
    expect((await verify(secret))?.scope.installationIds).toEqual([8]);
  });

  it('is refused for scopes that its owner has no right for', async () => {
    const person = await createPerson(presetProfiles.viewer.rights);
    for (const scope of tokenScopes) {
      const created = await access.ingestKeys.createPersonal(person, { name: 'x', scopes: [scope], lifetimeDays: 30 });
      expect([scope, created.ok]).toEqual([scope, mayUseScope(person, scope)]);
      if (!created.ok) expect(created.error).toMatchObject({ code: 'FORBIDDEN', field: 'scopes' });
    }
    const some = { name: 'x', scopes: ['sites:read'], lifetimeDays: 30 } as const;
    expect(await access.ingestKeys.createPersonal(system, some)).toMatchObject({ error: { code: 'FORBIDDEN' } });
    const holder = await verify((await createToken(person)).secret);
    expect(await access.ingestKeys.createPersonal(holder?.scope as Scope, some)).toMatchObject({
      error: { code: 'FORBIDDEN' },
    });
    expect(await access.ingestKeys.createPersonal(person, { ...some, lifetimeDays: null })).toMatchObject({
      error: { code: 'BAD_INPUT', field: 'lifetimeDays' },
    });
  });

  it('ends at once when its owner is removed, resets the password or signs out everywhere', async () => {
    const administrator = await createPerson(fullRights, null, 'admin');
    const leaving = await createPerson(presetProfiles.viewer.rights);
    const first = await createToken(leaving);
    expect(await verify(first.secret)).not.toBeNull();
    // In the store alone, as if another process had removed them.
    await stores.relational.db.execute(sql`delete from sessions where user_id = ${leaving.userId}`);
    await stores.relational.db.execute(sql`delete from users where id = ${leaving.userId}`);
    expect(await verify(first.secret)).toBeNull();

    const gone = await createPerson(presetProfiles.viewer.rights);
    const second = await createToken(gone);
    expect(await verify(second.secret)).not.toBeNull();
    await access.leaveEverywhere(gone, '192.0.2.1');
    expect(await verify(second.secret)).toBeNull();

    const reset = await createPerson(presetProfiles.viewer.rights);
    const third = await createToken(reset);
    expect(await verify(third.secret)).not.toBeNull();
    await access.signOutEverywhere(administrator, reset.userId as NonNullable<Scope['userId']>);
    expect(await verify(third.secret)).toBeNull();
    expect(await access.ingestKeys.all(reset, 'own')).toEqual([]);
  });

  it('stays when its owner signs out of one browser', async () => {
    const person = await createPerson(presetProfiles.viewer.rights);
    const { secret } = await createToken(person);
    await access.signOut(person, '192.0.2.1');
    expect(await verify(secret)).not.toBeNull();
  });

  it('is renewed by its owner only, and revoked by an administrator who sees all their sites', async () => {
    const person = await createPerson(presetProfiles.viewer.rights, [site]);
    const other = await createPerson(presetProfiles.viewer.rights, [site]);
    const elsewhere = await createPerson(fullRights, [8 as InstallationId], 'admin');
    const administrator = await createPerson(fullRights, [site, 8 as InstallationId], 'admin');
    const { secret, publicId } = await createToken(person);
    const { ingestKeys } = access;
    for (const stranger of [other, elsewhere]) {
      expect(await ingestKeys.renew(stranger, publicId, 'own')).toMatchObject({ error: { code: 'NOT_FOUND' } });
      expect(await ingestKeys.revoke(stranger, publicId, 'own')).toMatchObject({ error: { code: 'NOT_FOUND' } });
    }
    expect(await ingestKeys.revoke(elsewhere, publicId)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect((await ingestKeys.all(elsewhere)).map((key) => key.publicId)).not.toContain(publicId);
    expect((await ingestKeys.all(administrator)).map((key) => key.publicId)).toContain(publicId);
    expect(await ingestKeys.renew(administrator, publicId)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await ingestKeys.update(administrator, publicId, { name: 'x', installationIds: [site] })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
    const renewed = value(await ingestKeys.renew(person, publicId, 'own'));
    expect([await verify(secret), await verify(renewed.secret)]).toMatchObject([{ publicId }, { publicId }]);
    clock.time += 24 * 3_600_000;
    expect(await verify(secret)).toBeNull();
    expect((await ingestKeys.revoke(administrator, publicId)).ok).toBe(true);
    expect(await verify(renewed.secret)).toBeNull();
    const { rows } = await stores.relational.db.execute(
      sql`select action, actor_user_id as actor_id from audit_entries
        where details->>'publicId' = ${publicId} and action <> 'ingestKey.firstUsed' order by id`,
    );
    expect(rows).toEqual([
      { action: 'ingestKey.created', actor_id: person.userId },
      { action: 'ingestKey.renewed', actor_id: person.userId },
      { action: 'ingestKey.revoked', actor_id: administrator.userId },
    ]);
  });

  it('is one of twenty at most', async () => {
    const person = await createPerson(presetProfiles.viewer.rights);
    const wanted = { name: 'x', scopes: ['sites:read'], lifetimeDays: 1 } as const;
    const creations = Array.from({ length: 30 }, () => access.ingestKeys.createPersonal(person, wanted));
    expect((await Promise.all(creations)).filter(({ ok }) => ok)).toHaveLength(20);
    expect(await access.ingestKeys.createPersonal(person, wanted)).toMatchObject({ error: { code: 'BAD_INPUT' } });
  });
});

describe('a token of a program', () => {
  it('gets another name and other sites, at once and in the audit log', async () => {
    const { ingestKeys } = access;
    const wanted = { name: 'Till', scopes: ['receipts:write'], installationIds: [site], lifetimeDays: null } as const;
    const { secret, publicId } = value(await ingestKeys.createToken(system, wanted));
    expect((await verify(secret))?.scope.installationIds).toEqual([site]);
    value(await ingestKeys.update(system, publicId, { name: ' Till 2 ', installationIds: [8 as InstallationId] }));
    expect((await verify(secret))?.scope.installationIds).toEqual([8]);
    value(await ingestKeys.update(system, publicId, { name: 'Till 2', installationIds: null }));
    expect((await verify(secret))?.scope.installationIds).toBeNull();
    expect((await ingestKeys.all(system)).find((key) => key.publicId === publicId)?.name).toBe('Till 2');
    for (const wrong of [
      { name: ' ', installationIds: null },
      { name: 'x', installationIds: [] },
    ])
      expect(await ingestKeys.update(system, publicId, wrong)).toMatchObject({ error: { code: 'BAD_INPUT' } });
    const { rows } = await stores.relational.db.execute(
      sql`select details from audit_entries where action = 'ingestKey.changed' and details->>'publicId' = ${publicId}`,
    );
    expect(rows).toHaveLength(2);
  });
});
