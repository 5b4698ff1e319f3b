import type { OrganizationId, UserId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { createAccess } from '../index.ts';
import { issueToken, redeemToken } from './single-use-tokens.ts';

const stores = useTestStores();
const now = Date.parse('2026-03-01T08:00:00Z');
const hour = 60 * 60_000;
const report = { organizationId: 4, reportId: 12, email: 'anna@example.com' };
let userId: UserId;

beforeAll(async () => {
  const access = createAccess({
    files: testFiles(),
    db: stores.relational.db,
    clock: aClock(now),
    secret: 'test',
    links: testLinks,
    seesInstallation: async () => true,
  });
  const scope = systemScope((await stores.freshOrganization()) as OrganizationId);
  const profile = await access.createProfile(scope, presetProfiles.viewer);
  if (!profile.ok) throw new Error(profile.error.message);
  const wanted = { email: 'anna@tokens.example', password: null, role: 'user', profileId: profile.value.id } as const;
  const user = await access.createUser(scope, wanted);
  if (!user.ok) throw new Error(user.error.message);
  userId = user.value.id;
});

test('a token tells what it was made for, once, of fifty uses at once to one', async () => {
  const { db } = stores.relational;
  const { token } = await issueToken(db, 'unsubscribe', report, now);
  const { rows } = await db.execute(sql`select * from single_use_tokens`);
  expect(JSON.stringify(rows)).not.toContain(token);
  const uses = await Promise.all(Array.from({ length: 50 }, () => redeemToken(db, 'unsubscribe', token, now)));
  expect(uses.filter((use) => use !== null)).toEqual([report]);
});

test('it is nothing for another purpose, after its time, or changed', async () => {
  const { db } = stores.relational;
  const { token, expiresAt } = await issueToken(db, 'password-reset', { userId }, now);
  expect(expiresAt).toBe(now + hour);
  expect(await redeemToken(db, 'unsubscribe', token, now)).toBeNull();
  expect(await redeemToken(db, 'password-reset', `${token}x`, now)).toBeNull();
  expect(await redeemToken(db, 'password-reset', token, expiresAt)).toBeNull();
  expect(await redeemToken(db, 'password-reset', token, expiresAt - 1)).toEqual({ userId });
});

test('a new one ends the one before; one used in a transaction that fails stays good', async () => {
  const { db } = stores.relational;
  const first = await issueToken(db, 'password-reset', { userId }, now);
  const second = await issueToken(db, 'password-reset', { userId }, now);
  expect(await redeemToken(db, 'password-reset', first.token, now)).toBeNull();
  const failing = db.transaction(async (transaction) => {
    expect(await redeemToken(transaction, 'password-reset', second.token, now)).toEqual({ userId });
    throw new Error('the password was refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(await redeemToken(db, 'password-reset', second.token, now)).toEqual({ userId });
});
