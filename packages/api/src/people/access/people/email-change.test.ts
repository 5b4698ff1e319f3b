import type { OrganizationId, Result } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
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
const peer = { address: '203.0.113.7' };
const proof = { ...peer, password };
const minute = 60_000;
let access: Access;
let system: Scope;
let count = 0;

beforeAll(async () => {
  system = systemScope((await stores.freshOrganization('Addresses')) as OrganizationId);
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

const fresh = (what = 'new') => {
  count += 1;
  return `${what}-${count}@addresses.example`;
};

async function person(): Promise<Account> {
  const profile = value(await access.createProfile(system, presetProfiles.viewer));
  const wanted = { email: fresh('person'), password, role: 'user', profileId: profile.id, language: 'en' } as const;
  return value(await access.createUser(system, { ...wanted, isEmailVerified: true }));
}

/** Creates the first administrator of a new organization, with an unverified address. */
async function claimant(email: string): Promise<{ readonly scope: Scope; readonly organization: Scope }> {
  const organization = systemScope((await stores.freshOrganization()) as OrganizationId);
  const { path } = value(await access.inviteFirstAdministrator(organization));
  const names = { firstName: 'Eve', lastName: 'Claims' };
  value(await access.acceptInvitation({ token: tokenIn(path), password: 'Claim-pass-1', ...names, email }, '::1'));
  return { scope: await scopeOf(email, 'Claim-pass-1'), organization };
}

const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? '';

async function tokenOf(email: string, secret = password, deviceId?: string): Promise<string> {
  return value(await access.signIn({ email, password: secret, deviceId, ...peer })).token;
}

async function scopeOf(email: string, secret = password): Promise<Scope> {
  const { scope } = await access.authenticate(await tokenOf(email, secret));
  if (scope === null) throw new Error('not signed in');
  return scope;
}

const opens = async (email: string, secret = password) =>
  (await access.signIn({ email, password: secret, ...peer })).ok;

async function messagesTo(recipient: string): Promise<readonly string[]> {
  const { rows } = await stores.relational.db.execute<{ content: { text: string } }>(
    sql`select content from outbox where recipient = ${recipient} order by id`,
  );
  return rows.map(({ content }) => content.text);
}

const codeTo = async (email: string) => /\b\d{6}\b/.exec((await messagesTo(email)).at(-1) ?? '')?.[0] ?? '';

/** Returns the token of the reset link just mailed there, or ''. */
async function resetFor(email: string): Promise<string> {
  const before = (await messagesTo(email)).length;
  value(await access.requestPasswordReset({ email, ...peer }));
  return tokenIn((await messagesTo(email)).slice(before).join());
}

const ask = (scope: Scope, email: string, by: object = proof) =>
  access.updateOwnProfile(scope, { email }, { ...peer, ...by });

const own = async (scope: Scope) => scope.userId && (await access.accounts.findAccount(scope, scope.userId));

const byProvider = async (email: string, subject: string) => {
  const identity = { issuer: 'https://id.example', subject, verifiedEmail: email };
  const answer = await access.signInByProvider({ by: 'oidc', identity, ...peer });
  if (!answer.ok) return null;
  const { scope } = await access.authenticate(answer.value.token);
  return scope?.userId ?? null;
};

describe('another address', () => {
  it('takes the password, however recent the sign-in', async () => {
    const { email } = await person();
    const scope = await scopeOf(email);
    const refused = { error: { code: 'FORBIDDEN', field: 'password' } };
    expect(await ask(scope, fresh(), { password: undefined })).toMatchObject(refused);
    expect(await ask(scope, fresh(), { password: 'Wrong-pass-1' })).toMatchObject({ error: { field: 'password' } });
    expect(await own(scope)).toMatchObject({ email, pendingEmail: null });
  });

  it('has no effect until its code is entered: sign-in and links use the previous one', async () => {
    const { id, email } = await person();
    const scope = await scopeOf(email);
    const next = fresh();
    expect(value(await ask(scope, next))).toMatchObject({ email, isEmailVerified: true, pendingEmail: next });
    expect(await opens(next)).toBe(false);
    expect(await opens(email)).toBe(true);
    expect(await resetFor(next)).toBe('');
    expect(await resetFor(email)).not.toBe('');
    expect(await byProvider(next, 'whoever has the next address')).toBeNull();
    expect(await byProvider(email, `subject of ${id}`)).toBe(id);
    const told = (await messagesTo(email)).join();
    expect(told).toContain(next);
    expect(told).toContain('If this was not you, set a new password');
  });

  it('then is the one to sign in with: other sessions, links and browsers end, and the one before is told', async () => {
    const { id, email } = await person();
    const elsewhere = await tokenOf(email);
    const scope = await scopeOf(email);
    const link = await resetFor(email);
    const next = fresh();
    value(await ask(scope, ` ${next.toUpperCase()} `));
    const otp = await codeTo(next);
    expect(
      await access.verifyContact(scope, { contact: 'email', code: otp === '000000' ? '000001' : '000000', ...peer }),
    ).toMatchObject({
      error: { field: 'otp' },
    });
    const after = value(await access.verifyContact(scope, { contact: 'email', code: otp, ...peer }));
    expect(after).toMatchObject({ id, email: next, isEmailVerified: true, pendingEmail: null });
    expect([await opens(email), await opens(next)]).toEqual([false, true]);
    expect((await access.authenticate(elsewhere)).scope).toBeNull();
    expect(await own(scope)).toMatchObject({ email: next });
    expect(await access.confirmPasswordReset({ token: link, newPassword: 'Newer-pass-2', ...peer })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
    expect((await messagesTo(email)).at(-1)).toMatch(
      new RegExp(`${next}[^]*${peer.address}[^]*tell your administrator`),
    );
    const { rows } = await stores.relational.db.execute<{ action: string }>(
      sql`select action from audit_entries where subject_id = ${id} and action like 'account.email%' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['account.emailChangeRequested', 'account.emailChanged']);
  });

  it('can be called off, and another code sent', async () => {
    const { email } = await person();
    const scope = await scopeOf(email);
    const next = fresh();
    value(await ask(scope, next));
    expect(await access.sendContactVerification(scope, 'email')).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    clock.time += 2 * minute;
    value(await access.sendContactVerification(scope, 'email'));
    expect(await messagesTo(next)).toHaveLength(2);
    const otp = await codeTo(next);
    expect(value(await access.cancelEmailChange(scope))).toMatchObject({ email, pendingEmail: null });
    const { rows } = await stores.relational.db.execute<{ action: string }>(
      sql`select action from audit_entries where subject_id = ${scope.userId} order by id desc limit 1`,
    );
    expect(rows).toEqual([{ action: 'account.emailChangeCancelled' }]);
    expect(await access.verifyContact(scope, { contact: 'email', code: otp, ...peer })).toMatchObject({
      error: { field: 'otp' },
    });
    expect(await own(scope)).toMatchObject({ email });
  });

  it('is proven by its own code, not by that of another one', async () => {
    const { email } = await person();
    const scope = await scopeOf(email);
    const [first, second] = [fresh(), fresh()];
    value(await ask(scope, first));
    const otp = await codeTo(first);
    expect(await ask(scope, second)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    expect(await own(scope)).toMatchObject({ pendingEmail: first });
    clock.time += 2 * minute;
    value(await ask(scope, second));
    expect(await access.verifyContact(scope, { contact: 'email', code: otp, ...peer })).toMatchObject({
      error: { field: 'otp' },
    });
    expect(await opens(email)).toBe(true);
  });

  it.each<[string, (scope: Scope, email: string) => Promise<unknown>]>([
    [
      'a new password',
      (scope) => access.changePassword(scope, { oldPassword: password, newPassword: 'Other-pass-2', ...peer }),
    ],
    [
      'a link to set one',
      async (_scope, email) =>
        access.confirmPasswordReset({ token: await resetFor(email), newPassword: 'Other-pass-2', ...peer }),
    ],
    ['two-factor', (scope) => access.changeTwoFactor(scope, 'email', proof)],
    ['logging out everywhere', (scope) => access.leaveEverywhere(scope, peer.address)],
  ])('is called off by %s', async (_, end) => {
    const { email } = await person();
    const scope = await scopeOf(email);
    const next = fresh();
    value(await ask(scope, next));
    const otp = await codeTo(next);
    await end(scope, email);
    expect(await own(scope)).toMatchObject({ email, pendingEmail: null });
    expect(await access.verifyContact(scope, { contact: 'email', code: otp, ...peer })).toMatchObject({ ok: false });
    expect(await own(scope)).toMatchObject({ email });
  });

  it('tells nobody who else has it, and is refused to whoever proves it second', async () => {
    const [one, two, owner] = [await person(), await person(), await person()];
    const next = fresh();
    const [scope, late] = [await scopeOf(one.email), await scopeOf(two.email)];
    value(await ask(scope, next));
    const otp = await codeTo(next);
    value(await ask(late, next));
    const lateOtp = await codeTo(next);
    value(await access.verifyContact(scope, { contact: 'email', code: otp, ...peer }));
    expect(await access.verifyContact(late, { contact: 'email', code: lateOtp, ...peer })).toMatchObject({
      error: { field: 'email' },
    });
    expect(await own(late)).toMatchObject({ email: two.email, isEmailVerified: true });
    clock.time += 2 * minute;
    expect(value(await ask(late, owner.email))).toMatchObject({ email: two.email, pendingEmail: owner.email });
    expect(
      await access.verifyContact(late, { contact: 'email', code: await codeTo(owner.email), ...peer }),
    ).toMatchObject({
      error: { field: 'email' },
    });
    expect(await opens(owner.email)).toBe(true);
  });
});

describe('an address that was merely claimed', () => {
  it('lets its person in, but gets no link and no identity of a provider until it is proven', async () => {
    const email = fresh('claimed');
    const { scope } = await claimant(email);
    expect(await resetFor(email)).toBe('');
    expect(await byProvider(email, 'the owner of the claimed address')).toBeNull();
    value(await access.sendContactVerification(scope, 'email'));
    value(await access.verifyContact(scope, { contact: 'email', code: await codeTo(email), ...peer }));
    expect(await resetFor(email)).not.toBe('');
    expect(await byProvider(email, 'the owner of the claimed address')).toBe(scope.userId);
  });

  it('belongs to whoever verifies it: they sign in with it, and get its links and identities', async () => {
    const email = fresh('claimed');
    const { scope: claiming } = await claimant(email);
    const { id, email: before } = await person();
    const scope = await scopeOf(before);
    value(await ask(scope, email));
    value(await access.verifyContact(scope, { contact: 'email', code: await codeTo(email), ...peer }));
    expect([await opens(email), await opens(email, 'Claim-pass-1')]).toEqual([true, false]);
    const token = await resetFor(email);
    value(await access.confirmPasswordReset({ token, newPassword: 'Newer-pass-2', ...peer }));
    const { rows } = await stores.relational.db.execute<{ action: string }>(
      sql`select distinct action from audit_entries where subject_id = ${id} and action like 'account.%'`,
    );
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.emailChanged', 'account.passwordReset']),
    );
    expect(await opens(email, 'Newer-pass-2')).toBe(true);
    expect(await byProvider(email, 'the one who proved it')).toBe(id);
    // The account that claimed it stays and can set an address of its own.
    const theirs = fresh();
    value(await ask(claiming, theirs, { password: 'Claim-pass-1' }));
    value(await access.verifyContact(claiming, { contact: 'email', code: await codeTo(theirs), ...peer }));
    expect(await opens(theirs, 'Claim-pass-1')).toBe(true);
  });

  it('keeps nobody from being invited by it elsewhere, and accepting proves it', async () => {
    const email = fresh('claimed');
    const { scope: claiming } = await claimant(email);
    const { path } = value(await access.inviteUser(system, { email, role: 'user' }));
    const names = { firstName: 'Ann', lastName: 'Owner' };
    value(await access.acceptInvitation({ token: tokenIn(path), password, ...names }, '::1'));
    expect([await opens(email), await opens(email, 'Claim-pass-1')]).toEqual([true, false]);
    value(await access.sendContactVerification(claiming, 'email'));
    expect(
      await access.verifyContact(claiming, { contact: 'email', code: await codeTo(email), ...peer }),
    ).toMatchObject({
      error: { field: 'email' },
    });
    expect(await access.inviteUser(claiming, { email: fresh(), role: 'user' })).toMatchObject({ ok: true });
  });

  it('of two invitations goes to the first to accept; the other one is void', async () => {
    const email = fresh('invited');
    const other = systemScope((await stores.freshOrganization()) as OrganizationId);
    const [here, there] = [system, other].map((scope) => access.inviteUser(scope, { email, role: 'user' }));
    const tokens = [value(await here!), value(await there!)].map(({ path }) => tokenIn(path));
    const accept = (token: string | undefined) =>
      access.acceptInvitation({ token: token ?? '', password, firstName: 'Ann', lastName: 'Owner' }, '::1');
    const answers = await Promise.all(tokens.map(accept));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'BAD_INPUT', field: 'email' } });
    expect(await opens(email)).toBe(true);
    await Promise.all([1, 2, 3].map(() => access.inviteUser(system, { email: 'same@x.example', role: 'user' })));
    const { rows } = await stores.relational.db.execute(sql`select 1 from users where email = 'same@x.example'`);
    expect(rows).toHaveLength(1);
  });
});
