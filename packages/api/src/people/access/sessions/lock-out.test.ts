import { randomBytes } from 'node:crypto';
import type { OrganizationId, Result, UserId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { openSeverableDatabase, type SeverableDatabase } from '../../../platform/testing/severable-database.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, createAccess } from '../index.ts';

const stores = useTestStores();
const start = Date.parse('2026-03-01T08:00:00Z');
const clock = aClock(start);
const day = 24 * 60 * 60_000;
const password = 'Demo-pass-1';
const home = '192.0.2.1';
let access: Access;
let scope: Scope;
let people = 0;

/** With limits of its own. */
const create = (db: Database = stores.relational.db) =>
  createAccess({
    db,
    clock,
    secret: 'a secret of this test alone, and of no installation',
    links: testLinks,
    files: testFiles(),
    seesInstallation: async () => true,
  });

beforeAll(async () => {
  scope = systemScope((await stores.freshOrganization()) as OrganizationId);
});
beforeEach(() => {
  access = create();
});

function value<Value>(result: Result<Value, { readonly message: string }>): Value {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}

async function person(): Promise<{ id: UserId; email: string }> {
  people += 1;
  const email = `person-${people}@lock-out.example`;
  const profile = value(await access.createProfile(scope, presetProfiles.viewer));
  const wanted = { email, password, role: 'user', profileId: profile.id, isEmailVerified: true } as const;
  const user = value(await access.createUser(scope, wanted));
  return { id: user.id, email };
}

const newDevice = () => randomBytes(32).toString('base64url');

interface Attempt {
  readonly given?: string;
  readonly deviceId?: string;
  readonly address?: string;
}

async function signIn(email: string, { given = password, deviceId, address = home }: Attempt = {}) {
  const answer = await access.signIn({ email, password: given, deviceId, address });
  return answer.ok ? 'in' : answer.error.code;
}

async function guess(email: string, times: number, attempt: Attempt = {}) {
  const codes: string[] = [];
  for (let i = 0; i < times; i += 1) codes.push(await signIn(email, { given: 'Wrong-pass-1', ...attempt }));
  return codes;
}

const wrong = (times: number) => Array.from({ length: times }, () => 'UNAUTHENTICATED');

async function sessionOf(email: string, deviceId: string, given = password): Promise<Scope> {
  const { token } = value(await access.signIn({ email, password: given, deviceId, address: home }));
  const { scope: own } = await access.authenticate(token);
  if (own === null) throw new Error('not signed in');
  return own;
}

describe('wrong passwords from elsewhere', () => {
  it('refuse nobody in a browser where they signed in before', async () => {
    const { email } = await person();
    const deviceId = newDevice();
    expect(await signIn(email, { deviceId })).toBe('in');
    expect(await guess(email, 11, { address: '198.51.100.1' })).toEqual([...wrong(10), 'RATE_LIMITED']);
    expect(await signIn(email)).toBe('RATE_LIMITED');
    expect(await signIn(email, { deviceId })).toBe('in');
    // A sign-in from a known browser does not reset attempts from elsewhere.
    expect(await signIn(email, { address: '198.51.100.1' })).toBe('RATE_LIMITED');
  });

  it('nor from an IP address that tried a hundred accounts', async () => {
    const { email } = await person();
    const deviceId = newDevice();
    expect(await signIn(email, { deviceId })).toBe('in');
    const tries = Array.from({ length: 101 }, (_, i) => signIn(`guess-${i}@lock-out.example`));
    expect((await Promise.all(tries)).filter((code) => code === 'RATE_LIMITED')).not.toEqual([]);
    expect(await signIn(email)).toBe('RATE_LIMITED');
    expect(await signIn(email, { deviceId })).toBe('in');
  });

  it('count by themselves in such a browser, and cost nobody else a try', async () => {
    const { email } = await person();
    const deviceId = newDevice();
    await signIn(email, { deviceId });
    expect(await guess(email, 11, { deviceId })).toEqual([...wrong(10), 'RATE_LIMITED']);
    expect(await signIn(email, { deviceId })).toBe('RATE_LIMITED');
    expect(await signIn(email)).toBe('in');
  });

  it('with a forged device cookie, or another user’s, count as unknown', async () => {
    const [owner, other] = [await person(), await person()];
    const theirs = newDevice();
    await signIn(other.email, { deviceId: theirs });
    expect(await guess(owner.email, 5, { deviceId: theirs })).toEqual(wrong(5));
    expect(await guess(owner.email, 4, { deviceId: newDevice() })).toEqual(wrong(4));
    expect(await guess(owner.email, 2, { deviceId: 'x' })).toEqual([...wrong(1), 'RATE_LIMITED']);
  });
});

describe('a browser is known', () => {
  const isKnown = async (email: string, deviceId: string) => {
    access = create();
    await guess(email, 10, { address: '198.51.100.1' });
    return (await signIn(email, { deviceId })) === 'in';
  };

  it('for half a year after the last sign-in', async () => {
    const { email } = await person();
    const deviceId = newDevice();
    await signIn(email, { deviceId });
    clock.time += 100 * day;
    await signIn(email, { deviceId });
    clock.time += 179 * day;
    expect(await isKnown(email, deviceId)).toBe(true);
    clock.time += 181 * day;
    expect(await isKnown(email, deviceId)).toBe(false);
  });

  it('after complete sign-ins only: with two-factor on, after the code, which it never skips', async () => {
    const { id, email } = await person();
    const deviceId = newDevice();
    await stores.relational.db.execute(sql`update users set otp_contact = 'email' where id = ${id}`);
    const half = value(await access.signIn({ email, password, deviceId, address: home }));
    expect(half.otpContact).toBe('email');
    expect(await isKnown(email, deviceId)).toBe(false);
    const { rows } = await stores.relational.db.execute<{ content: { text: string } }>(
      sql`select content from outbox where recipient = ${email} order by id desc limit 1`,
    );
    const otp = /\b\d{6}\b/.exec(rows[0]?.content.text ?? '')?.[0] ?? '';
    value(await access.finishSignIn({ bearer: half.token, otp, address: home }));
    expect(await isKnown(email, deviceId)).toBe(true);
    expect(value(await access.signIn({ email, password, deviceId, address: home })).otpContact).toBe('email');
  });

  it('no longer once the password changed, but for the one it was changed in', async () => {
    const { email } = await person();
    const [here, elsewhere] = [newDevice(), newDevice()];
    await sessionOf(email, elsewhere);
    const own = await sessionOf(email, here);
    const next = 'Newer-pass-2';
    value(await access.changePassword(own, { oldPassword: password, newPassword: next, address: home }));
    access = create();
    await guess(email, 10, { address: '198.51.100.1' });
    expect(await signIn(email, { given: next, deviceId: elsewhere })).toBe('RATE_LIMITED');
    expect(await signIn(email, { given: next, deviceId: here })).toBe('in');
    await access.leaveEverywhere(await sessionOf(email, here, next), home);
    expect(await signIn(email, { given: next, deviceId: here })).toBe('RATE_LIMITED');
  });
});

describe('a database that is away', () => {
  let line: SeverableDatabase;
  beforeAll(async () => {
    line = await openSeverableDatabase(stores.relational);
  });
  beforeEach(() => {
    access = create(line.relational.db);
  });
  afterAll(() => line.close());

  /** Runs an attempt repeatedly while the database is down. Each must fail for that reason. */
  async function away(times: number, attempt: () => Promise<unknown>): Promise<void> {
    await line.cut();
    for (let i = 0; i < times; i += 1) await expect(attempt()).rejects.toThrow();
    await line.mend();
  }

  it('makes no password wrong', async () => {
    const { email } = await person();
    await away(12, () => signIn(email));
    await away(105, () => signIn(`somebody@lock-out.example`, { deviceId: newDevice() }));
    expect(await guess(email, 9)).toEqual(wrong(9));
    expect(await signIn(email)).toBe('in');
  });

  it('nor one that is asked for again', async () => {
    const { email } = await person();
    const own = await sessionOf(email, newDevice());
    const change = { oldPassword: password, newPassword: 'Newer-pass-2', address: home };
    await away(12, () => access.changePassword(own, change));
    expect(await access.changePassword(own, change)).toMatchObject({ ok: true });
  });

  it('uses up no request for a new password', async () => {
    const { email } = await person();
    await away(12, () => access.requestPasswordReset({ email, address: home }));
    expect(await access.requestPasswordReset({ email, address: home })).toMatchObject({ ok: true });
  });

  it('uses up no look at an invitation', async () => {
    await away(205, () => access.invitationByToken('x', home));
    expect(await access.invitationByToken('x', home)).toMatchObject({ ok: true });
  });

  it('uses up no code', async () => {
    const { id, email } = await person();
    await stores.relational.db.execute(sql`update users set otp_contact = 'email' where id = ${id}`);
    const half = value(await access.signIn({ email, password, address: home }));
    await away(8, () => access.finishSignIn({ bearer: half.token, otp: '000000', address: home }));
    const { rows } = await stores.relational.db.execute(sql`select 1 from code_tries where user_id = ${id}`);
    expect(rows).toEqual([]);
  });
});
