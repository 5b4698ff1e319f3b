import type { Result } from '@atrium/domain/core';
import { noRights, type Right, withRights } from '@atrium/domain/people/access';
import { sql } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscribeToAccessChanges } from '../../src/app/access-changes.ts';
import { recordRefusals } from '../../src/people/audit/index.ts';
import { mountGraphql } from '../../src/platform/graphql/edge.ts';
import { systemScope } from '../../src/platform/tenancy/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { createWorld, password, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let server: FastifyInstance;
let count = 0;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  await stores.relational.db.execute(sql`update users set phone = '+41791234567', otp_contact = null`);
  server = fastify();
  const platform = { relational: stores.relational, clock: world.clock, logger: { error: () => {} } };
  mountGraphql(server, {
    ...world.schemas,
    authenticate: world.access.authenticate,
    addressOf: () => '198.51.100.44',
    accessChanges: subscribeToAccessChanges(world.services.provisioning.bus),
    allowedOrigins: [],
    introspection: false,
    clock: world.clock,
    log: { error: () => {}, warn: () => {} },
    onRefused: recordRefusals(platform as never),
  });
});
afterAll(() => server.close());

const must = <Value>(result: Result<Value, unknown>): Value => {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
};

/** Creates a user with exactly these rights. */
async function memberWith(rights: readonly Right[], role: 'user' | 'admin' = 'user') {
  count += 1;
  const system = systemScope(world.ours.organizationId);
  const profile = must(
    await world.access.createProfile(system, { name: `Only ${count}`, rights: withRights(noRights, rights, true) }),
  );
  const email = `only-${count}@ours.example`;
  const { id } = must(await world.access.createUser(system, { email, password, role, profileId: profile.id }));
  return { id, token: must(await world.access.signIn({ email, password, address: '192.0.2.8' })).token };
}

async function ask(token: string, query: string) {
  const answer = await server.inject({
    method: 'POST',
    url: '/v2/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    payload: JSON.stringify({ query }),
  });
  return answer.json() as { data: Record<string, never>; errors?: { extensions: { code: string } }[] };
}

const entriesAbout = async (id: number, action: string) =>
  (
    await stores.relational.db.execute<{ details: object; address: string | null }>(
      sql`select details, address from audit_entries where action = ${action} and subject_id = ${id} order by id`,
    )
  ).rows;

describe('data about members', () => {
  const query = '{ allUsers { id email firstName phone isPhoneVerified otpContact } }';

  it('users who choose recipients get names and addresses, but phone and two-factor only of themselves', async () => {
    const { id, token } = await memberWith(['dashboard.report.create']);
    const { data, errors } = await ask(token, query);
    expect(errors).toBeUndefined();
    const people = (data as unknown as { allUsers: { id: number; email: string }[] }).allUsers;
    expect(people.length).toBeGreaterThan(5);
    for (const person of people) {
      expect(person.email).toContain('@');
      if (person.id !== id) expect(person).toMatchObject({ phone: null, isPhoneVerified: null, otpContact: null });
    }
    expect(JSON.stringify(people)).not.toContain('+4179');
  });

  it('users who manage users get all of it', async () => {
    const { token } = await memberWith(['organization.user.read']);
    expect(JSON.stringify((await ask(token, query)).data)).toContain('+41791234567');
  });
});

describe('the audit log', () => {
  it('records a refused operation once, with its name and the client address', async () => {
    const { id, token } = await memberWith([]);
    for (let time = 0; time < 3; time += 1)
      expect((await ask(token, '{ harmless: allUsers { id } }')).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    await ask(token, '{ auditLog { count } }');
    await expect
      .poll(() => entriesAbout(id, 'access.refused'))
      .toEqual([
        { details: { operation: 'allUsers' }, address: '198.51.100.44' },
        { details: { operation: 'auditLog' }, address: '198.51.100.44' },
      ]);
  });

  it('is not flooded by a user who tries everything', async () => {
    const { id } = await memberWith([]);
    const platform = { relational: stores.relational, clock: world.clock, logger: { error: () => {} } };
    const refused = recordRefusals(platform as never);
    const scope = { ...systemScope(world.ours.organizationId), userId: id } as never;
    for (let which = 0; which < 200; which += 1) refused(scope, `operation${which}`);
    await expect.poll(async () => (await entriesAbout(id, 'access.refused')).length).toBe(50);
  });

  it('records old and new values, and where the change came from', async () => {
    const { id, token } = await memberWith(['organization.user.read']);
    await ask(token, 'mutation { updateUserProfile(profile: { firstName: "Ada" }) { id } }');
    await ask(token, 'mutation { updateUserProfile(profile: { firstName: "Grace" }) { id } }');
    expect(await entriesAbout(id, 'account.ownProfileChanged')).toMatchObject([
      { details: { before: { firstName: '' }, after: { firstName: 'Ada' } }, address: '198.51.100.44' },
      { details: { before: { firstName: 'Ada' }, after: { firstName: 'Grace' } }, address: '198.51.100.44' },
    ]);
  });
});
