import type { OrganizationId, UserId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, createAccess } from '../index.ts';
import { createModel, createSessionMachine, type World } from './testing/session-machine.ts';

const stores = useTestStores();
const start = Date.parse('2026-03-01T08:00:00Z');
const clock = aClock(start);
let access: Access;
let scope: Scope;
let people = 0;

beforeAll(async () => {
  access = createAccess({
    db: stores.relational.db,
    clock,
    secret: 'a secret of this test alone, and of no installation',
    links: testLinks,
    files: testFiles(),
    seesInstallation: async () => true,
  });
  scope = systemScope((await stores.freshOrganization()) as OrganizationId);
});

async function person(role: 'admin' | 'user', password: string): Promise<{ id: UserId; email: string }> {
  people += 1;
  const email = `machine-${people}@sessions.example`;
  const preset = role === 'admin' ? presetProfiles.administrator : presetProfiles.viewer;
  const profile = await access.createProfile(scope, preset);
  if (!profile.ok) throw new Error(profile.error.message);
  const user = await access.createUser(scope, {
    email,
    password,
    role,
    profileId: profile.value.id,
    isEmailVerified: true,
  });
  if (!user.ok) throw new Error(user.error.message);
  return { id: user.value.id, email };
}

/** Returns the text of the newest message to an address. */
async function newestMessage(recipient: string): Promise<string> {
  const { rows } = await stores.relational.db.execute<{ text: string }>(
    sql`select content::text as text from outbox where recipient = ${recipient} order by id desc limit 1`,
  );
  return rows[0]?.text ?? '';
}

describe('sessions', () => {
  it('end when they should: no dead token ever works, and every live one does', async () => {
    await fc.assert(
      fc.asyncProperty(createSessionMachine(), async (commands) => {
        clock.time = start;
        const password = 'First-pass-1';
        const members = [await person('admin', password), await person('user', password)];
        const address = `198.51.100.${people % 250}`;
        const world: World = { access, scope, clock, members, address, newestMessage, db: stores.relational.db };
        const setup = () => ({ model: createModel(password), real: world });
        await fc.asyncModelRun(setup, commands);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
