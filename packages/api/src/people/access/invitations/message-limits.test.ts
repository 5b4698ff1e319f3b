import type { OrganizationId, Result } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { graphql } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBuilder, finishSchema } from '../../../platform/graphql/builder.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { registerAccess } from '../access.ts';
import { type Access, createAccess } from '../index.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
const password = 'Demo-pass-1';
const minute = 60_000;
const hour = 60 * minute;
const refused = {
  ok: false,
  error: { code: 'RATE_LIMITED', message: 'Too many messages were sent. Try again later' },
};
let count = 0;
let access: Access;
let victim: string;

/** Like a restart: only stored data remains. */
const restarted = () =>
  createAccess({
    db: stores.relational.db,
    clock,
    secret: 'a test',
    links: testLinks,
    files: testFiles(),
    seesInstallation: async () => true,
  });

beforeEach(() => {
  access = restarted();
  count += 1;
  victim = `victim-${count}@elsewhere.example`;
  clock.time += 30 * 24 * hour;
});

const value = <Value>(result: Result<Value, unknown>): Value => {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
};

/** Creates an administrator of an organization of their own. */
async function administrator(): Promise<Scope> {
  count += 1;
  const system = systemScope((await stores.freshOrganization()) as OrganizationId);
  const profile = value(await access.createProfile(system, presetProfiles.administrator));
  const email = `boss-${count}@limits.example`;
  value(
    await access.createUser(system, { email, password, role: 'admin', profileId: profile.id, isEmailVerified: true }),
  );
  return signedIn(email);
}

async function signedIn(email: string): Promise<Scope> {
  const { token } = value(await access.signIn({ email, password, address: '::1' }));
  const { scope } = await access.authenticate(token);
  if (scope === null) throw new Error('not signed in');
  return scope;
}

const sentTo = async (recipient: string) =>
  (await stores.relational.db.execute(sql`select content from outbox where recipient = ${recipient} order by id`)).rows
    .length;

const invite = (by: Scope, email = victim) => access.inviteMember(by, { email, role: 'user' });

describe('invitations to one address', () => {
  it('are three an hour and ten a day, however many are asked for at once, and after a restart', async () => {
    const by = await administrator();
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite(by)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(answers.find(({ ok }) => !ok)).toMatchObject(refused);
    expect(await sentTo(victim)).toBe(3);
    access = restarted();
    expect(await invite(by)).toMatchObject(refused);
    const perHour: number[] = [];
    for (let passed = 1; passed <= 5; passed += 1) {
      clock.time += hour + minute;
      const now = await Promise.all(Array.from({ length: 5 }, () => invite(by)));
      perHour.push(now.filter(({ ok }) => ok).length);
    }
    expect(perHour).toEqual([3, 3, 1, 0, 0]);
    clock.time += 24 * hour;
    expect(await invite(by)).toMatchObject({ ok: true });
  });

  it('are counted over requests whose document asks many times', async () => {
    const by = await administrator();
    const builder = createBuilder();
    registerAccess(builder, access);
    const schema = finishSchema(builder);
    const asked = Array.from({ length: 59 }, (_, i) => `a${i}: inviteUser(input: { email: "${victim}" }) { id }`);
    const contextValue = { scope: by, tokenProblem: null, address: '::1', bearer: '' };
    const ask = () => graphql({ schema, source: `mutation { ${asked.join(' ')} }`, contextValue });
    const answers = [await ask(), await ask(), await ask()];
    const codes = answers.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions.code) ?? []);
    expect(new Set(codes)).toEqual(new Set(['RATE_LIMITED']));
    expect(await sentTo(victim)).toBe(3);
  });

  it('are counted over all organizations and spellings of the address, and refused in the same words', async () => {
    const first = await administrator();
    const second = await administrator();
    for (const spelling of [victim, victim.toUpperCase()]) value(await invite(first, spelling));
    value(await access.removeUser(first, value(await invite(first)).id));
    // Another organization gets the same error as for its own limits, without details about other senders.
    expect(await invite(second)).toEqual(refused);
    expect(await invite(second, victim.replace('@', '+more@'))).toEqual(refused);
    expect(
      (await stores.relational.db.execute(sql`select 1 from users where email like 'victim-%+more@%'`)).rows,
    ).toEqual([]);
  });

  it('are not raised by asking for another with an expired link', async () => {
    const by = await administrator();
    value(await invite(by));
    const { rows } = await stores.relational.db.execute<{ content: { text: string } }>(
      sql`select content from outbox where recipient = ${victim}`,
    );
    const token = /token=([\w-]+)/.exec(rows[0]?.content.text ?? '')?.[1] ?? '';
    clock.time += 8 * 24 * hour;
    const resent: boolean[] = [];
    for (let times = 0; times < 5; times += 1) {
      clock.time += 2 * minute;
      resent.push((await restarted().resendInvitation(token, `192.0.2.${times}`)).ok);
    }
    expect(resent).toEqual([true, true, true, false, false]);
    expect(await invite(by)).toMatchObject(refused);
    expect(await sentTo(victim)).toBe(4);
  });

  it('leave nothing behind where they are refused', async () => {
    const by = await administrator();
    const newcomers = Array.from({ length: 70 }, (_, i) => `newcomer-${count}-${i}@limits.example`);
    const answers = [];
    for (const email of newcomers) answers.push(await invite(by, email));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(60);
    expect(answers.at(-1)).toEqual(refused);
    expect((await access.allUsers(by)).length).toBe(61);
  });
});

describe('codes to an address somebody typed', () => {
  it('are five an hour to one, whoever types it', async () => {
    const codes: boolean[] = [];
    for (let times = 0; times < 7; times += 1) {
      const by = await administrator();
      await stores.relational.db.execute(sql`update users set phone = '+41791112233' where id = ${by.userId}`);
      codes.push((await access.sendContactVerification(by, 'phone')).ok);
    }
    expect(codes).toEqual([true, true, true, true, true, false, false]);
  });

  it('are ten an hour from one person, and the code before a refusal stays good', async () => {
    const by = await administrator();
    const codes: boolean[] = [];
    for (let times = 0; times < 12; times += 1) {
      clock.time += 2 * minute;
      await stores.relational.db.execute(
        sql`update users set phone = ${`+4179222${1000 + times}`} where id = ${by.userId}`,
      );
      codes.push((await restarted().sendContactVerification(by, 'phone')).ok);
    }
    expect(codes.filter((ok) => ok)).toHaveLength(10);
  });

  it('to sign in with are not among them', async () => {
    const by = await administrator();
    const request = { purpose: 'sign-in', contact: 'email', destination: victim, language: 'en' } as const;
    for (let times = 0; times < 12; times += 1) {
      clock.time += 2 * minute;
      expect(await access.issueCode(by, request)).toMatchObject({ ok: true });
    }
  });
});
