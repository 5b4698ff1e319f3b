import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountGraphql } from '../platform/graphql/edge.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { createWorld, password, type World } from './test-world.ts';

const stores = useTestStores();
const said: unknown[] = [];
let world: World;
let server: FastifyInstance;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  server = fastify();
  mountGraphql(server, {
    ...world.schemas,
    authenticate: world.access.authenticate,
    allowedOrigins: ['http://atrium.test'],
    introspection: false,
    clock: world.clock,
    log: { error: (...what) => said.push(what) },
  });
});

afterAll(() => server.close());

interface Answer {
  readonly data?: Record<string, Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

async function ask(
  query: string,
  variables: object,
  { token = '', path = '/v2/graphql', headers = {} } = {},
): Promise<Answer> {
  const answer = await server.inject({
    method: 'POST',
    url: path,
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
  it('signs in, is somebody on both endpoints, renews, and is over with logout', async () => {
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

  it('is not fooled by forwarding headers: tries count by the account and the peer', async () => {
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

  it('ignores role and organization wherever they are injected', async () => {
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

  it('logs nothing of it', () => expect(said).toEqual([]));
});
