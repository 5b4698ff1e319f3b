import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchemas } from '../../src/app/schema.ts';
import { createClientAddressGetter } from '../../src/platform/addresses/ip-address.ts';
import { mountGraphql } from '../../src/platform/graphql/edge.ts';
import { openSeverableDatabase } from '../../src/platform/testing/severable-database.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { testServices } from '../test-services.ts';
import { createWorld, password, type World } from './world/test-world.ts';

const stores = useTestStores();
const said: unknown[] = [];
let world: World;
let server: FastifyInstance;
/** The same with 10.0.0.0/8 as trusted proxies. */
let proxied: FastifyInstance;

function serve(trustedProxies: readonly string[]): FastifyInstance {
  const served = fastify();
  mountGraphql(served, {
    ...world.schemas,
    authenticate: world.access.authenticate,
    addressOf: createClientAddressGetter(trustedProxies),
    accessChanges: () => () => {},
    allowedOrigins: ['http://atrium.test'],
    introspection: false,
    clock: world.clock,
    log: { error: (...what) => said.push(what), warn: () => {} },
  });
  return served;
}

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  server = serve([]);
  proxied = serve(['10.0.0.0/8']);
});

afterAll(() => Promise.all([server.close(), proxied.close()]));

interface Answer {
  readonly data?: Record<string, Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

async function ask(
  query: string,
  variables: object,
  { token = '', path = '/v2/graphql', headers = {}, at = server, peer = '127.0.0.1' } = {},
): Promise<Answer> {
  const answer = await at.inject({
    method: 'POST',
    url: path,
    remoteAddress: peer,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
    payload: JSON.stringify({ query, variables }),
  });
  return answer.json();
}

const login =
  'query($email: String!, $password: String!) { login(email: $email, password: $password) { token otpRequired otpContact } }';
const me = '{ me { email organizationIds profile { rights { organization { general { edit } } } } } }';

async function tokenOf(email: string): Promise<string> {
  return (await ask(login, { email, password })).data?.login?.token as string;
}

describe('a session over HTTP', () => {
  it('signs in, is valid on both endpoints, renews, and ends with logout', async () => {
    const { data } = await ask(login, { email: world.ours.email, password });
    expect(data?.login).toMatchObject({ otpRequired: false, otpContact: null });
    const token = data?.login?.token as string;
    for (const path of ['/v2/graphql', '/hub/graphql'])
      expect((await ask(me, {}, { token, path })).data?.me).toMatchObject({
        email: world.ours.email,
        organizationIds: [world.ours.organizationId],
        profile: { rights: { organization: { general: { edit: true } } } },
      });
    const renew = 'query($token: String!) { renew(token: $token) { token } }';
    const renewed = (await ask(renew, { token })).data?.renew?.token as string;
    expect((await ask('mutation { logout }', {}, { token: renewed })).data).toEqual({ logout: true });
    for (const dead of [token, renewed]) {
      expect((await ask(me, {}, { token: dead })).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
      expect((await ask(renew, { token: dead })).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    }
  });

  it('ignores forged forwarding headers: attempts count by account and peer', async () => {
    const codes: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      const headers = {
        'x-forwarded-for': `203.0.113.${i}`,
        forwarded: `for=203.0.113.${i}`,
        'x-real-ip': `203.0.113.${i}`,
      };
      const { errors } = await ask(login, { email: 'guessed@ours.example', password: 'Wrong-pass-1' }, { headers });
      codes.push(errors?.[0]?.extensions.code ?? 'in');
    }
    expect(codes).toEqual([...Array(10).fill('UNAUTHENTICATED'), 'RATE_LIMITED', 'RATE_LIMITED']);
  });

  it('counts each client of a trusted proxy separately, and one who forges the header once', async () => {
    const look = 'query($token: String!) { invitationByToken(token: $token) { state } }';
    const codeFor = async (client: string, peer: string) => {
      const headers = { 'x-forwarded-for': client };
      const { data, errors } = await ask(look, { token: 'guessed' }, { headers, at: proxied, peer });
      return errors?.[0]?.extensions.code ?? data?.invitationByToken?.state;
    };
    const many = async (client: (i: number) => string, peer: string) => {
      const codes = await Promise.all(Array.from({ length: 205 }, (_, i) => codeFor(client(i), peer)));
      return codes.filter((code) => code === 'RATE_LIMITED').length;
    };
    // A client that forges many addresses: the proxy appends its real one.
    expect(await many((i) => `203.0.113.${i}, 198.51.100.1`, '10.0.0.1')).toBe(5);
    expect(await codeFor('198.51.100.1', '10.0.0.2')).toBe('RATE_LIMITED');
    expect(await codeFor('198.51.100.2', '10.0.0.1')).toBe('UNKNOWN');
    // A client that is no trusted proxy but sends the header.
    expect(await many((i) => `203.0.113.${i}`, '192.0.2.66')).toBe(5);
    // One household with IPv6.
    expect(await many((i) => `2001:db8:1:2:${i.toString(16)}::1`, '10.0.0.3')).toBe(5);
    expect(await codeFor('2001:db8:1:3::1', '10.0.0.3')).toBe('UNKNOWN');
  });

  it('ignores injected roles and organizations', async () => {
    const token = await tokenOf('viewer@ours.example');
    const variables = {
      id: world.ours.organizationId,
      name: 'Mine',
      role: 'admin',
      organizationId: world.theirs.organizationId,
    };
    const update = 'mutation($id: Int!, $name: String!) { updateOrganization(id: $id, name: $name) { name } }';
    expect((await ask(update, variables, { token })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    const slipped = 'mutation { updateOrganization(id: 1, name: "x", role: "admin") { name } }';
    expect((await ask(slipped, {}, { token })).errors?.[0]?.extensions.code).toBe('BAD_INPUT');
  });

  it('reports that the server cannot answer while its database is down, not a wrong password', async () => {
    const line = await openSeverableDatabase(stores.relational);
    const { access, modules } = testServices({ db: line.relational.db, analytics: stores.analytics }, world.clock);
    const logged: unknown[] = [];
    const served = fastify();
    mountGraphql(served, {
      ...buildSchemas(modules),
      authenticate: access.authenticate,
      addressOf: createClientAddressGetter([]),
      accessChanges: () => () => {},
      allowedOrigins: [],
      introspection: false,
      clock: world.clock,
      log: { error: (...what) => logged.push(what), warn: () => {} },
    });
    const token = await tokenOf(world.ours.email);
    const wanted = { email: world.ours.email, password };
    const sorry = { message: 'The server cannot answer right now', extensions: { code: 'OVERLOADED' } };
    await line.cut();
    for (let i = 0; i < 12; i += 1) expect((await ask(login, wanted, { at: served })).errors).toMatchObject([sorry]);
    expect((await ask(me, {}, { at: served, token })).errors).toMatchObject([sorry]);
    expect(logged).toHaveLength(13);
    await line.mend();
    expect((await ask(login, wanted, { at: served })).data?.login).toMatchObject({ otpRequired: false });
    await served.close();
    await line.close();
  });

  it('logs no secrets', () => expect(said).toEqual([]));
});
