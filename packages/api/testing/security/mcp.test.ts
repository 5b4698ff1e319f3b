import { type TokenScope, tokenScopes } from '@atrium/domain/people/access';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { loadOtherOrganization, loadOtherSite } from './world/foreign-data.ts';
import { createRestToken, serveRest } from './world/rest-server.ts';
import { createWorld, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let fastify: FastifyInstance;
let reader: string;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  fastify = serveRest(world, stores.analytics);
  reader = await createToken(['sites:read', 'measurements:read', 'alerts:read']);
});

const createToken = (scopes: readonly TokenScope[], sites: readonly number[] | null = null) =>
  createRestToken(world, scopes, sites);

const post = (payload: unknown, token: string | null = reader, headers: Record<string, string> = {}) =>
  fastify.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

const ask = async (method: string, params: object = {}, token = reader) =>
  (await post({ jsonrpc: '2.0', id: 1, method, params }, token)).json();

const call = async (name: string, input: object, token = reader) =>
  (await ask('tools/call', { name, arguments: input }, token)).result;

const ownSite = (index = 0) => world.ours.ids.get('installations')?.[index] as number;
const today = () => new Date(world.clock.now()).toISOString().slice(0, 10);

/** Arguments with which each tool answers about a site. */
const inputs = (siteId: number): Readonly<Record<string, object>> => ({
  find_sites: {},
  describe_site: { siteId },
  open_alerts: {},
  query_measurements: {
    metric: 'affluenceIn',
    filters: {
      conditions: [
        {
          criterion: 'DATE',
          values: [`${today()}/${new Date(world.clock.now() + 86_400_000).toISOString().slice(0, 10)}`],
        },
        { criterion: 'INSTALLATIONS', values: [String(siteId)] },
      ],
    },
  },
  is_this_normal: { siteId, metric: 'affluenceIn' },
  explain_number: { siteId, metric: 'affluenceIn' },
  compare_sites: { metric: 'affluenceIn', siteIds: [siteId], from: today(), to: today() },
});

describe('the protocol', () => {
  it('agrees on a version, lists the tools of the token, and answers in order', async () => {
    const { result } = await ask('initialize', { protocolVersion: '2025-03-26', capabilities: {} });
    expect(result).toMatchObject({ protocolVersion: '2025-03-26', capabilities: { tools: {} } });
    expect((await ask('initialize', { protocolVersion: '1999-01-01' })).result.protocolVersion).toBe('2025-06-18');
    const { tools } = (await ask('tools/list')).result;
    expect(tools.map(({ name }: { name: string }) => name).sort()).toEqual(Object.keys(inputs(1)).sort());
    for (const { inputSchema, annotations } of tools) {
      expect([inputSchema.type, annotations.readOnlyHint]).toEqual(['object', true]);
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
    }
    const few = (await ask('tools/list', {}, await createToken(['sites:read']))).result.tools;
    expect(few.map(({ name }: { name: string }) => name)).toEqual(['find_sites', 'describe_site']);
    expect((await ask('ping')).result).toEqual({});
    const notified = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([notified.statusCode, notified.body]).toEqual([202, '']);
  });

  it.each<[unknown, number]>([
    ['{', -32_700],
    [[], -32_700],
    [{ id: 1, method: 'ping' }, -32_700],
    [{ jsonrpc: '2.0', id: 1 }, -32_600],
    [{ jsonrpc: '2.0', id: 1, method: 'resources/list' }, -32_601],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: '__proto__' } }, -32_602],
  ])('a message %j is refused by its code', async (message, code) => {
    expect((await post(message)).json().error.code).toBe(code);
  });

  it('needs a token, and answers no page of another origin', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const token of [null, 'x', `${reader}x`]) expect((await post(ping, token)).statusCode).toBe(401);
    expect((await post(ping, reader, { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await post(ping, reader, { origin: 'https://atrium.example' })).statusCode).toBe(200);
    expect((await post(`"${'x'.repeat(100_000)}"`)).statusCode).toBe(413);
  });
});

describe('the tools', () => {
  it('answer with unit, coverage and a link, and with the numbers of REST', async () => {
    const rest = await fastify.inject({
      method: 'POST',
      url: '/api/v1/measurements/query',
      headers: { authorization: `Bearer ${reader}`, 'content-type': 'application/json' },
      payload: JSON.stringify(inputs(ownSite()).query_measurements),
    });
    const { data, unit, coverage } = rest.json();
    expect(typeof data[0].value).toBe('number');
    for (const name of ['query_measurements', 'explain_number', 'is_this_normal']) {
      const { structuredContent, content } = await call(name, inputs(ownSite())[name] as object);
      expect(JSON.parse(content[0].text)).toEqual(structuredContent);
      expect([name, structuredContent.data[0].value]).toEqual([name, data[0].value]);
      expect(structuredContent).toMatchObject({ unit, coverage, url: expect.stringMatching(/^https?:\/\/.+/) });
    }
    const explained = (await call('explain_number', inputs(ownSite()).explain_number as object)).structuredContent;
    expect(explained.sources[0]).toMatchObject({ metric: 'affluenceIn', sum: data[0].value });
    expect(decodeURIComponent(explained.url)).toContain(`timespan=`);
    const described = (await call('describe_site', { siteId: ownSite() })).structuredContent;
    expect(described).toMatchObject({ id: ownSite(), sensors: { pad: expect.any(Number) } });
    expect(described.url).toContain(`/${ownSite()}`);
  });

  it('each need their scope, which a refusal names', async () => {
    const allowed = {
      find_sites: 'sites:read',
      describe_site: 'sites:read',
      open_alerts: 'alerts:read',
      query_measurements: 'measurements:read',
      is_this_normal: 'measurements:read',
      explain_number: 'measurements:read',
      compare_sites: 'measurements:read',
    };
    for (const scope of tokenScopes) {
      const token = await createToken([scope]);
      for (const [name, needed] of Object.entries(allowed)) {
        const result = await call(name, inputs(ownSite())[name] as object, token);
        expect([scope, name, result.isError ?? false]).toEqual([scope, name, scope !== needed]);
        if (scope !== needed) expect(result.content[0].text).toContain(needed);
      }
    }
  });

  it.each<[string, object, string]>([
    ['describe_site', {}, 'siteId'],
    ['describe_site', { siteId: '1' }, 'siteId'],
    ['is_this_normal', { siteId: 1, metric: 'nothing', from: '2026-13-01' }, 'BAD_INPUT'],
    ['compare_sites', { metric: 'co2', from: '2026-02-02', to: '2026-02-01' }, 'to'],
    ['query_measurements', { metric: 'affluenceIn', colour: 'red' }, 'colour'],
  ])('%s refuses %j with the field', async (name, input, word) => {
    const own = 'siteId' in input && input.siteId === 1 ? { ...input, siteId: ownSite() } : input;
    const result = await call(name, own);
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toContain(word);
  });

  it('show nothing of another organization, or of a site that the token is not for', async () => {
    const limited = await createToken(tokenScopes, [ownSite()]);
    const cases = [
      [await loadOtherOrganization(world), await createToken(tokenScopes)],
      [await loadOtherSite(world), limited],
    ] as const;
    for (const [foreign, token] of cases)
      for (const [name, input] of Object.entries(inputs(foreign.ids.get('installations')?.[0] as number))) {
        const result = await call(name, input, token);
        const hasNoSite = name === 'find_sites' || name === 'open_alerts';
        expect([name, result.isError ?? false]).toEqual([name, !hasNoSite]);
        for (const canary of foreign.canaries) expect(JSON.stringify(result)).not.toContain(canary);
      }
  });
});
