import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import type { OtpContact } from '@atrium/domain/people/access';
import { allRights, getStatedRight, presetProfiles, type Rights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, type Account, createAccess } from '../index.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
const password = 'Demo-pass-1';
const peer = { address: '::1' };
const minutes = 60_000;
const sites = [11, 12] as InstallationId[];
const files = testFiles();
let access: Access;
let system: Scope;
let count = 0;

const create = () =>
  createAccess({
    db: stores.relational.db,
    clock,
    secret: 'a test',
    links: testLinks,
    files,
    seesInstallation: async (scope, id) => sites.includes(id) && (scope.installationIds?.includes(id) ?? true),
  });

beforeAll(async () => {
  access = create();
  system = systemScope((await stores.freshOrganization('People')) as OrganizationId);
});

type Preset = keyof typeof presetProfiles;

const value = <Value>(result: { ok: boolean; value?: Value; error?: unknown }): Value => {
  if (result.ok) return result.value as Value;
  throw new Error(JSON.stringify(result.error));
};

/** Creates a user with that profile; administrators also get the role. */
async function person(preset: Preset, installationIds: InstallationId[] | null = null): Promise<Account> {
  count += 1;
  const { name, rights } = presetProfiles[preset];
  const profile = value(await access.createProfile(system, { name, rights }));
  const role = preset === 'administrator' ? 'admin' : 'user';
  const email = `person-${count}@people.example`;
  const wanted = {
    email,
    password,
    role,
    profileId: profile.id,
    installationIds,
    isEmailVerified: true,
    language: 'en',
  } as const;
  return value(await access.createUser(system, wanted));
}

async function scopeOf({ email }: { email: string }): Promise<Scope> {
  const { token } = value(await access.signIn({ email, password, ...peer }));
  const { scope } = await access.authenticate(token);
  if (scope === null) throw new Error('not signed in');
  return scope;
}

const rowOf = async ({ id }: { id: number }) =>
  (await stores.relational.db.execute(sql`select * from users where id = ${id}`)).rows[0] as Record<string, unknown>;

/** Returns the newest message to a recipient. */
async function lastMessage(recipient: string): Promise<string> {
  const { rows } = await stores.relational.db.execute<{ content: { text: string } }>(
    sql`select content from outbox where recipient = ${recipient} order by id desc limit 1`,
  );
  return rows[0]?.content.text ?? '';
}

const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';

async function audited(subject: number): Promise<readonly string[]> {
  const { rows } = await stores.relational.db.execute<{ action: string }>(
    sql`select action from audit_entries where subject_id = ${subject} order by id`,
  );
  return rows.map(({ action }) => action);
}

describe('B01–B03 one’s own profile', () => {
  it('keeps what is left out, stores what is said and writes down what changed', async () => {
    const own = await person('viewer');
    const scope = await scopeOf(own);
    const said = { firstName: ' Leïla ', lastName: 'Haddad', phone: '+41 79 123 45 67', lang: 'de' } as const;
    const saved = value(await access.updateOwnProfile(scope, said, peer));
    expect(saved).toMatchObject({ firstName: 'Leïla', phone: '+41791234567', language: 'de', theme: 'system' });
    const preferences = { theme: 'dark', timezone: 'Asia/Tokyo', dateFormat: 'YYYY-MM-DD' } as const;
    expect(value(await access.updateOwnProfile(scope, preferences, peer))).toMatchObject({
      firstName: 'Leïla',
      ...preferences,
    });
    expect(value(await access.updateOwnProfile(scope, { timezone: null, phone: '' }, peer))).toMatchObject({
      timezone: null,
      phone: null,
    });
    expect(await audited(own.id)).toEqual([
      'session.signedIn',
      ...Array.from({ length: 3 }, () => 'account.ownProfileChanged'),
    ]);
  });

  it.each([
    ['firstName', { firstName: 'R2D2' }],
    ['lastName', { lastName: ' ' }],
    ['phone', { phone: '079 123 45 67' }],
    ['phone', { phone: '+41 79 123 45 6' }],
    ['phone', { phone: '+33 6 12 34 56' }],
    ['phone', { phone: '+81 90 12' }],
    ['lang', { lang: 'pt' }],
    ['timezone', { timezone: 'Mars/Base' }],
    ['dateFormat', { dateFormat: 'YY' }],
    ['email', { email: 'nobody' }],
  ])('refuses a wrong %s', async (field, change) => {
    const scope = await scopeOf(await person('viewer'));
    const answer = await access.updateOwnProfile(scope, change, peer);
    expect(answer).toMatchObject({ ok: false, error: { code: 'BAD_INPUT', field } });
  });

  it.each([
    ['phone', { phone: '+4179123456' }],
    ['password', { password: 'Demopass1' }],
  ])('A13, A14 makes nobody with a wrong %s', async (field, wrong) => {
    const { profileId } = await person('viewer');
    const wanted = { email: `wrong-${field}@people.example`, password, role: 'user', profileId, ...wrong } as const;
    expect(await access.createUser(system, wanted)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT', field } });
  });

  it('takes nothing that is not one’s own to decide', async () => {
    const own = await person('viewer');
    const slipped = { firstName: 'Eve', role: 'admin', profileId: 1, installationIds: [11], isPhoneVerified: true };
    value(await access.updateOwnProfile(await scopeOf(own), slipped, peer));
    expect(await rowOf(own)).toMatchObject({
      first_name: 'Eve',
      role: 'user',
      profile_id: own.profileId,
      installation_ids: null,
      is_phone_verified: false,
    });
  });

  it('verifies a phone by a code, and another phone is not verified', async () => {
    const own = await person('viewer');
    const scope = await scopeOf(own);
    expect(await access.sendContactVerification(scope, 'phone')).toMatchObject({ error: { field: 'contact' } });
    const phone = `+4179000${1000 + count}`;
    value(await access.updateOwnProfile(scope, { phone }, peer));
    value(await access.sendContactVerification(scope, 'phone'));
    const code = codeIn(await lastMessage(phone));
    expect(await access.verifyContact(scope, { contact: 'email', code, ...peer })).toMatchObject({
      error: { field: 'otp' },
    });
    expect(
      await access.verifyContact(scope, { contact: 'phone', code: code === '000000' ? '000001' : '000000', ...peer }),
    ).toMatchObject({
      error: { field: 'otp' },
    });
    expect(value(await access.verifyContact(scope, { contact: 'phone', code, ...peer }))).toMatchObject({
      isPhoneVerified: true,
    });
    expect(value(await access.updateOwnProfile(scope, { phone: '+41790009999' }, peer))).toMatchObject({
      isPhoneVerified: false,
    });
  });

  it('does not take a code that went to a phone one no longer has', async () => {
    const scope = await scopeOf(await person('viewer'));
    value(await access.updateOwnProfile(scope, { phone: '+41790008888' }, peer));
    value(await access.sendContactVerification(scope, 'phone'));
    value(await access.updateOwnProfile(scope, { phone: '+41790007777' }, peer));
    const code = codeIn(await lastMessage('+41790008888'));
    expect(await access.verifyContact(scope, { contact: 'phone', code, ...peer })).toMatchObject({
      error: { field: 'otp' },
    });
  });
});

describe('B03, B04 password and two-factor', () => {
  it('takes a new password for the old one; other sessions end and a mail tells', async () => {
    const own = await person('viewer');
    const [here, elsewhere] = [await scopeOf(own), value(await access.signIn({ ...own, password, ...peer })).token];
    const change = (oldPassword: string, newPassword: string) =>
      access.changePassword(here, { oldPassword, newPassword, ...peer });
    expect(await change('Wrong-pass-1', 'Newer-pass-2')).toMatchObject({ error: { field: 'oldPassword' } });
    for (const weak of ['short-1', 'no-numbers', password])
      expect(await change(password, weak)).toMatchObject({ error: { field: 'newPassword' } });
    expect(await change(password, 'Newer-pass-2')).toEqual({ ok: true, value: true });
    expect(await access.authenticate(elsewhere)).toMatchObject({ scope: null });
    expect(await access.findUser(here, own.id)).not.toBeNull();
    expect(await access.signIn({ email: own.email, password, ...peer })).toMatchObject({ ok: false });
    expect(await lastMessage(own.email)).toContain('password');
  });

  it('is not a way to try passwords', async () => {
    const scope = await scopeOf(await person('viewer'));
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        access.changePassword(scope, { oldPassword: `Wrong-pass-${i}`, newPassword: 'Newer-pass-2', ...peer }),
      ),
    );
    expect(tries.filter((one) => !one.ok && one.error.code === 'RATE_LIMITED')).toHaveLength(2);
  });

  it('goes to verified contacts only, after a recent sign-in or the password', async () => {
    const own = await person('viewer');
    const scope = await scopeOf(own);
    const set = (contact: OtpContact | null, secret?: string) =>
      access.changeTwoFactor(scope, contact, { ...peer, password: secret });
    expect(await set('phone')).toMatchObject({ error: { field: 'otpContact' } });
    clock.time += 20 * minutes;
    expect(await set('email')).toMatchObject({ error: { code: 'FORBIDDEN', field: 'password' } });
    expect(value(await set('email', password))).toMatchObject({ otpContact: 'email' });
    expect(
      await access.updateOwnProfile(scope, { email: 'other@people.example' }, { ...peer, password }),
    ).toMatchObject({ error: { code: 'BAD_INPUT', field: 'email' } });
    expect(value(await set(null, password))).toMatchObject({ otpContact: null });
    expect((await audited(own.id)).filter((action) => action === 'account.twoFactorChanged')).toHaveLength(2);
  });

  it('is nobody’s who looks as somebody else', async () => {
    const own = await person('administrator');
    const looking = { ...(await scopeOf(own)), viewedBy: own.id } as Scope;
    const forbidden = { ok: false, error: { code: 'FORBIDDEN' } };
    expect(
      await access.changePassword(looking, { oldPassword: password, newPassword: 'Newer-pass-2', ...peer }),
    ).toMatchObject(forbidden);
    expect(await access.changeTwoFactor(looking, 'email', peer)).toMatchObject(forbidden);
    expect(await access.updateOwnProfile(looking, { firstName: 'Eve' }, peer)).toMatchObject(forbidden);
    expect(await access.updateUser(looking, own.id, { role: 'user' }, '::1')).toMatchObject(forbidden);
    expect(await access.removeUser(looking, own.id)).toMatchObject(forbidden);
    expect(await access.inviteMember(looking, { email: 'x@y.ch', role: 'user' })).toMatchObject(forbidden);
    expect(await access.addProfile(looking, { name: 'Mine', rights: {} })).toMatchObject(forbidden);
    expect(await access.sendContactVerification(looking, 'email')).toMatchObject(forbidden);
    expect(await access.cancelEmailChange(looking)).toMatchObject(forbidden);
  });
});

describe('B01, B05 pictures', () => {
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  it('are made anew, kept, and the one before goes', async () => {
    const own = await person('viewer');
    const scope = await scopeOf(own);
    const first = value(await access.uploadPicture(scope, dot)).picture as string;
    const stored = await files.store.get(first);
    expect(stored?.subarray(8, 12).toString()).toBe('WEBP');
    const second = value(await access.uploadPicture(scope, dot)).picture as string;
    expect(await files.store.get(first)).toBeNull();
    expect(value(await access.uploadPicture(scope, null)).picture).toBeNull();
    expect(await files.store.get(second)).toBeNull();
  });

  it.each([
    ['a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page called a picture', Buffer.from('<html>')],
    ['half a picture', dot.subarray(0, 30)],
    ['more than 1 MB', Buffer.concat([dot, Buffer.alloc(1024 * 1024)])],
  ])('are never %s', async (_what, bytes) => {
    const scope = await scopeOf(await person('viewer'));
    expect(await access.uploadPicture(scope, bytes)).toMatchObject({ ok: false, error: { field: 'file' } });
  });
});

describe('B06, B07 managing members', () => {
  it('changes, switches two-factor off and deletes, written down', async () => {
    const boss = await scopeOf(await person('administrator'));
    const other = await person('viewer');
    await stores.relational.db.execute(sql`update users set otp_contact = 'email' where id = ${other.id}`);
    const analyst = value(await access.createProfile(system, presetProfiles.analyst));
    const change = { firstName: 'Ada', profileId: analyst.id, installationIds: [11], otpContact: null };
    expect(value(await access.updateUser(boss, other.id, change, '::1'))).toMatchObject({
      firstName: 'Ada',
      profileId: analyst.id,
      installationIds: [11],
      otpContact: null,
    });
    expect(await lastMessage(other.email)).toContain('wo-factor');
    expect(await access.removeUser(boss, other.id)).toEqual({ ok: true, value: true });
    expect(await access.findUser(boss, other.id)).toBeNull();
    expect(await audited(other.id)).toEqual(['account.changed', 'account.twoFactorChanged', 'account.deleted']);
  });

  it('lets nobody raise themselves or give more than they have', async () => {
    const rights = { organization: { user: { read: true, edit: true, delete: true } } };
    const none = Object.fromEntries(['dashboard', 'app', 'data'].map((part) => [part, {}]));
    const helper = await person('viewer', [sites[0] as InstallationId]);
    const profile = value(
      await access.addProfile(await scopeOf(await person('administrator')), {
        name: 'Helper',
        rights: {
          ...none,
          ...rights,
          dashboard: { sensor: { read: true }, report: { create: false, read: false, edit: false, delete: false } },
          app: { salesFunnel: { read: false }, stopNGO: { create: false, read: false, edit: false, delete: false } },
          data: { salesMetrics: { edit: false } },
        },
      }),
    );
    await stores.relational.db.execute(sql`update users set profile_id = ${profile.id} where id = ${helper.id}`);
    const scope = await scopeOf(helper);
    const admin = await person('administrator');
    const viewer = await person('viewer', [sites[0] as InstallationId]);
    const manager = value(await access.createProfile(system, presetProfiles.manager));
    const refused = async (id: number, change: object) =>
      expect([change, await access.updateUser(scope, id, change, '::1')]).toMatchObject([change, { ok: false }]);
    await refused(helper.id, { profileId: manager.id });
    await refused(helper.id, { role: 'admin' });
    await refused(helper.id, { installationIds: null });
    await refused(admin.id, { firstName: 'Eve' });
    await refused(viewer.id, { role: 'admin' });
    await refused(viewer.id, { profileId: manager.id });
    await refused(viewer.id, { installationIds: null });
    await refused(viewer.id, { installationIds: [12] });
    expect(await access.updateUser(scope, viewer.id, { firstName: 'Ada' }, '::1')).toMatchObject({ ok: true });
    expect(await access.removeUser(scope, admin.id)).toMatchObject({ error: { code: 'FORBIDDEN' } });
    expect(await access.removeUser(scope, helper.id)).toMatchObject({ ok: false });
    const elsewhere = await person('viewer', [sites[1] as InstallationId]);
    expect(await access.findUser(scope, elsewhere.id)).toBeNull();
    const known = await access.allUsers(scope);
    expect(known.map(({ id }) => id)).not.toContain(elsewhere.id);
    expect(await access.countUsers(scope)).toBe(known.length);
    expect(await access.removeUser(scope, elsewhere.id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('keeps one administrator, also when two take it from each other at once', async () => {
    const ours = systemScope((await stores.freshOrganization()) as OrganizationId);
    const profile = value(await access.createProfile(ours, presetProfiles.administrator));
    const admins = await Promise.all(
      ['one', 'two'].map(async (name) =>
        value(
          await access.createUser(ours, {
            email: `${name}@last.example`,
            password,
            role: 'admin',
            profileId: profile.id,
          }),
        ),
      ),
    );
    const [one, two] = admins as [Account, Account];
    const scopes = [await scopeOf(one), await scopeOf(two)] as [Scope, Scope];
    const answers = await Promise.all([
      access.updateUser(scopes[0], two.id, { role: 'user' }, '::1'),
      access.removeUser(scopes[1], one.id),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('B07 right profiles', () => {
  it('are filled leaf by leaf, written down by what they give and take, and kept while in use', async () => {
    const boss = await scopeOf(await person('administrator'));
    const made = value(
      await access.addProfile(boss, { name: ' Night shift ', rights: { dashboard: { alert: { read: true } } } }),
    );
    expect(made).toMatchObject({
      name: 'Night shift',
      rights: {
        dashboard: { alert: { read: true, create: true }, custom: { read: true } },
        data: { salesMetrics: { edit: true } },
      },
    });
    const { rows: stored } = await stores.relational.db.execute<{ rights: Rights }>(
      sql`select rights from profiles where id = ${made.id}`,
    );
    // Omitted rights are stored with their default.
    const leaves = allRights.map((right) => getStatedRight(stored[0]?.rights ?? {}, right));
    expect(leaves).toEqual(allRights.map(() => true));
    expect(await access.addProfile(boss, { name: 'Night shift', rights: {} })).toMatchObject({
      error: { field: 'name' },
    });
    const changed = value(await access.changeProfile(boss, made.id, { name: 'Night shift', rights: {} }));
    expect(changed.rights.dashboard.alert).toEqual({ create: false, read: false, edit: false, delete: false });
    const member = await person('viewer');
    value(await access.updateUser(boss, member.id, { profileId: made.id }, '::1'));
    expect(await access.removeProfile(boss, made.id)).toMatchObject({ error: { code: 'BAD_INPUT' } });
    expect((await access.allProfiles(boss)).find(({ id }) => id === made.id)).toMatchObject({ userCount: 1 });
    value(await access.removeUser(boss, member.id));
    expect(await access.removeProfile(boss, made.id)).toEqual({ ok: true, value: true });
    const { rows } = await stores.relational.db.execute<{ details: { withdrawn: string[] } }>(
      sql`select details from audit_entries where action = 'profile.changed' and subject_id = ${made.id}`,
    );
    expect(rows[0]?.details.withdrawn).toContain('dashboard.alert.read');
  });
});
