import type { OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, createAccess } from '../index.ts';

const stores = useTestStores();
const start = Date.parse('2026-03-01T08:00:00Z');
const clock = aClock(start);
const week = 7 * 24 * 60 * 60_000;
const good = { password: 'Demo-pass-1', firstName: 'Leïla', lastName: 'Haddad' };
let access: Access;
let scope: Scope;
let people = 0;

beforeAll(async () => {
  access = createAccess({
    db: stores.relational.db,
    clock,
    secret: 'a test',
    links: testLinks,
    files: testFiles(),
    seesInstallation: async () => true,
  });
  scope = systemScope((await stores.freshOrganization('Rive')) as OrganizationId);
});

const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? '';

async function messages(recipient: string): Promise<readonly { text: string; html?: string }[]> {
  const { rows } = await stores.relational.db.execute<{ content: { text: string } }>(
    sql`select content from outbox where recipient = ${recipient} order by id`,
  );
  return rows.map(({ content }) => content);
}

/** Invites a user and returns the token from their mail. */
async function invited(role: 'admin' | 'user' = 'user') {
  people += 1;
  const email = `invited-${people}@contacts.example`;
  const invitation = await access.inviteUser(scope, { email, role });
  if (!invitation.ok) throw new Error(invitation.error.message);
  const [mail] = await messages(email);
  return { email, token: tokenIn(mail?.text ?? ''), path: invitation.value.path };
}

const rowOf = async (email: string) =>
  (await stores.relational.db.execute(sql`select * from users where email = ${email}`)).rows[0];

const codeTo = async (recipient: string) => /\b\d{6}\b/.exec((await messages(recipient)).at(-1)?.text ?? '')?.[0] ?? '';

describe('A10 the mail of an invitation', () => {
  it('carries the link that accepts, by the product’s own address', async () => {
    const { token, path, email } = await invited();
    expect(path).toBe(`/invitation?token=${token}`);
    const [mail] = await messages(email);
    expect(mail?.text).toContain(`http://atrium.test${path}`);
    expect(mail?.text).toContain('Rive');
  });

  it('is sent again for an expired link, to the same address, once a minute', async () => {
    const { token, email } = await invited();
    clock.time += week;
    expect(await access.invitationByToken(token, '::1')).toMatchObject({ value: { state: 'EXPIRED' } });
    const asked = await Promise.all([1, 2, 3].map(() => access.resendInvitation(token, '::1')));
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1);
    expect(asked.filter((one) => !one.ok && one.error.code === 'RATE_LIMITED')).toHaveLength(2);
    const mails = await messages(email);
    expect(mails).toHaveLength(2);
    const fresh = tokenIn(mails[1]?.text ?? '');
    expect(await access.invitationByToken(fresh, '::1')).toMatchObject({ value: { state: 'VALID', email } });
    expect(await access.acceptInvitation({ ...good, token: fresh }, '::1')).toEqual({ ok: true, value: email });
    expect(await access.resendInvitation(token, '::1')).toMatchObject({ error: { code: 'BAD_INPUT' } });
    expect(await access.resendInvitation('unknown', '::1')).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});

describe('A16 two-factor while accepting', () => {
  it('by phone: the code is sent there, and the phone is verified', async () => {
    const { token, email } = await invited();
    const phone = `+4179200${1000 + people}`;
    for (const wrong of ['079 12', phone.slice(0, -1), `${phone}1`, '+33612345']) {
      const refused = await access.sendInvitationCode(token, { phone: wrong }, '::1');
      expect([wrong, refused]).toMatchObject([wrong, { error: { code: 'BAD_INPUT', field: 'phone' } }]);
    }
    expect(await access.sendInvitationCode(token, { phone }, '::1')).toMatchObject({ ok: true });
    expect(await access.sendInvitationCode(token, { phone }, '::1')).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    const code = await codeTo(phone);
    const other = code === '123456' ? '123457' : '123456';
    expect(await access.verifyInvitedContact(token, other, '::1')).toMatchObject({ error: { field: 'otp' } });
    expect(await access.verifyInvitedContact(token, code, '::1')).toMatchObject({ ok: true });
    expect(await access.chooseInvitedContact(token, 'phone', '::1')).toMatchObject({ ok: true });
    expect(await access.acceptInvitation({ ...good, token, phone }, '::1')).toMatchObject({ ok: true });
    expect(await rowOf(email)).toMatchObject({ phone, is_phone_verified: true, otp_contact: 'phone' });
  });

  it('is refused by a phone other than the one that was proven, and nothing is stored', async () => {
    const { token, email } = await invited();
    const phone = `+4179300${1000 + people}`;
    await access.chooseInvitedContact(token, 'phone', '::1');
    const answer = await access.acceptInvitation({ ...good, token, phone }, '::1');
    expect(answer).toMatchObject({ error: { field: 'otpContact' } });
    await access.sendInvitationCode(token, { phone }, '::1');
    await access.verifyInvitedContact(token, await codeTo(phone), '::1');
    const another = await access.acceptInvitation({ ...good, token, phone: '+41799999999' }, '::1');
    expect(another).toMatchObject({ error: { field: 'otpContact' } });
    expect(await rowOf(email)).toMatchObject({ password_hash: null });
    expect(await access.chooseInvitedContact(token, null, '::1')).toMatchObject({ ok: true });
    const without = await access.acceptInvitation({ ...good, token, phone: '+41799999999' }, '::1');
    expect(without).toMatchObject({ ok: true });
    expect(await rowOf(email)).toMatchObject({ is_phone_verified: false, otp_contact: null });
  });

  it('by email needs no code where the mailed link proves the address', async () => {
    const { token, email } = await invited();
    await access.chooseInvitedContact(token, 'email', '::1');
    expect(await access.acceptInvitation({ ...good, token }, '::1')).toMatchObject({ ok: true });
    expect(await rowOf(email)).toMatchObject({ otp_contact: 'email', is_email_verified: true });
  });

  it('by an address that was typed needs its code', async () => {
    const ours = systemScope((await stores.freshOrganization()) as OrganizationId);
    const first = await access.inviteFirstAdministrator(ours);
    const token = first.ok ? tokenIn(first.value.path) : '';
    const email = 'typed@contacts.example';
    await access.chooseInvitedContact(token, 'email', '::1');
    expect(await access.acceptInvitation({ ...good, token, email }, '::1')).toMatchObject({
      error: { field: 'otpContact' },
    });
    expect(await access.sendInvitationCode(token, { email }, '::1')).toMatchObject({ ok: true });
    expect(await access.verifyInvitedContact(token, await codeTo(email), '::1')).toMatchObject({ ok: true });
    expect(await access.acceptInvitation({ ...good, token, email }, '::1')).toMatchObject({ ok: true });
    expect(await rowOf(email)).toMatchObject({ otp_contact: 'email', is_email_verified: true });
    const { token: mailed } = await invited();
    expect(await access.sendInvitationCode(mailed, { email: 'x@y.example' }, '::1')).toMatchObject({
      error: { field: 'email' },
    });
  });

  it('writes to ten phones an hour at most', async () => {
    const { token } = await invited();
    const codes: unknown[] = [];
    for (let i = 0; i < 11; i += 1) {
      clock.time += 61_000;
      const sent = await access.sendInvitationCode(token, { phone: `+417940${10_000 + i}` }, '::1');
      codes.push(sent.ok);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => true), false]);
  });
});
