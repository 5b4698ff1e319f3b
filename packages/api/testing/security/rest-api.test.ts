import {
  aggregations,
  criteria,
  discontinuousPeriods,
  groupByTypes,
  metrics,
  queryCompareModes,
  type RawQuery,
  targets,
} from '@atrium/domain/numbers';
import {
  mayUseScope,
  type PresetProfile,
  presetProfiles,
  type Rights,
  type TokenScope,
  tokenScopes,
  withRights,
} from '@atrium/domain/people/access';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { execute, parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../src/actions/rest-api/openapi.ts';
import type { Schema } from '../../src/actions/rest-api/schema.ts';
import { type Scope, systemScope } from '../../src/platform/tenancy/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { type ForeignData, loadOtherOrganization, loadOtherSite } from './world/foreign-data.ts';
import { type Asked, askRest, createRestToken, serveRest } from './world/rest-server.ts';
import { createWorld, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let fastify: FastifyInstance;
let document: OpenApiDocument;
let reader: string;
const failures: unknown[] = [];
const readingScopes = ['sites:read', 'measurements:read', 'alerts:read'] as const;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  fastify = serveRest(world, stores.analytics, failures);
  document = (await fastify.inject('/api/v1/openapi.json')).json();
  reader = await createToken(readingScopes);
});

const createToken = (scopes: readonly TokenScope[], sites: readonly number[] | null = null) =>
  createRestToken(world, scopes, sites);

const ask = (path: string, { token = reader, ...asked }: Partial<Asked> = {}) =>
  askRest(fastify, path, { ...asked, token });

type Answered = Awaited<ReturnType<typeof ask>>;

interface Operation {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly spec: {
    readonly operationId: string;
    readonly security: readonly { readonly token: readonly TokenScope[] }[];
    readonly parameters: readonly { readonly name: string; readonly in: string }[];
    readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
  };
}

const listOperations = (): readonly Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, spec]) => ({
      path,
      method: method.toUpperCase() as 'GET' | 'POST',
      spec: spec as unknown as Operation['spec'],
    })),
  );

const scopeOf = ({ spec }: Operation) => spec.security[0]?.token[0] ?? null;

const checks = new WeakMap<Schema, ValidateFunction>();

function checkOf(schema: Schema): ValidateFunction {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'd', components: document.components });
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"d#/')));
  checks.set(schema, check);
  return check;
}

/** Expects an answer that the document describes for its status. */
function expectDescribed({ spec, path }: Operation, answer: Answered): void {
  const [type, content] = Object.entries(spec.responses[answer.status]?.content ?? {})[0] ?? [];
  expect([path, answer.status, answer.text, type === undefined]).toEqual([path, answer.status, answer.text, false]);
  expect(answer.headers['content-type']).toContain(type);
  const check = checkOf(content?.schema as Schema);
  expect([
    check(type === 'application/json' || type === 'application/problem+json' ? answer.json() : answer.text),
    check.errors,
    answer.text.slice(0, 2000),
  ]).toEqual([true, null, expect.any(String)]);
}

/** Table of the ids that a path names. */
const tableOf: Readonly<Record<string, string>> = { siteId: 'installations', alertId: 'alerts', eventId: 'alert_logs' };

/** Fills a path with ids of these tables; the first where there are fewer. */
const fillPath = (path: string, ids: ForeignData['ids'], index = 0): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const rows = ids.get(tableOf[name] ?? '') ?? [];
    expect([path, name, rows.length > 0]).toEqual([path, name, true]);
    return String(rows[index] ?? rows[0]);
  });

function bodyOf({ method, spec }: Operation): unknown {
  if (method === 'GET') return undefined;
  if (spec.operationId === 'acknowledgeAlertEvent') return { note: 'seen' };
  if (spec.operationId === 'muteAlert') return { until: null };
  if (spec.operationId === 'explainMeasurement')
    return { siteId: world.ours.ids.get('installations')?.[0], metric: 'affluenceIn' };
  return { metric: 'affluenceIn', filters: today(), groupBy: [{ type: 'ZONE' }] };
}

const ownSite = (index = 0) => world.ours.ids.get('installations')?.[index] as number;
const day = (offset: number) => new Date(world.clock.now() + offset * 86_400_000).toISOString().slice(0, 10);
const today = () => ({ conditions: [{ criterion: 'DATE', values: [`${day(0)}/${day(1)}`] }] });

describe('the document', () => {
  it('is OpenAPI 3.1 with a name for each operation, and has a readable page that runs nothing', async () => {
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] });
    const names = listOperations().map(({ spec }) => spec.operationId);
    expect([new Set(names).size, names.length > 8]).toEqual([names.length, true]);
    const page = await fastify.inject('/api/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.body).not.toMatch(/<script|<link|src=/);
    for (const { path, method } of listOperations()) expect(page.body).toContain(`${method} /api/v1${path}`);
    for (const name of Object.keys(document.components.schemas)) expect(page.body).toContain(`id="${name}"`);
    expect(page.body).toContain('https://atrium.example/api/v1/sites');
  });
});

describe('tokens', () => {
  it('of each scope do what it allows, and are refused everything else by its name', async () => {
    for (const scope of tokenScopes) {
      const token = await createToken([scope]);
      for (const operation of listOperations()) {
        const path = fillPath(operation.path, world.ours.ids);
        const body = bodyOf(operation);
        const answer = await ask(path, { method: operation.method, body, token });
        const needed = scopeOf(operation);
        const isAllowed = needed === null || needed === scope;
        expect([scope, operation.path, answer.status]).toEqual([scope, operation.path, isAllowed ? 200 : 403]);
        if (!isAllowed)
          expect(answer.json()).toMatchObject({ code: 'FORBIDDEN', detail: expect.stringContaining(needed) });
        expectDescribed(operation, answer);
      }
    }
  });

  it('are required, and an unknown or revoked one is refused', async () => {
    for (const token of [null, 'x', `atr_0123456789abcdef_${'x'.repeat(43)}`, `${reader}x`]) {
      const answer = await ask('/sites', { token });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    }
    const token = await createToken(['sites:read']);
    expect((await ask('/sites', { token })).status).toBe(200);
    await world.access.ingestKeys.revoke(systemScope(world.ours.organizationId), token.slice(4, 20));
    expect((await ask('/sites', { token })).status).toBe(401);
  });

  it('of a person are refused what the person has no right for, and see their sites only', async () => {
    for (const [preset, { rights }] of Object.entries(presetProfiles)) {
      const person = await world.ours.limitedScope(preset as PresetProfile);
      const scopes = tokenScopes.filter((one) => mayUseScope(person, one));
      const wanted = { name: 'Laptop', scopes, lifetimeDays: 30 };
      const created = await world.access.ingestKeys.createPersonal(person, wanted);
      if (!created.ok) throw new Error(created.error.message);
      const token = created.value.secret;
      const { siteIds } = (await ask('/token', { token })).json();
      expect(siteIds).toEqual(person.installationIds);
      for (const operation of listOperations()) {
        const path = fillPath(operation.path, world.ours.ids);
        const answer = await ask(path, { method: operation.method, body: bodyOf(operation), token });
        const needed = scopeOf(operation);
        const isAllowed = needed === null || mayUseScope({ role: person.role as 'user' | 'admin', rights }, needed);
        expect([preset, path, answer.status === 403]).toEqual([preset, path, !isAllowed]);
        expectDescribed(operation, answer);
      }
    }
  });

  it('of a person who loses a right are refused it at once, by its name', async () => {
    const person = await world.ours.scope('manager');
    const wanted = { name: 'Laptop', scopes: ['alerts:read'], lifetimeDays: 30 } as const;
    const created = await world.access.ingestKeys.createPersonal(person, wanted);
    if (!created.ok) throw new Error(created.error.message);
    const token = created.value.secret;
    expect((await ask('/alerts', { token })).status).toBe(200);
    const { rights } = person;
    const setRights = (changed: Rights) =>
      world.db.execute(
        sql`update profiles set rights = ${JSON.stringify(changed)}::jsonb where id = ${person.profileId}`,
      );
    await setRights(withRights(rights, ['dashboard.alert.read'], false));
    const answer = await ask('/alerts', { token });
    await setRights(rights);
    expect([answer.status, answer.json()]).toMatchObject([
      403,
      { code: 'FORBIDDEN', detail: 'The owner of this token lacks the right for the scope alerts:read.' },
    ]);
  });

  it('describe themselves', async () => {
    const token = await createToken(['sites:read'], [ownSite(1)]);
    expect((await ask('/token', { token })).json()).toEqual({
      publicId: token.slice(4, 20),
      scopes: ['sites:read'],
      siteIds: [ownSite(1)],
    });
  });
});

describe('what a token does not see', () => {
  async function expectHidden(foreign: ForeignData, token: string) {
    const foreignSites = foreign.ids.get('installations') ?? [];
    expect(foreignSites.length).toBeGreaterThan(0);
    for (const operation of listOperations()) {
      const hasIds = operation.path.includes('{');
      for (const index of hasIds ? foreignSites.keys() : [0]) {
        const path = fillPath(operation.path, foreign.ids, index);
        const answer = await ask(path, { method: operation.method, body: bodyOf(operation), token });
        expect([path, answer.status]).toEqual([path, hasIds ? 404 : 200]);
        for (const canary of foreign.canaries) expect(answer.text).not.toContain(canary);
      }
    }
    for (const siteId of foreignSites) {
      const body = { siteId, metric: 'affluenceIn' };
      const answer = await ask('/measurements/explain', { method: 'POST', body, token });
      expect([siteId, answer.status]).toEqual([siteId, 404]);
    }
    for (const [criterion, table] of [
      ['INSTALLATIONS', 'installations'],
      ['ZONES', 'zones'],
      ['PASSAGES', 'passages'],
      ['DEVICES', 'devices'],
    ] as const) {
      const [foreignId] = foreign.ids.get(table) ?? [];
      const conditions = [...today().conditions, { criterion, values: [String(foreignId)] }];
      const answer = await ask('/measurements/query', {
        method: 'POST',
        body: { metric: 'affluenceIn', filters: { conditions } },
        token,
      });
      expect([criterion, answer.status, answer.json().code]).toEqual([criterion, 404, 'NOT_FOUND']);
    }
  }

  it('is another organization', async () => {
    await expectHidden(await loadOtherOrganization(world), await createToken(tokenScopes));
  });

  it('is a site that it is not for', async () => {
    const token = await createToken(tokenScopes, [ownSite()]);
    await expectHidden(await loadOtherSite(world), token);
    const total = async (of: string) =>
      (
        await ask('/measurements/query', {
          method: 'POST',
          body: { metric: 'affluenceIn', filters: today() },
          token: of,
        })
      )
        .json()
        .data.map(({ value }: { value: number }) => value);
    expect(await total(token)).not.toEqual(await total(reader));
  });
});

describe('conventions', () => {
  it('a list is read page by page, with each item once', async () => {
    const all = (await ask('/sites')).json();
    expect([all.items.length, all.next]).toEqual([2, null]);
    const first = (await ask('/sites?first=1')).json();
    const second = (await ask(`/sites?first=1&after=${first.next}`)).json();
    expect([...first.items, ...second.items]).toEqual(all.items);
    expect(second.next).toBeNull();
  });

  it('a definition that has not changed is not sent again', async () => {
    const site = await ask(`/sites/${ownSite()}`);
    const etag = String(site.headers.etag);
    const again = await ask(`/sites/${ownSite()}`, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await ask(`/sites/${ownSite(1)}`, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('each answer tells what is left of the budget of this token alone', async () => {
    const token = await createToken(['sites:read', 'measurements:read']);
    const left = (answer: Answered) => Number(/;r=(\d+);t=\d+$/.exec(String(answer.headers.ratelimit))?.[1]);
    const first = await ask('/sites', { token });
    expect(first.headers['ratelimit-policy']).toBe('"token";q=10000;w=60');
    for (let time = 0; time < 60; time += 1)
      await ask('/measurements/query', { method: 'POST', token, body: { metric: 'affluenceIn', filters: today() } });
    expect(left(await ask('/sites', { token }))).toBeLessThan(left(first));
    expect(left(await ask('/sites', { token: await createToken(['sites:read']) }))).toBe(left(first));
  });

  it.each<[string, string, number, string | undefined]>([
    ['a parameter that there is not', '/sites?limit=1', 400, 'limit'],
    ['a page that is too long', '/sites?first=501', 400, 'first'],
    ['a size that is no number', '/sites?first=many', 400, 'first'],
    ['a cursor of nobody', '/sites?after=%00', 400, 'after'],
    ['an id that is no number', '/sites/x', 400, 'siteId'],
    ['an id beyond all', '/sites/99999999999', 400, 'siteId'],
    ['an id that is no longer a number', `/sites/${'9'.repeat(400)}`, 400, 'siteId'],
    ['a size that is no longer a number', `/sites?first=${'9'.repeat(400)}`, 400, 'first'],
  ])('%s is refused with its name', async (_, path, status, field) => {
    const answer = await ask(path);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect([answer.status, answer.json()]).toMatchObject([status, { status, code: 'BAD_INPUT', field }]);
  });

  it.each<[unknown, string]>([
    ['{', 'body'],
    [[], 'body'],
    [{}, 'body'],
    [{ metric: 7 }, 'metric'],
    [{ metric: 'affluenceIn', limit: '5' }, 'limit'],
    [{ metric: 'affluenceIn', colour: 'red' }, 'colour'],
    [{ metric: 'affluenceIn', groupBy: [{ type: 'NOTHING' }] }, 'groupBy.0.type'],
    [{ metric: 'nothing' }, 'metric'],
  ])('a query %j is refused with the field', async (body, field) => {
    const answer = await ask('/measurements/query', { method: 'POST', body });
    expect([answer.status, answer.json()]).toMatchObject([400, { code: 'BAD_INPUT', field }]);
  });

  it('a body that is no JSON, or too large, is refused unread', async () => {
    const send = (body: string, type: string) =>
      ask('/measurements/query', { method: 'POST', body, headers: { 'content-type': type } });
    expect((await send('<a/>', 'text/xml')).status).toBe(415);
    expect((await send(`"${'x'.repeat(100_000)}"`, 'application/json')).status).toBe(413);
  });
});

/** Queries of any sense, mostly about places that there are. */
const someQuery = (): fc.Arbitrary<RawQuery> => {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
  const site = fc.constantFrom(ownSite(), ownSite(1));
  const zone = fc.constantFrom(...(world.ours.ids.get('zones') ?? []));
  const dates = fc.constantFrom([-1, 1], [0, 1], [-7, 1]).map(([from = 0, to = 1]) => `${day(from)}/${day(to)}`);
  const condition = fc.oneof(
    site.map((value) => ({ criterion: 'INSTALLATIONS', values: [String(value)] })),
    zone.map((value) => ({ criterion: 'ZONES', values: [String(value)] })),
  );
  return fc.record({
    metric: fc.oneof(fc.constantFrom('affluenceIn', 'co2'), fc.constantFrom(...metrics.map((metric) => metric.id))),
    target: maybe(fc.constantFrom(...targets)),
    filters: fc.tuple(dates, maybe(condition)).map(([date, other]) => ({
      conditions: [{ criterion: 'DATE', values: [date] }, ...(other === undefined ? [] : [other])],
    })),
    groupBy: maybe(
      fc.array(
        fc.record({
          type: fc.oneof(fc.constantFrom('DATE', 'ZONE', 'INSTALLATION'), fc.constantFrom(...groupByTypes)),
          granularity: maybe(fc.constantFrom(3600, 86_400)),
          period: maybe(fc.constantFrom(...discontinuousPeriods)),
        }),
        { maxLength: 2 },
      ),
    ),
    aggregation: fc.option(fc.constantFrom(...aggregations), { nil: undefined, freq: 5 }),
    compare: maybe(fc.constantFrom(...queryCompareModes)),
  });
};

describe('numbers', () => {
  const selection = parse(`query($query: RetailDataQuery!) { retailData(query: $query) {
    metric unit data comparison evolution usual comparisonTimes granularity notTold
    comparisonCoverage { known asked } coverage { ratio silent { deviceId count } sites { installationId ratio } } } }`);

  async function askGraphql(query: RawQuery, scope: Scope) {
    const { data, errors = [] } = await execute({
      schema: world.schemas.main,
      document: selection,
      variableValues: { query },
      contextValue: { scope, tokenProblem: null, address: '192.0.2.2' },
    });
    return { answer: (data as Record<string, Schema> | null)?.retailData ?? null, code: errors[0]?.extensions.code };
  }

  it('are those of GraphQL, for random queries', async () => {
    const administrator = await world.ours.scope('administrator');
    let known = 0;
    await fc.assert(
      fc.asyncProperty(someQuery(), async (query) => {
        const token = await createTokenOften();
        const rest = await ask('/measurements/query', { method: 'POST', body: query, token });
        const graphql = await askGraphql(query, administrator);
        if (graphql.answer === null) {
          expect([query, rest.json().code]).toEqual([query, graphql.code]);
          return;
        }
        const { coverage, ...answer } = rest.json();
        const { coverage: expected, ...others } = JSON.parse(JSON.stringify(graphql.answer));
        expect([query, answer]).toEqual([query, others]);
        expect(coverage.ratio).toBe(expected.ratio);
        expect(coverage.silent.map(({ deviceId }: { deviceId: number }) => deviceId)).toEqual(
          expected.silent.map(({ deviceId }: { deviceId: number }) => deviceId),
        );
        if (JSON.stringify(answer.data).match(/"value":[1-9]/)) known += 1;
      }),
      { numRuns: 60 },
    );
    expect(known).toBeGreaterThan(5);
  });

  /** Many queries exceed the rate of one token. */
  let asked = 0;
  let current = '';
  async function createTokenOften(): Promise<string> {
    if (asked % 100 === 0) current = await createToken(['measurements:read']);
    asked += 1;
    return current;
  }
});

it('no request is answered 5xx, and each answer is as the document describes it', async () => {
  const word = fc.oneof(
    fc.constantFrom('0', '1', '-1', '', '1.5', '1e9', 'null', '[]', '%00', '../..', String(ownSite()), String(2 ** 31)),
    fc.string({ maxLength: 20 }),
  );
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...criteria, ...groupByTypes), fc.integer());
  const body = fc.oneof(
    { weight: 3, arbitrary: someQuery().map((query) => JSON.stringify(query)) },
    fc
      .tuple(
        someQuery(),
        fc.dictionary(
          fc.constantFrom('metric', 'filters', 'groupBy', 'hours', 'limit', 'sortBy', 'granularity'),
          value,
        ),
      )
      .map(([query, other]) => JSON.stringify({ ...query, ...other })),
    fc.json(),
    fc.string(),
  );
  let sent = 0;
  let token = reader;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...listOperations()),
      word,
      fc.dictionary(fc.oneof(fc.constantFrom('first', 'after'), fc.string({ maxLength: 5 })), word, { maxKeys: 2 }),
      body,
      async (operation, part, query, payload) => {
        if (sent % 100 === 0) token = await createToken(tokenScopes);
        sent += 1;
        const path = operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(part) || '0');
        const search = new URLSearchParams(query);
        const answer = await ask(`${path}?${search}`, {
          method: operation.method,
          token,
          ...(operation.method === 'POST' && { body: payload }),
        });
        expect([path, answer.status < 500, failures]).toEqual([path, true, []]);
        expectDescribed(operation, answer);
      },
    ),
    { numRuns: 300 },
  );
});
