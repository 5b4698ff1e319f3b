import type { OrganizationId, UserId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, createAccess, listOperators, setOperator } from '../index.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
const password = 'Demo-pass-1';
const peer = { address: '::1' };
let access: Access;
let one: Scope;
let other: Scope;

beforeAll(async () => {
  const { db } = stores.relational;
  const seesInstallation = async () => true;
  access = createAccess({ db, clock, secret: 'a test', links: testLinks, files: testFiles(), seesInstallation });
  one = systemScope((await stores.freshOrganization('One')) as OrganizationId);
  other = systemScope((await stores.freshOrganization('Other')) as OrganizationId);
});

const value = <Value>(result: { ok: boolean; value?: Value; error?: unknown }): Value => {
  if (result.ok) return result.value as Value;
  throw new Error(JSON.stringify(result.error));
};

async function person(system: Scope, email: string, change: object = {}): Promise<UserId> {
  const { name, rights } = presetProfiles.administrator;
  const profile = value(await access.createProfile(system, { name, rights }));
  const wanted = { email, password, role: 'admin', profileId: profile.id, isEmailVerified: true, ...change } as const;
  return value(await access.createUser(system, wanted)).id;
}

const scopeOfToken = async (token: string): Promise<Scope> => {
  const { scope } = await access.authenticate(token);
  if (scope === null) throw new Error('not signed in');
  return scope;
};
const signIn = async (email: string) => scopeOfToken(value(await access.signIn({ email, password, ...peer })).token);
const set = (email: string, isOperator: boolean) =>
  setOperator({ db: stores.relational.db, clock }, { email, isOperator });

describe('an operator', () => {
  it('is named and dismissed by address, at once and with an entry in the audit log', async () => {
    const userId = await person(one, 'ann@operators.example');
    expect((await signIn('ann@operators.example')).isOperator).toBe(false);
    expect(await set('Ann@operators.example ', true)).toEqual({ ok: true, value: true });
    expect(await set('ann@operators.example', true)).toEqual({ ok: true, value: false });
    const token = value(await access.signIn({ email: 'ann@operators.example', password, ...peer })).token;
    expect((await scopeOfToken(token)).isOperator).toBe(true);
    expect(await listOperators(stores.relational.db)).toEqual([
      { email: 'ann@operators.example', organization: 'One' },
    ]);
    expect(await set('ann@operators.example', false)).toEqual({ ok: true, value: true });
    expect((await scopeOfToken(token)).isOperator).toBe(false);
    const { rows } = await stores.relational.db.execute(
      sql`select action, actor_user_id from audit_entries where subject_id = ${userId} and action like 'account.operator%' order by id`,
    );
    expect(rows).toEqual([
      { action: 'account.operatorGranted', actor_user_id: null },
      { action: 'account.operatorRevoked', actor_user_id: null },
    ]);
  });

  it('is nobody who is unknown, only invited, or one of several with an address that none has verified', async () => {
    expect(await set('nobody@operators.example', true)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    value(await access.inviteUser(one, { email: 'asked@operators.example', role: 'admin' }));
    expect(await set('asked@operators.example', true)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    const alone = { isEmailVerified: false };
    await person(one, 'shared@operators.example', alone);
    expect(await set('shared@operators.example', true)).toEqual({ ok: true, value: true });
    await set('shared@operators.example', false);
    await stores.relational.db.execute(
      sql`insert into users (organization_id, profile_id, email, password_hash, role)
          select ${other.organizationId}, profile_id, email, password_hash, role from users where email = 'shared@operators.example'`,
    );
    expect(await set('shared@operators.example', true)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
  });

  it('cannot be changed or looked as by an administrator who is none', async () => {
    const bob = await person(one, 'bob@operators.example');
    await person(one, 'cat@operators.example');
    await set('bob@operators.example', true);
    const cat = await signIn('cat@operators.example');
    expect(await access.updateUser(cat, bob, { firstName: 'Robert' }, '::1')).toMatchObject({
      ok: false,
      error: { code: 'FORBIDDEN' },
    });
    expect(await access.startViewAs(cat, bob, '::1')).toMatchObject({ ok: false });
    await set('cat@operators.example', true);
    const viewing = value(await access.startViewAs(await signIn('cat@operators.example'), bob, '::1'));
    expect((await scopeOfToken(viewing.token)).isOperator).toBe(false);
    // A dismissed operator's session as an operator ends.
    await set('cat@operators.example', false);
    expect((await access.authenticate(viewing.token)).scope).toBeNull();
  });
});
