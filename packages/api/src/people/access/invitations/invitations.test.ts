import type { OrganizationId } from '@atrium/domain/core';
import { fullRights, withRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, createAccess } from '../index.ts';
import type { Acceptance } from './check-acceptance.ts';

const stores = useTestStores();
const start = Date.parse('2026-03-01T08:00:00Z');
const clock = aClock(start);
const week = 7 * 24 * 60 * 60_000;
const good = { password: 'Demo-pass-1', firstName: 'Leïla', lastName: 'Haddad' };
let access: Access;
let scope: Scope;
let people = 0;

beforeAll(async () => {
  access = fresh();
  scope = systemScope((await stores.freshOrganization('Rive')) as OrganizationId);
});

const fresh = () =>
  createAccess({
    db: stores.relational.db,
    clock,
    secret: 'a test',
    links: testLinks,
    files: testFiles(),
    seesInstallation: async () => true,
  });

async function invited(role: 'admin' | 'user' = 'user'): Promise<{ token: string; email: string }> {
  people += 1;
  const email = `person-${people}@invitations.example`;
  const invitation = await access.inviteUser(scope, { email, role });
  if (!invitation.ok) throw new Error(invitation.error.message);
  return { token: tokenIn(invitation.value.path), email };
}

const tokenIn = (path: string) => path.split('token=')[1] as string;
const accept = (over: Partial<Acceptance> & { token: string }) => fresh().acceptInvitation({ ...good, ...over }, '::1');
const look = (token: string) => fresh().invitationByToken(token, '::1');
const rowOf = async (email: string) =>
  (await stores.relational.db.execute(sql`select * from users where email = ${email}`)).rows[0];

describe('A10 a link', () => {
  it('shows a valid invitation’s details, an expired one’s role, and nothing otherwise', async () => {
    const { token, email } = await invited('admin');
    const details = {
      email,
      organizationName: 'Rive',
      organizationAddress: null,
      role: 'admin',
      language: 'fr',
      mayNameOrganization: true,
    };
    expect(await look(token)).toEqual({ ok: true, value: { state: 'VALID', ...details } });
    const nothing = {
      ...Object.fromEntries(Object.keys(details).map((key) => [key, null])),
      mayNameOrganization: false,
    };
    clock.time += week;
    expect(await look(token)).toEqual({ ok: true, value: { ...nothing, state: 'EXPIRED', role: 'admin' } });
    expect(await accept({ token })).toMatchObject({ ok: false, error: { field: 'token' } });
    clock.time = start;
    expect(await look('x')).toEqual({ ok: true, value: { ...nothing, state: 'UNKNOWN' } });
    expect(await accept({ token })).toEqual({ ok: true, value: email });
    expect(await look(token)).toEqual({ ok: true, value: { ...nothing, state: 'ACCEPTED' } });
  });

  it('is limited by address', async () => {
    const one = fresh();
    const looks = await Promise.all(Array.from({ length: 201 }, () => one.invitationByToken('x', '192.0.2.9')));
    expect(looks.filter(({ ok }) => !ok)).toMatchObject([{ error: { code: 'RATE_LIMITED' } }]);
    expect(await one.invitationByToken('x', '192.0.2.10')).toMatchObject({ ok: true });
  });
});

describe('accepting', () => {
  it('makes a member who signs in, written down once', async () => {
    const { token, email } = await invited();
    const preferences = { theme: 'dark', timezone: 'Europe/Zurich', dateFormat: 'YYYY-MM-DD' } as const;
    expect(await accept({ token, phone: '+41 79 123 45 67', lang: 'ar', preferences })).toMatchObject({ ok: true });
    expect(await rowOf(email)).toMatchObject({
      first_name: 'Leïla',
      last_name: 'Haddad',
      phone: '+41791234567',
      language: 'ar',
      theme: 'dark',
      timezone: 'Europe/Zurich',
      date_format: 'YYYY-MM-DD',
      is_email_verified: true,
      role: 'user',
    });
    const signedIn = await access.signIn({ email, password: good.password, address: '::1' });
    expect(signedIn).toMatchObject({ ok: true });
    const { rows } = await stores.relational.db.execute(
      sql`select details from audit_entries where action = 'account.accepted' and details->>'email' = ${email}`,
    );
    expect(rows).toEqual([{ details: { email, role: 'user' } }]);
  });

  it('is done by one of fifty at once, by the newest of two links', async () => {
    const { token: other, email } = await invited();
    const again = await access.inviteUser(scope, { email, role: 'user' });
    const token = again.ok ? tokenIn(again.value.path) : '';
    expect(await look(other)).toMatchObject({ value: { state: 'EXPIRED', email: null } });
    expect(await look(token)).toMatchObject({ value: { state: 'VALID' } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => accept({ token: i % 2 ? token : other, password: `Demo-pass-${i}` })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const winner = answers.findIndex(({ ok }) => ok);
    expect(winner % 2).toBe(1);
    const passwords = { email, password: `Demo-pass-${winner}`, address: '::1' };
    expect(await access.signIn(passwords)).toMatchObject({ ok: true });
    for (const one of [token, other]) expect(await look(one)).toMatchObject({ value: { state: 'ACCEPTED' } });
  });

  it.each<[string, Partial<Acceptance>]>([
    ['password', { password: 'Short-1' }],
    ['password', { password: 'no-numbers' }],
    ['password', { password: '12345678!' }],
    ['password', { password: 'Nospecial1' }],
    ['password', { password: `a1!${'x'.repeat(254)}` }],
    ['firstName', { firstName: ' ' }],
    ['firstName', { firstName: 'R2D2' }],
    ['lastName', { lastName: '<b>' }],
    ['phone', { phone: '079 123 45 67' }],
    ['phone', { phone: '+41 79 123 45 6' }],
    ['phone', { phone: '+41 79 123 45 67 8' }],
    ['phone', { phone: '+41 00 123 45 67' }],
    ['lang', { lang: 'pt' }],
    ['email', { email: 'mine@invitations.example' }],
    ['organization', { organization: { name: 'Taken over' } }],
    ['timezone', { preferences: { timezone: 'Mars/Base' } }],
    ['dateFormat', { preferences: { dateFormat: 'YY' } }],
  ])('refuses a wrong %s: %j', async (field, over) => {
    const { token } = await invited();
    expect(await accept({ token, ...over })).toMatchObject({ ok: false, error: { code: 'BAD_INPUT', field } });
    expect(await look(token)).toMatchObject({ value: { state: 'VALID' } });
  });

  it('names the organization with an administrator’s, or changes nothing at all', async () => {
    await stores.freshOrganization('Name in use');
    const { token, email } = await invited('admin');
    const taken = await accept({ token, organization: { name: 'Name in use' } });
    expect(taken).toMatchObject({ ok: false, error: { field: 'name' } });
    expect(await rowOf(email)).toMatchObject({ password_hash: null, first_name: '' });
    expect(await look(token)).toMatchObject({ value: { state: 'VALID', organizationName: 'Rive' } });
    expect(await accept({ token, organization: { name: 'Rive Group', address: 'Quai 1' } })).toMatchObject({
      ok: true,
    });
    const { rows } = await stores.relational.db.execute(
      sql`select name, address from organizations where id = ${scope.organizationId}`,
    );
    expect(rows).toEqual([{ name: 'Rive Group', address: 'Quai 1' }]);
  });
});

describe('an administrator’s invitation without the right to edit the organization', () => {
  const named = async () =>
    (
      await stores.relational.db.execute(
        sql`select name, address from organizations where id = ${scope.organizationId}`,
      )
    ).rows[0];

  it('names no organization, and is accepted all the same', async () => {
    const rights = withRights(fullRights, ['organization.general.edit'], false);
    const poor = await access.createProfile(scope, { name: 'No settings', rights });
    if (!poor.ok) throw new Error(poor.error.message);
    const email = 'poor-administrator@invitations.example';
    const invitation = await access.inviteUser(scope, { email, role: 'admin', profileId: poor.value.id });
    if (!invitation.ok) throw new Error(invitation.error.message);
    const token = tokenIn(invitation.value.path);
    const before = await named();
    expect(await look(token)).toMatchObject({ value: { role: 'admin', mayNameOrganization: false } });
    const refused = { ok: false, error: { code: 'FORBIDDEN', field: 'organization' } };
    expect(await accept({ token, organization: { name: 'Taken over', address: 'Elsewhere' } })).toMatchObject(refused);
    expect(await named()).toEqual(before);
    expect(await look(token)).toMatchObject({ value: { state: 'VALID' } });
    expect(await accept({ token })).toEqual({ ok: true, value: email });
    expect(await named()).toEqual(before);
  });
});

describe('the first administrator', () => {
  it('names their own address, which nobody else’s invitation allows', async () => {
    const ours = systemScope((await stores.freshOrganization()) as OrganizationId);
    const { email: taken } = await invited();
    const unnamed = { email: 'administrator@localhost.localdomain', role: 'admin' } as const;
    expect(await access.inviteUser(ours, unnamed)).toMatchObject({ ok: false, error: { field: 'email' } });
    const first = await access.inviteFirstAdministrator(ours);
    const fresher = await access.inviteFirstAdministrator(ours);
    if (!first.ok || !fresher.ok) throw new Error('not invited');
    const token = tokenIn(fresher.value.path);
    expect(await look(token)).toMatchObject({ value: { state: 'VALID', email: null } });
    for (const email of [undefined, 'nobody', unnamed.email, taken])
      expect(await accept({ token, email })).toMatchObject({ ok: false, error: { field: 'email' } });
    expect(await access.awaitsFirstAdministrator(ours)).toBe(true);
    expect(await accept({ token, email: ' First@Rive.example ' })).toEqual({ ok: true, value: 'first@rive.example' });
    expect(await access.awaitsFirstAdministrator(ours)).toBe(false);
    expect(await look(tokenIn(first.value.path))).toMatchObject({ value: { state: 'ACCEPTED' } });
    expect(await rowOf('first@rive.example')).toMatchObject({ is_email_verified: false, role: 'admin' });
  });
});
