import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { everythingSent, type MessageDelivery } from '../../../platform/config/delivery.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, type Account, createAccess } from '../index.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
const password = 'Demo-pass-1';
const another = 'Rive-door-7';
const peer = { address: '::1' };
const sites = [11, 12] as InstallationId[];
const names = { firstName: 'Nora', lastName: 'Lang' };
let withoutMail: Access;
let withMail: Access;
let system: Scope;
let count = 0;

const create = (delivery: MessageDelivery) =>
  createAccess({
    db: stores.relational.db,
    clock,
    secret: 'a test',
    links: testLinks,
    files: testFiles(),
    delivery,
    seesInstallation: async (scope, id) => sites.includes(id) && (scope.installationIds?.includes(id) ?? true),
  });

beforeAll(async () => {
  withoutMail = create({ mail: 'none', texts: 'none' });
  withMail = create(everythingSent);
  system = systemScope((await stores.freshOrganization('Without mail')) as OrganizationId);
});

const value = <Value>(result: { ok: boolean; value?: Value; error?: unknown }): Value => {
  if (result.ok) return result.value as Value;
  throw new Error(JSON.stringify(result.error));
};

interface Wanted {
  readonly installationIds?: InstallationId[];
  readonly isEmailVerified?: boolean;
}

async function person(
  preset: keyof typeof presetProfiles,
  { installationIds, isEmailVerified = true }: Wanted = {},
): Promise<Account> {
  count += 1;
  const { name, rights } = presetProfiles[preset];
  const profile = value(await withoutMail.createProfile(system, { name, rights }));
  const wanted = {
    email: `person-${count}@without-mail.example`,
    password,
    role: preset === 'administrator' ? 'admin' : 'user',
    profileId: profile.id,
    installationIds: installationIds ?? null,
    isEmailVerified,
    language: 'en',
  } as const;
  return value(await withoutMail.createUser(system, wanted));
}

async function scopeOf({ email }: { email: string }): Promise<Scope> {
  const { scope } = await withoutMail.authenticate(value(await withoutMail.signIn({ email, password, ...peer })).token);
  if (scope === null) throw new Error('not signed in');
  return scope;
}

const administrator = async () => scopeOf(await person('administrator'));

const tokenIn = (path: string) => new URL(path, 'http://atrium.example').searchParams.get('token') ?? '';

const verified = async (email: string) =>
  (await stores.relational.db.execute(sql`select is_email_verified from users where email = ${email}`)).rows.map(
    (row) => row.is_email_verified,
  );

const actionsAbout = async (userId: number) =>
  (
    await stores.relational.db.execute(sql`select action from audit_entries where subject_id = ${userId} order by id`)
  ).rows.map((row) => row.action);

const mailsTo = async (email: string) =>
  (await stores.relational.db.execute(sql`select id from outbox where recipient = ${email}`)).rows.length;

const newEmail = () => {
  count += 1;
  return `invited-${count}@without-mail.example`;
};

describe('where mail is not set up, an invitation', () => {
  it('is a link that lets its holder in, proves no address, is audited and sends nothing', async () => {
    const email = newEmail();
    const { path, account } = value(await withoutMail.inviteByLink(await administrator(), { email, role: 'user' }));
    expect(path).toMatch(/^\/invitation\?token=\S{40,}$/);
    expect(await mailsTo(email)).toBe(0);
    expect(await actionsAbout(account.id)).toEqual(['account.invited', 'account.invitationLinkShown']);
    const token = tokenIn(path);
    expect(value(await withoutMail.acceptInvitation({ token, password, ...names }, '::1'))).toBe(email);
    expect(await verified(email)).toEqual([false]);
    expect((await scopeOf({ email })).userId).toBe(account.id);
    expect(await withoutMail.acceptInvitation({ token, password, ...names }, '::1')).toMatchObject({ ok: false });
  });

  it('cannot pass for a mailed one, whatever is done to its token', async () => {
    const email = newEmail();
    const { path } = value(await withoutMail.inviteByLink(await administrator(), { email, role: 'user' }));
    const token = tokenIn(path).replace(/^[^.]*\./, '');
    expect(token).not.toBe(tokenIn(path));
    const tried = await withoutMail.acceptInvitation({ token, password, ...names }, '::1');
    expect(tried).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  });

  it('is refused for an address somebody signs in with already', async () => {
    const holder = await person('viewer');
    const elsewhere = systemScope((await stores.freshOrganization('Elsewhere')) as OrganizationId);
    const { rights } = presetProfiles.administrator;
    const profile = value(await withoutMail.createProfile(elsewhere, { name: 'All', rights }));
    const wanted = {
      email: newEmail(),
      password,
      role: 'admin',
      profileId: profile.id,
      isEmailVerified: true,
    } as const;
    value(await withoutMail.createUser(elsewhere, wanted));
    const asked = await withoutMail.inviteByLink(await scopeOf(wanted), { email: holder.email, role: 'user' });
    const token = tokenIn(value(asked).path);
    const accepted = await withoutMail.acceptInvitation({ token, password, ...names }, '::1');
    expect(accepted).toMatchObject({ ok: false, error: { field: 'email' } });
    expect(await verified(holder.email)).toContain(true);
  });

  it('grants no more than its creator has', async () => {
    const limited = await scopeOf(await person('administrator', { installationIds: [11 as InstallationId] }));
    for (const wider of [{ installationIds: null }, { installationIds: [12] }])
      expect(await withoutMail.inviteByLink(limited, { email: newEmail(), role: 'user', ...wider })).toMatchObject({
        ok: false,
      });
    const user = { ...(await administrator()), role: 'user' as const };
    expect(await withoutMail.inviteByLink(user, { email: newEmail(), role: 'admin' })).toMatchObject({
      error: { code: 'FORBIDDEN', field: 'role' },
    });
  });

  it('of a pending user with more rights shows no link', async () => {
    const email = newEmail();
    value(await withoutMail.inviteByLink(await administrator(), { email, role: 'admin' }));
    const limited = await scopeOf(await person('administrator', { installationIds: [11 as InstallationId] }));
    expect(await withoutMail.inviteByLink(limited, { email, role: 'user' })).toMatchObject({
      ok: false,
      error: { code: 'FORBIDDEN' },
    });
  });
});

describe('where mail is not set up, a reset link', () => {
  it('sets a password, once, is audited, and proves no address', async () => {
    const member = await person('viewer', { isEmailVerified: false });
    const { path } = value(await withoutMail.showResetLink(await administrator(), member.id));
    expect(path).toMatch(/^\/reset-password-confirm\?token=\S{40,}$/);
    expect(await actionsAbout(member.id)).toEqual(['account.resetLinkShown']);
    const confirmation = { token: tokenIn(path), newPassword: another, ...peer };
    value(await withoutMail.confirmPasswordReset(confirmation));
    expect(await verified(member.email)).toEqual([false]);
    value(await withoutMail.signIn({ email: member.email, password: another, ...peer }));
    expect(await withoutMail.confirmPasswordReset(confirmation)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('is refused for users with more rights or sites, for unknown users, and for oneself', async () => {
    const whole = await person('administrator');
    const limited = await scopeOf(await person('administrator', { installationIds: [11 as InstallationId] }));
    const codes = async (scope: Scope, userId: number) => {
      const shown = await withoutMail.showResetLink(scope, userId);
      return shown.ok ? 'shown' : shown.error.code;
    };
    expect(await codes(limited, whole.id)).toBe('FORBIDDEN');
    expect(await codes(await administrator(), 9_999_999)).toBe('NOT_FOUND');
    expect(await codes(await scopeOf(whole), whole.id)).toBe('BAD_INPUT');
    const viewed = { ...(await administrator()), viewedBy: whole.id };
    expect(await codes(viewed, whole.id)).toBe('FORBIDDEN');
  });
});

describe('where mail is not set up, an address', () => {
  it('of the installation’s first administrator counts as verified', async () => {
    const first = systemScope((await stores.freshOrganization('First')) as OrganizationId);
    const token = tokenIn(value(await withoutMail.inviteFirstAdministrator(first)).path);
    const email = newEmail();
    value(await withoutMail.acceptInvitation({ token, password, ...names, email }, '::1'));
    expect(await verified(email)).toEqual([true]);
  });

  it('is confirmed by an administrator, once, and audited', async () => {
    const member = await person('viewer', { isEmailVerified: false });
    const scope = await administrator();
    const confirmed = { userId: member.id, email: member.email, ...peer };
    expect(value(await withoutMail.confirmEmail(scope, confirmed)).isEmailVerified).toBe(true);
    value(await withoutMail.confirmEmail(scope, confirmed));
    expect(await actionsAbout(member.id)).toEqual(['account.emailConfirmed']);
  });

  it('is confirmed by nobody else, nor another than the one that was read, nor one that somebody proved', async () => {
    const member = await person('viewer', { isEmailVerified: false });
    const codes = async (scope: Scope, email = member.email, userId: number = member.id) => {
      const confirmed = await withoutMail.confirmEmail(scope, { userId, email, ...peer });
      return confirmed.ok ? 'confirmed' : confirmed.error.code;
    };
    expect(await codes({ ...(await administrator()), role: 'user' })).toBe('FORBIDDEN');
    expect(await codes(await administrator(), 'another@without-mail.example')).toBe('BAD_INPUT');
    const limited = await scopeOf(await person('administrator', { installationIds: [11 as InstallationId] }));
    expect(await codes(limited)).toBe('FORBIDDEN');
    const elsewhere = systemScope((await stores.freshOrganization('Proven')) as OrganizationId);
    const { rights } = presetProfiles.viewer;
    const profile = value(await withoutMail.createProfile(elsewhere, { name: 'Reads', rights }));
    const proven = {
      email: member.email,
      password,
      role: 'user',
      profileId: profile.id,
      isEmailVerified: true,
    } as const;
    value(await withoutMail.createUser(elsewhere, proven));
    expect(await codes(await administrator())).toBe('BAD_INPUT');
  });
});

describe('where no message reaches anybody, no code', () => {
  it('is promised, and no second key is made of one', async () => {
    const member = await person('viewer');
    const scope = await scopeOf(member);
    expect(await withoutMail.sendContactVerification(scope, 'email')).toMatchObject({
      error: { code: 'BAD_INPUT', field: 'contact' },
    });
    expect(await withoutMail.changeTwoFactor(scope, 'email', { password, ...peer })).toMatchObject({
      error: { code: 'BAD_INPUT', field: 'otpContact' },
    });
    const email = newEmail();
    const { path } = value(await withoutMail.inviteByLink(await administrator(), { email, role: 'user' }));
    const token = tokenIn(path);
    value(await withoutMail.chooseInvitedContact(token, 'email', '::1'));
    expect(await withoutMail.acceptInvitation({ token, password, ...names }, '::1')).toMatchObject({
      error: { code: 'BAD_INPUT', field: 'otpContact' },
    });
    expect(await mailsTo(email)).toBe(0);
  });

  it('is refused for want of a server where the outbox shows it', async () => {
    const shown = create({ mail: 'outbox', texts: 'outbox' });
    value(await shown.sendContactVerification(await scopeOf(await person('viewer')), 'email'));
  });
});

describe('where mail is set up', () => {
  it('no link is shown and no address is confirmed by hand', async () => {
    const scope = await administrator();
    const member = await person('viewer', { isEmailVerified: false });
    expect(await withMail.inviteByLink(scope, { email: newEmail(), role: 'user' })).toMatchObject({
      error: { code: 'BAD_INPUT' },
    });
    expect(await withMail.showResetLink(scope, member.id)).toMatchObject({ error: { code: 'BAD_INPUT' } });
    expect(await withMail.confirmEmail(scope, { userId: member.id, email: member.email, ...peer })).toMatchObject({
      error: { code: 'BAD_INPUT' },
    });
    const first = systemScope((await stores.freshOrganization('Mailed first')) as OrganizationId);
    const token = tokenIn(value(await withMail.inviteFirstAdministrator(first)).path);
    const email = newEmail();
    value(await withMail.acceptInvitation({ token, password, ...names, email }, '::1'));
    expect(await verified(email)).toEqual([false]);
  });
});
