import type { OrganizationId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, createAccess } from '../index.ts';

/** Every hash a password was verified against. The real verification still runs. */
const verified: string[] = [];
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof argon2.verify = (hash, password, options, signal) => {
    verified.push(String(hash));
    return argon2.verify(hash, password, options, signal);
  };
  return { ...argon2, verify };
});

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
/** SQL statements sent to the database, without values. */
const statements: string[] = [];
let access: Access;
let scope: Scope;
const known = 'known@path.example';
const invited = 'invited@path.example';

beforeAll(async () => {
  const { db } = stores.relational;
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { readonly text: string }];
    statements.push(typeof asked === 'string' ? asked : asked.text);
    return query.apply(this, args);
  });
  const secret = 'a secret of this test alone, and of no installation';
  const files = testFiles();
  access = createAccess({ db, clock, secret, links: testLinks, files, seesInstallation: async () => true });
  scope = systemScope((await stores.freshOrganization()) as OrganizationId);
  const profile = await access.createProfile(scope, presetProfiles.viewer);
  if (!profile.ok) throw new Error(profile.error.message);
  const wanted = {
    email: known,
    password: 'Demo-pass-1',
    role: 'user',
    profileId: profile.value.id,
    isEmailVerified: true,
  } as const;
  expect((await access.createUser(scope, wanted)).ok).toBe(true);
  expect((await access.inviteUser(scope, { email: invited, role: 'user' })).ok).toBe(true);
});

/** Returns the result of an attempt, with the hashing costs and the statements it took. */
async function walk<Answer>(attempt: () => Promise<Answer>) {
  verified.length = 0;
  statements.length = 0;
  const answer = await attempt();
  return {
    answer,
    costs: verified.map((hash) => hash.split('$').slice(0, 4).join('$')),
    statements: [...statements],
  };
}

const address = '192.0.2.1';

describe('whoever tries addresses learns nothing of who has an account', () => {
  it('hears the same when signing in, after the same work: one hash of the same cost, the same statements', async () => {
    const signIn = (email: string) => walk(() => access.signIn({ email, password: 'Wrong-pass-1', address }));
    await signIn('first@path.example');
    const right = await signIn(known);
    expect(right.answer).toMatchObject({ error: { message: 'Wrong email/password' } });
    expect(right.costs).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
    expect(right.statements.length).toBeGreaterThan(1);
    for (const email of ['nobody@path.example', invited]) expect(await signIn(email)).toEqual(right);
  });

  it('gives the same answer to a browser with a device cookie, known or forged', async () => {
    const signIn = (email: string, deviceId: string) =>
      walk(() => access.signIn({ email, password: 'Wrong-pass-1', deviceId, address }));
    const kept = 'k'.repeat(43);
    expect(await access.signIn({ email: known, password: 'Demo-pass-1', deviceId: kept, address })).toMatchObject({
      ok: true,
    });
    await signIn('first@path.example', kept);
    const right = await signIn(known, kept);
    expect(right.answer).toMatchObject({ error: { message: 'Wrong email/password' } });
    for (const email of [known, 'nobody@path.example', invited])
      for (const deviceId of [kept, 'm'.repeat(43)]) expect(await signIn(email, deviceId)).toEqual(right);
  });

  it('gives the same answer to a password reset; only an account gets a mail', async () => {
    const ask = (email: string) => walk(() => access.requestPasswordReset({ email, address }));
    const answers = await Promise.all([known, 'nobody@path.example', invited].map((email) => ask(email)));
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    await vi.waitFor(async () => {
      const { rows } = await stores.relational.db.execute(
        sql`select recipient from outbox where dedupe_key like 'password-reset/%'`,
      );
      expect(rows).toEqual([{ recipient: known }]);
    }, 20_000);
  });
});
