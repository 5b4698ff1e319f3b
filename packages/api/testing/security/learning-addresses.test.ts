import type { Result } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/tenancy/index.ts';
import { systemScope } from '../../src/platform/tenancy/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { applySiteFile } from '../../src/setup/site-files/index.ts';
import { createWorld, password, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let administrator: Scope;
/** Sees only the first of two sites, and manages users. */
let limited: Scope;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  administrator = await world.ours.scope('administrator');
  limited = await world.ours.limitedScope('administrator');
  const { access, ours } = world;
  const system = systemScope(ours.organizationId);
  const elsewhere = ours.ids.get('installations')?.[1] ?? 0;
  const profile = must(await access.createProfile(system, presetProfiles.viewer));
  const hidden = { role: 'user', profileId: profile.id, installationIds: [elsewhere] } as const;
  must(
    await access.createUser(system, {
      ...hidden,
      email: 'hidden@ours.example',
      password,
      isEmailVerified: true,
    } as never),
  );
  must(await access.inviteUser(system, { ...hidden, email: 'hidden-awaited@ours.example' }));
  await stores.relational.db.execute(
    sql`update users set is_email_verified = true where email = ${world.theirs.email}`,
  );
});

const must = <Value>(result: Result<Value, unknown>): Value => {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
};

/** Everything an inviter learns immediately or later, except the address and ids. */
async function toldOf(scope: Scope, email: string): Promise<unknown> {
  const invited = await world.access.inviteMember(scope, { email, role: 'user' });
  if (!invited.ok) return invited.error;
  const { id: _id, createdAt: _createdAt, email: said, ...account } = invited.value;
  const listed = (await world.access.allUsers(scope)).filter((one) => one.email === email);
  const again = await world.access.inviteMember(scope, { email, role: 'user' });
  return {
    account,
    said: said === email,
    listed: listed.map(({ isPending }) => isPending),
    again: again.ok || again.error.code,
  };
}

describe('inviting does not reveal who has an account', () => {
  it('in another organization', async () => {
    const stranger = await toldOf(administrator, 'nobody-1@elsewhere.example');
    expect(stranger).toMatchObject({ said: true, listed: [true] });
    expect(await toldOf(administrator, world.theirs.email)).toEqual(stranger);
    expect(await toldOf(administrator, 'invited@theirs.example')).toEqual(stranger);
  });

  it('in the own organization, for members that are not visible', async () => {
    const stranger = await toldOf(limited, 'nobody-2@elsewhere.example');
    expect(stranger).toMatchObject({ said: true, listed: [true] });
    expect(await toldOf(limited, 'hidden@ours.example')).toEqual(stranger);
    expect(await toldOf(limited, 'hidden-awaited@ours.example')).toEqual(stranger);
  });

  it('but reports visible members, who are in the list anyway', async () => {
    expect(await toldOf(administrator, world.ours.email)).toMatchObject({ code: 'BAD_INPUT', field: 'email' });
  });

  it('by declaring people in a site file', async () => {
    const declare = (email: string) =>
      applySiteFile(
        world.services.provisioning,
        `organization: { name: Canary organization ours }\nusers: [{ email: ${email}, profile: Canary viewer ours }]`,
        { dryRun: true, prune: false, within: world.ours.organizationId, by: administrator } as never,
      );
    const [known, unknown] = [await declare(world.theirs.email), await declare('nobody-3@elsewhere.example')];
    expect(known.problems).toEqual(unknown.problems);
  });

  it('and declared contacts neither grant access nor take over an existing account', async () => {
    const signedIn = await world.access.signIn({ email: world.theirs.email, password, address: '192.0.2.3' });
    const { scope } = await world.access.authenticate(must(signedIn).token);
    expect(scope?.organizationId).toBe(world.theirs.organizationId);
    const same = await world.access.signIn({ email: 'hidden@ours.example', password, address: '192.0.2.3' });
    expect(must(same).otpContact).toBeNull();
  });
});
