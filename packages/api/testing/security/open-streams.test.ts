import type { InstallationId, Result, UserId } from '@atrium/domain/core';
import { fullRights, type PresetProfile, type Rights, withRights } from '@atrium/domain/people/access';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscribeToAccessChanges } from '../../src/app/access-changes.ts';
import { mountGraphql } from '../../src/platform/graphql/edge.ts';
import type { Scope } from '../../src/platform/tenancy/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { applySiteFile, exportSiteFile } from '../../src/setup/site-files/index.ts';
import { type OpenStream, openEvents, openSocket } from './testing/open-stream.ts';
import { createWorld, password, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let server: FastifyInstance;
let url: string;
let administrator: Scope;
let site: InstallationId;
let zone: number;
let count = 0;
let value = 1000;
const opened: OpenStream[] = [];

/** Registers a stream to be closed after the test. */
async function kept(stream: Promise<OpenStream>): Promise<OpenStream> {
  opened.push(await stream);
  return stream;
}

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  server = fastify();
  mountGraphql(server, {
    ...world.schemas,
    authenticate: world.access.authenticate,
    addressOf: () => '127.0.0.1',
    accessChanges: subscribeToAccessChanges(world.services.provisioning.bus),
    allowedOrigins: ['http://atrium.test'],
    introspection: false,
    clock: world.clock,
    log: { error: () => {}, warn: () => {} },
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
  administrator = await world.ours.scope('administrator');
  site = world.ours.ids.get('installations')?.[0] as InstallationId;
  zone = world.ours.ids.get('zones')?.[0] as number;
});

afterAll(async () => {
  await Promise.all(opened.map((stream) => stream.close()));
  await server.close();
});

const must = <Value>(result: Result<Value, unknown>): Value => {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
};

interface Member {
  readonly id: UserId;
  readonly profileId: number;
  readonly email: string;
  readonly token: string;
}

const sensorsOnly = withRights(fullRights, ['dashboard.custom.read'], false);
const seesNothing = withRights(sensorsOnly, ['dashboard.sensor.read'], false);

/** Creates a user with a separate profile. */
async function member(rights: Rights = sensorsOnly, role: 'user' | 'admin' = 'user'): Promise<Member> {
  count += 1;
  const email = `watcher-${count}@ours.example`;
  const { id: profileId } = must(await world.access.createProfile(administrator, { name: `Watcher ${count}`, rights }));
  const { id } = must(await world.access.createUser(administrator, { email, password, role, profileId }));
  return { id, profileId, email, token: await tokenOf(email) };
}

const tokenOf = async (email: string) =>
  must(await world.access.signIn({ email, password, address: '192.0.2.7' })).token;

const scopeOf = async (token: string): Promise<Scope> => {
  const { scope } = await world.access.authenticate(token);
  if (scope === null) throw new Error('not signed in');
  return scope;
};

const query = () => `subscription { liveMetric(organizationId: ${world.ours.organizationId}, installationId: ${site},
  target: ZONE, entityIds: [${zone}], metrics: ["affluenceIn"]) { value } }`;

/** Sends a reading that produces a new live value. */
async function newReading(): Promise<void> {
  value += 1;
  const at = new Date(world.clock.now() - 900_000).toISOString();
  const reading = { device: 'CANARY-PAD-ours', metric: 'affluenceIn', at, value, interval: 300 };
  must(await world.services.ingestion.ingestReadings(administrator, null, [reading], world.clock.now()));
}

const transports = {
  'a socket': (token: string) => kept(openSocket(url, token, query())),
  'server-sent events': (token: string) => kept(openEvents(url, token, query())),
} as const;

/** All ways to revoke a watcher's access, and how the stream ends. */
const takings: readonly [string, string, (watcher: Member) => Promise<unknown>][] = [
  [
    'the right, by their profile’s new rights',
    'FORBIDDEN',
    ({ profileId }) =>
      world.access.changeProfile(administrator, profileId, { name: `Poorer ${profileId}`, rights: seesNothing }),
  ],
  [
    'the right, by another profile',
    'FORBIDDEN',
    async ({ id }) => {
      const poorer = await world.access.createProfile(administrator, { name: 'Sees nothing', rights: seesNothing });
      return world.access.updateUser(administrator, id, { profileId: must(poorer).id }, '::1');
    },
  ],
  [
    'the site, by a limit to another',
    'NOT_FOUND',
    ({ id }) => {
      const other = world.ours.ids.get('installations')?.[1] as number;
      return world.access.updateUser(administrator, id, { installationIds: [other] }, '::1');
    },
  ],
  ['the account', 'UNAUTHENTICATED', ({ id }) => world.access.removeUser(administrator, id)],
  [
    'the session, by signing out',
    'UNAUTHENTICATED',
    async ({ token }) => world.access.signOut(await scopeOf(token), '::1'),
  ],
  [
    'all sessions, from another of them',
    'UNAUTHENTICATED',
    async ({ email }) => world.access.leaveEverywhere(await scopeOf(await tokenOf(email)), '::1'),
  ],
  [
    'all sessions, with a new password',
    'UNAUTHENTICATED',
    async ({ email }) =>
      world.access.changePassword(await scopeOf(await tokenOf(email)), {
        oldPassword: password,
        newPassword: 'Other-pass-2',
        address: '::1',
      }),
  ],
  [
    'the right, by a site file',
    'FORBIDDEN',
    async ({ profileId }) => {
      const name = (await world.access.allProfiles(administrator)).find(({ id }) => id === profileId)?.name;
      return apply(
        `organization: { name: Canary organization ours }\nprofiles: [{ name: ${name}, rights: [dashboard.alert.read] }]`,
      );
    },
  ],
];

const apply = async (file: string, prune = false) =>
  applySiteFile(world.services.provisioning, file, { dryRun: false, prune, within: null });

/** Waits for the current value; later values are sent only to those who still have access. */
async function watching(open: OpenStream, other: OpenStream): Promise<void> {
  await open.told(1);
  await other.told(1);
}

describe.each(Object.entries(transports))('over %s', (_name, open) => {
  it.each(takings)('after losing %s, a watcher gets no more values, and %s', async (_what, code, take) => {
    const watcher = await member();
    const colleague = await member();
    const [stream, other] = [await open(watcher.token), await open(colleague.token)];
    await watching(stream, other);
    await take(watcher);
    expect(await stream.ended()).toBe(code);
    await newReading();
    await expect.poll(() => other.values().at(-1), { timeout: 5000 }).toBe(value);
    expect(stream.values()).not.toContain(value);
    await other.close();
  });

  it('no value passes between the revocation and the end, however many readings arrive', async () => {
    const watcher = await member();
    const stream = await open(watcher.token);
    await stream.told(1);
    const taken = world.access.changeProfile(administrator, watcher.profileId, {
      name: `Less ${count}`,
      rights: seesNothing,
    });
    const first = value + 1;
    await taken;
    await newReading();
    await newReading();
    expect(await stream.ended()).toBe('FORBIDDEN');
    expect(stream.values().filter((one) => one >= first)).toEqual([]);
  });

  it.each([
    'endViewAs',
    'sign-out of the administrator',
    'the administrator’s demotion',
    'what the administrator holds',
    'what the person holds',
  ])('looking as somebody else (view-as) ends with %s', async (how) => {
    const viewer = await member(sensorsOnly, 'admin');
    const watched = await member();
    const viewerScope = await scopeOf(viewer.token);
    const { token } = must(await world.access.startViewAs(viewerScope, watched.id, '::1'));
    const stream = await open(token);
    await stream.told(1);
    if (how === 'endViewAs') must(await world.access.endViewAs(await scopeOf(token), '::1'));
    else if (how.startsWith('sign-out')) await world.access.signOut(viewerScope, '::1');
    else if (how.endsWith('demotion'))
      must(await world.access.updateUser(administrator, viewer.id, { role: 'user' }, '::1'));
    else if (how === 'what the administrator holds')
      must(
        await world.access.changeProfile(administrator, viewer.profileId, {
          name: `Poor ${count}`,
          rights: seesNothing,
        }),
      );
    else
      must(
        await world.access.changeProfile(administrator, watched.profileId, {
          name: `Rich ${count}`,
          rights: fullRights,
        }),
      );
    expect(await stream.ended()).toBe('UNAUTHENTICATED');
    await newReading();
    expect(stream.values()).not.toContain(value);
  });

  it('a watcher who keeps the required rights continues, with the current ones', async () => {
    const watcher = await member();
    const stream = await open(watcher.token);
    await stream.told(1);
    const less = withRights(sensorsOnly, ['app.salesFunnel.read'], false);
    must(await world.access.changeProfile(administrator, watcher.profileId, { name: `Still ${count}`, rights: less }));
    await newReading();
    await expect.poll(() => stream.values().at(-1)).toBe(value);
    await stream.close();
  });
});

it('an open socket accepts no new subscription with revoked rights', async () => {
  const watcher = await member();
  const stream = await kept(openSocket(url, watcher.token, query()));
  await stream.told(1);
  must(
    await world.access.changeProfile(administrator, watcher.profileId, { name: `Gone ${count}`, rights: seesNothing }),
  );
  expect(await stream.ended()).toBe('FORBIDDEN');
  expect(await stream.again()).toBe('FORBIDDEN');
});

it('a removed site ends its streams, for all users', async () => {
  const presets: readonly PresetProfile[] = ['viewer', 'administrator'];
  const streams = await Promise.all(
    presets.map(async (preset) => kept(openSocket(url, await tokenOf(`${preset}@ours.example`), query()))),
  );
  for (const stream of streams) await stream.told(1);
  const file = await exportSiteFile(stores.relational.db, world.ours.organizationId);
  const { applied, problems } = await apply(file.replaceAll('canary-site-ours', 'canary-site-later'), true);
  expect([applied, problems]).toEqual([true, []]);
  for (const stream of streams) expect(await stream.ended()).toBe('NOT_FOUND');
});
