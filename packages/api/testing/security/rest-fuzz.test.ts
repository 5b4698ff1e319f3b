import { metrics } from '@atrium/domain/numbers';
import { type TokenScope, tokenScopes } from '@atrium/domain/people/access';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../src/actions/rest-api/openapi.ts';
import type { Schema } from '../../src/actions/rest-api/schema.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { askRest, createRestToken, serveRest } from './world/rest-server.ts';
import { createWorld, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let fastify: FastifyInstance;
let document: OpenApiDocument;
const failures: unknown[] = [];

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  fastify = serveRest(world, stores.analytics, failures);
  document = (await fastify.inject('/api/v1/openapi.json')).json();
});

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

const listOperations = (): readonly Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(operation as unknown as Operation),
      ...{ path, method: method.toUpperCase() },
    })),
  );

/** Text that parameters and bodies often have, of the world and of attackers. */
const listWords = (): readonly string[] => {
  const day = (offset: number) => new Date(world.clock.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const ids = ['installations', 'zones', 'alerts'].flatMap((table) => world.ours.ids.get(table)?.slice(0, 2) ?? []);
  return [
    ...[`${day(0)}/${day(1)}`, `${day(-7)}/${day(1)}`, day(0), new Date(world.clock.now()).toISOString()],
    ...['', '0', '-1', '%00', '../..', "' OR 1=1 --", '{{7*7}}', '\u0000', '𝟙', '9'.repeat(400)],
    ...ids.map(String),
  ];
};

/** Returns values that fit a schema. Names hint at what a text means. */
function fit(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string')
    return fit(document.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema, name);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => fit(one, name)));
  const types = [schema.type ?? ['string', 'integer', 'null']].flat() as unknown as readonly string[];
  return fc.oneof(...types.map((type) => fitType(type, schema, name)));
}

function fitType(type: string, schema: Schema, name: string): fc.Arbitrary<unknown> {
  const { minimum: min = -5, maximum: max = 2 ** 31 - 1 } = schema as {
    readonly minimum?: number;
    readonly maximum?: number;
  };
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer')
    return fc.oneof(
      ...(name === 'siteId' ? [fc.constant(meaningOf(name))] : []),
      fc.integer({ min, max }),
      fc.constantFrom(...[min, 3600, 86_400].filter((one) => one >= min && one <= max)),
    );
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true });
  if (type === 'array') return fc.array(fit((schema.items ?? {}) as Schema, name), { maxLength: 3 });
  if (type === 'object') return fitObject(schema);
  if (name === 'metric') return fc.constantFrom('affluenceIn', ...metrics.map(({ id }) => id));
  const words = fc.oneof(fc.constantFrom(...listWords()), fc.string({ maxLength: 20 }));
  const meant = meaningOf(name);
  return meant === null
    ? words
    : fc.oneof({ weight: 2, arbitrary: fc.constant(meant) }, { weight: 1, arbitrary: words });
}

/** Returns a value that fits the meaning of a property's name; null where the schema says enough. */
function meaningOf(name: string): unknown {
  const day = (offset: number) => new Date(world.clock.now() + offset * 86_400_000).toISOString().slice(0, 10);
  if (name === 'from') return day(-2);
  if (name === 'to') return day(0);
  if (name === 'siteId' || name === 'site') return world.ours.ids.get('installations')?.[0] ?? null;
  return null;
}

const absent = Symbol('absent');

/** Most optional properties are left out: a query with all of its options hardly ever makes sense. */
function fitObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const values = Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, schema]) => {
    const value = fit(schema, name);
    const isRequired = (required as readonly string[]).includes(name);
    const optional = fc.oneof({ weight: 4, arbitrary: fc.constant(absent) }, { weight: 1, arbitrary: value });
    return [name, isRequired ? value : optional] as const;
  });
  return fc
    .record(Object.fromEntries(values))
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== absent)));
}

/** Changes a fitting value in one place, so that it mostly no longer fits. */
const spoil = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(value, fc.jsonValue({ maxDepth: 2 }), fc.nat(), fc.string({ maxLength: 8 }))
    .map(([fitting, other, place, name]) => {
      if (typeof fitting !== 'object' || fitting === null) return other;
      const keys = [...Object.keys(fitting), name];
      const key = keys[place % keys.length] as string;
      return Array.isArray(fitting) ? [...fitting, other] : { ...fitting, [key]: other };
    });

/** Table of the ids that a path names; others are drawn from all ids. */
const tableOf: Readonly<Record<string, string>> = { siteId: 'installations', alertId: 'alerts', eventId: 'alert_logs' };

interface Drawn {
  readonly url: string;
  readonly body?: string;
  readonly type: string;
}

/** Draws requests of an operation: half of them fit the document, the others differ in a parameter or in the body. */
function drawRequest({ path, parameters, requestBody }: Operation): fc.Arbitrary<Drawn> {
  const word = fc.oneof(fc.constantFrom(...listWords()), fc.string({ maxLength: 12 }));
  const ofPath = parameters
    .filter((one) => one.in === 'path')
    .map(({ name, schema }) => {
      const ids = world.ours.ids.get(tableOf[name] ?? '') ?? [];
      // Mostly the first: only a firing of the same alert is found.
      const known = ids.length === 0 ? fit(schema, name) : fc.constantFrom(ids[0], ids[0], ids[0], ...ids.slice(0, 2));
      return [name, fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: word })] as const;
    });
  const ofQuery = parameters
    .filter((one) => one.in === 'query')
    .map(
      ({ name, schema }) =>
        [
          name,
          fc.oneof(
            // Most are left out: few combinations of all parameters make sense.
            { weight: 8, arbitrary: fc.constant(absent) },
            { weight: 3, arbitrary: fit(schema, name) },
            { weight: 1, arbitrary: word },
          ),
        ] as const,
    );
  const schema = requestBody?.content['application/json']?.schema;
  const body =
    schema === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 4, arbitrary: fit(schema).map((one) => JSON.stringify(one)) },
          { weight: 3, arbitrary: spoil(fit(schema)).map((one) => JSON.stringify(one)) },
          { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string(), fc.constant('"'.padEnd(120_000, 'x'))) },
        );
  return fc
    .tuple(
      fc.record(Object.fromEntries(ofPath)),
      fc.record(Object.fromEntries(ofQuery)),
      fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.tuple(fc.string({ maxLength: 5 }), word) },
      ),
      body,
      fc.constantFrom('application/json', 'application/json', 'application/json', 'text/xml'),
    )
    .map(([values, query, unknown, text, type]) => {
      const filled = path.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => encodeURIComponent(String(values[name])) || '0',
      );
      const search = new URLSearchParams(
        [...Object.entries(query).filter(([, value]) => value !== absent), ...(unknown === null ? [] : [unknown])].map(
          ([name, value]) => [name, String(value)],
        ),
      );
      return { url: `${filled}?${search}`, type, ...(text !== undefined && { body: text }) };
    });
}

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

/** Expects an answer that the document describes for its status, and of a refusal that it states that status. */
function expectDescribed(operation: Operation, drawn: Drawn, answer: Awaited<ReturnType<typeof askRest>>): void {
  const { status, text, headers } = answer;
  const described = operation.responses[status];
  const asked = [operation.method, drawn.url, drawn.body?.slice(0, 500), status, text.slice(0, 500)];
  expect([asked, described !== undefined]).toEqual([asked, true]);
  const [type, content] = Object.entries(described?.content ?? {})[0] ?? [];
  if (type === undefined) {
    expect([asked, text]).toEqual([asked, '']);
    return;
  }
  expect([asked, String(headers['content-type']).split(';')[0]]).toEqual([asked, type]);
  const isJson = /^application\/(problem\+)?json$/.test(type);
  const check = checkOf(content?.schema as Schema);
  expect([asked, check(isJson ? answer.json() : text), check.errors]).toEqual([asked, true, null]);
  if (status >= 400) {
    expect([asked, type]).toEqual([asked, 'application/problem+json']);
    expect([asked, answer.json().status]).toEqual([asked, status]);
  }
}

const createToken = (scopes: readonly TokenScope[]) => createRestToken(world, scopes);

it('each operation answers random requests as the document describes, and none with 5xx', {
  timeout: 120_000,
}, async () => {
  const statuses = new Map<string, Set<number>>();
  for (const operation of listOperations()) {
    const found = new Set<number>();
    statuses.set(`${operation.method} ${operation.path}`, found);
    // A token of its own for each: many requests exceed the rate of one.
    const token = await createToken(tokenScopes);
    await fc.assert(
      fc.asyncProperty(drawRequest(operation), async (drawn) => {
        const answer = await askRest(fastify, drawn.url, {
          method: operation.method as 'GET',
          token,
          headers: drawn.body === undefined ? {} : { 'content-type': drawn.type },
          ...(drawn.body !== undefined && { body: drawn.body }),
        });
        found.add(answer.status);
        expect([drawn, answer.status < 500, failures]).toEqual([drawn, true, []]);
        expectDescribed(operation, drawn, answer);
      }),
      { numRuns: 60 },
    );
  }
  // Requests get through, and are refused; operations without parameters can only refuse unknown ones.
  for (const [name, found] of statuses)
    expect([name, found.has(200) || found.has(201), found.has(400)]).toEqual([name, true, true]);
});

it('each status that the document lists has a text and a type', () => {
  for (const { path, method, responses, requestBody } of listOperations()) {
    const refusals = Object.keys(responses).filter((status) => Number(status) >= 400);
    expect([method, path, refusals]).toEqual([
      method,
      path,
      expect.arrayContaining(['400', '401', '403', '429', '503']),
    ]);
    expect([method, path, '413' in responses, '415' in responses]).toEqual([
      ...[method, path, requestBody !== undefined, requestBody !== undefined],
    ]);
    for (const [status, one] of Object.entries(responses))
      expect([path, status, (one as { readonly description?: string }).description]).not.toContain('');
  }
});
