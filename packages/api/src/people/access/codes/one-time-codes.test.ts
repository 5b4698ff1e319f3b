import type { OrganizationId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { signedOutScope } from '../../../platform/tenancy/scope.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, createAccess } from '../index.ts';

const stores = useTestStores();
const start = Date.parse('2026-03-01T08:00:00Z');
const clock = aClock(start);
const minute = 60_000;
let access: Access;
let organization: Scope;
let person: Scope;
let people = 0;

const createTestAccess = (secret = 'a secret of this test alone') =>
  createAccess({
    db: stores.relational.db,
    clock,
    secret,
    links: testLinks,
    files: testFiles(),
    seesInstallation: async () => true,
  });

beforeAll(async () => {
  access = createTestAccess();
  organization = systemScope((await stores.freshOrganization()) as OrganizationId);
});

beforeEach(async () => {
  clock.time = start;
  person = await somebody();
});

async function somebody(): Promise<Scope> {
  people += 1;
  const profile = await access.createProfile(organization, presetProfiles.viewer);
  if (!profile.ok) throw new Error(profile.error.message);
  const wanted = {
    email: `code-${people}@codes.example`,
    password: null,
    role: 'user',
    profileId: profile.value.id,
  } as const;
  const user = await access.createUser(organization, wanted);
  if (!user.ok) throw new Error(user.error.message);
  return signedOutScope(organization.organizationId, user.value.id);
}

const byMail = { purpose: 'sign-in', contact: 'email', destination: 'anna@example.com', language: 'en' } as const;

/** Requests a code and reads it from the mail. */
async function sentCode(request: Parameters<Access['issueCode']>[1] = byMail, to = person): Promise<string> {
  const issued = await access.issueCode(to, request);
  if (!issued.ok) throw new Error(issued.error.message);
  const { rows } = await stores.relational.db.execute<{ content: { text: string } }>(
    sql`select content from outbox where dedupe_key like ${`%code/${to.userId}/%`} order by id desc limit 1`,
  );
  return /\b\d{6}\b/.exec(rows[0]?.content.text ?? '')?.[0] ?? 'none';
}

const check = (
  code: string,
  purpose: 'sign-in' | 'verify-email' | 'verify-phone' | 'invitation' = 'sign-in',
  by = access,
) => by.checkCode(person, { purpose, code });

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const invalid = { ok: false, error: { code: 'BAD_INPUT', message: 'Invalid code', field: 'otp' } };

describe('a one-time code', () => {
  it('goes to the contact, proves it, and works once', async () => {
    const code = await sentCode();
    const { rows } = await stores.relational.db.execute(sql`select * from one_time_codes`);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(await check(` ${code} `)).toEqual({
      ok: true,
      value: { contact: 'email', destination: 'anna@example.com' },
    });
    expect(await check(code)).toEqual(invalid);
  });

  it('goes by text message to a phone', async () => {
    const code = await sentCode({
      purpose: 'verify-phone',
      contact: 'phone',
      destination: '+41791234567',
      language: 'fr',
    });
    const { rows } = await stores.relational.db.execute(sql`select * from outbox order by id desc limit 1`);
    expect(rows).toMatchObject([
      { channel: 'sms', recipient: '+41791234567', content: { text: expect.stringContaining('votre code') } },
    ]);
    expect(await check(code, 'verify-phone')).toMatchObject({
      value: { contact: 'phone', destination: '+41791234567' },
    });
  });

  it('is for one person and one purpose', async () => {
    const code = await sentCode();
    for (const purpose of ['verify-email', 'verify-phone', 'invitation'] as const)
      expect(await check(code, purpose)).toEqual(invalid);
    const stranger = await somebody();
    expect(await access.checkCode(stranger, { purpose: 'sign-in', code })).toEqual(invalid);
    expect(await check(code, 'sign-in', createTestAccess('another installation'))).toEqual(invalid);
    expect(await check(code)).toMatchObject({ ok: true });
  });

  it('ends after ten minutes', async () => {
    const code = await sentCode();
    clock.time += 10 * minute;
    expect(await check(code)).toEqual(invalid);
    const late = await sentCode();
    clock.time += 10 * minute - 1;
    expect(await check(late)).toMatchObject({ ok: true });
  });

  it('is sent again after a minute, and the new one alone works', async () => {
    const first = await sentCode();
    clock.time += 30_500;
    expect(await access.issueCode(person, byMail)).toEqual({
      ok: false,
      error: { code: 'RATE_LIMITED', message: 'A code was sent a moment ago. Ask for another in 30 s' },
    });
    clock.time += 29_500;
    const asked = await Promise.all(Array.from({ length: 20 }, () => access.issueCode(person, byMail)));
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1);
    const { rows } = await stores.relational.db.execute(
      sql`select * from outbox where dedupe_key like ${`code/${person.userId}/%`}`,
    );
    expect(rows).toHaveLength(2);
    expect(await check(first)).toEqual(invalid);
  });
});

describe('guessing', () => {
  it('ends after five tries, also with the right code, with a new one, and for other purposes', async () => {
    const code = await sentCode();
    for (let i = 0; i < 5; i += 1) expect(await check(other(code))).toEqual(invalid);
    const refused = { error: { code: 'RATE_LIMITED', message: 'Too many attempts. Try again in 15 min' } };
    expect(await check(code)).toMatchObject(refused);
    clock.time += minute;
    expect(await check(await sentCode())).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    const verifying = await sentCode({ ...byMail, purpose: 'verify-email' });
    expect(await check(verifying, 'verify-email')).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    clock.time = start + 15 * minute;
    expect(await check(await sentCode())).toMatchObject({ ok: true });
  });

  it('starts afresh after a right one', async () => {
    for (let round = 0; round < 3; round += 1) {
      const code = await sentCode();
      for (let i = 0; i < 4; i += 1) expect(await check(other(code))).toEqual(invalid);
      expect(await check(code)).toMatchObject({ ok: true });
      clock.time += minute;
    }
  });

  it('at once gets no further: of fifty wrong ones five are looked at', async () => {
    const code = await sentCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => check(other(code))));
    const codes = answers.map((answer) => (answer.ok ? 'in' : answer.error.code));
    expect(codes.filter((each) => each === 'BAD_INPUT')).toHaveLength(5);
    expect(codes.filter((each) => each === 'RATE_LIMITED')).toHaveLength(45);
  });

  it('of fifty right ones at once one is taken', async () => {
    for (let round = 0; round < 5; round += 1) {
      person = await somebody();
      const code = await sentCode();
      const answers = await Promise.all(Array.from({ length: 50 }, () => check(code)));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });
});
