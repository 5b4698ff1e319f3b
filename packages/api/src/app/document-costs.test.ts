import {
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLString,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { thousandSites } from '../../testing/thousand-sites.ts';
import {
  anonymousBudget,
  maxAnonymousValues,
  maxMemberValues,
  memberBudget,
} from '../platform/graphql/cost/cost-budgets.ts';
import { getDeclaredCost, noSizes, type Sizes } from '../platform/graphql/cost/declared-cost.ts';
import { estimateCost, getListLength } from '../platform/graphql/cost/estimate-cost.ts';
import { buildUnboundSchemas } from './schema.ts';

const absent: object = new Proxy(() => {}, { get: () => absent });
const { main, hub } = buildUnboundSchemas();

const typesOf = (schema: GraphQLSchema): GraphQLObjectType[] =>
  Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !type.name.startsWith('__'),
  ) as GraphQLObjectType[];

const fieldsOf = (schema: GraphQLSchema) =>
  typesOf(schema).flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

function costOf(text: string, sizes: Sizes, variables: Readonly<Record<string, unknown>> = {}) {
  const document = parse(text);
  expect(validate(main, document)).toEqual([]);
  return estimateCost({ schema: main, document, variables, sizes });
}

const isRefused = (text: string, sizes: Sizes, variables?: Readonly<Record<string, unknown>>) => {
  const cost = costOf(text, sizes, variables);
  if (!cost.ok) return cost.error.code === 'BAD_INPUT';
  const [limit, most] =
    sizes === noSizes ? [anonymousBudget, maxAnonymousValues] : [memberBudget(sizes), maxMemberValues(sizes)];
  return cost.value.cost > limit || cost.value.values > most;
};

describe('every field declares its cost', () => {
  it('every list declares its length', () => {
    const lists = [main, hub].flatMap(fieldsOf).filter(({ field }) => isListType(getNullableType(field.type)));
    expect(lists.length).toBeGreaterThan(70);
    const silent = lists.filter(({ field }) => getDeclaredCost(field).length === undefined);
    expect(silent.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
  });

  it('lists declared as pages are only below a field with a page size', () => {
    const pages = fieldsOf(main).filter(({ field }) => getDeclaredCost(field).length === 'page');
    for (const { type } of pages) {
      const above = fieldsOf(main).filter(({ field }) => getNamedType(field.type) === type);
      for (const { field } of above) expect(field.args.map(({ name }) => name)).toContain('first');
    }
  });

  it('public operations declare whether they are about credentials', () => {
    const open = [main, hub]
      .flatMap(fieldsOf)
      .filter(({ field }) => (field.extensions.pothosOptions as { skipTypeScopes?: boolean }).skipTypeScopes === true)
      .filter(({ field }) => !getDeclaredCost(field).isCredential)
      .map(({ field }) => field.name);
    // Data that is the same for everyone, and what displays poll with an unguessable token.
    expect(new Set(open)).toEqual(
      new Set([
        'stopAndGoLive',
        'stopAndGoScreenByToken',
        'kioskByToken',
        'allCountries',
        'translationDetailsByProject',
        'translationsByProject',
      ]),
    );
  });
});

/** Finds paths from an operation to a recursive type, and once around its cycle, which allows unlimited nesting. */
function circles(
  schema: GraphQLSchema,
): readonly { readonly down: readonly string[]; readonly round: readonly string[] }[] {
  const found: { down: readonly string[]; round: readonly string[] }[] = [];
  const query = schema.getQueryType() as GraphQLObjectType;
  const seen = new Set<string>();
  const walk = (
    type: GraphQLObjectType,
    path: readonly { readonly type: GraphQLObjectType; readonly text: string }[],
  ) => {
    for (const field of Object.values(type.getFields())) {
      const next = getNamedType(field.type);
      if (!isObjectType(next)) continue;
      const text = `${field.name}${argumentsText(field.args)}`;
      const start = path.findIndex((step) => step.type === next);
      const steps = [...path, { type: next, text }];
      if (start >= 0) {
        const round = steps.slice(start + 1).map((step) => step.text);
        const key = `${steps[0]?.text} ${round}`;
        if (!seen.has(key)) found.push({ down: steps.slice(0, start + 1).map((step) => step.text), round });
        seen.add(key);
      } else walk(next, steps);
    }
  };
  walk(query, []);
  return found;
}

interface Input {
  readonly name: string;
  readonly type: GraphQLInputType;
}

/** Builds the required arguments, as small as possible. */
function argumentsText(args: readonly Input[]): string {
  const given = inputsText(args);
  return given === '' ? '' : `(${given})`;
}

const inputsText = (inputs: readonly Input[]) =>
  inputs
    .filter(({ type }) => isNonNullType(type))
    .map(({ name, type }) => `${name}: ${valueText(type)}`)
    .join(', ');

function valueText(type: GraphQLInputType): string {
  const bare = getNullableType(type);
  if (isListType(bare)) return '[1]';
  if (isInputObjectType(bare)) return `{ ${inputsText(Object.values(bare.getFields()))} }`;
  return bare === GraphQLString ? '"2026-01-01"' : '1';
}

describe('unlimited nesting', () => {
  const all = circles(main);
  it('is found automatically', () => {
    expect(new Set(all.map(({ round }) => round.join(' ')))).toContain('zones installation');
    expect(all.length).toBeGreaterThan(10);
  });

  it.each(all.map((one) => [`${one.down.join(' ')} … ${one.round.join(' ')}`, one] as const))(
    '%s costs more with each round',
    (_name, { down, round }) => {
      const nested = (steps: readonly string[]): string =>
        steps.length === 0 ? '__typename' : `${steps[0]} { ${nested(steps.slice(1))} }`;
      const turns = (count: number) => Array.from({ length: count }, () => round).flat();
      const cost = (count: number) => costOf(`{ ${nested([...down, ...turns(count)])} }`, thousandSites);
      const costs = [1, 2, 3].map((count) => {
        const one = cost(count);
        if (!one.ok) throw new Error(one.error.message);
        return one.value.values;
      });
      // Each further round multiplies the cost of the previous one by the lengths of the lists in it.
      const [once, twice, thrice] = costs as [number, number, number];
      expect((thrice - twice) / (twice - once)).toBeCloseTo(lengthOfTurn(down, round), 6);
      expect(lengthOfTurn(down, round)).toBeGreaterThanOrEqual(20);
    },
  );
});

/** Returns the number of objects that one round adds per object at its start. */
function lengthOfTurn(down: readonly string[], round: readonly string[]): number {
  const names = [...down, ...round].map((step) => step.replace(/\(.*/, ''));
  let type = main.getQueryType() as GraphQLObjectType;
  let length = 1;
  for (const [index, name] of names.entries()) {
    const field = type.getFields()[name];
    if (!field) throw new Error(`no ${name}`);
    const place = { isEachSite: false, page: 100 };
    if (index >= down.length && isListType(getNullableType(field.type)))
      length *= getListLength(getDeclaredCost(field).length, { args: {}, sizes: thousandSites, place });
    type = getNamedType(field.type) as GraphQLObjectType;
  }
  return length;
}

const year = { filters: { conditions: [{ criterion: 'DATE', values: ['2025-01-01/2026-01-01'] }] } };
const questions = (count: number) =>
  `query(${Array.from({ length: count }, (_, i) => `$q${i}: RetailDataQuery!`).join(' ')}) { ${Array.from(
    { length: count },
    (_, i) => `a${i}: retailData(query: $q${i}) { data comparison coverage { ratio silent { deviceId } } }`,
  ).join(' ')} }`;
const asked = (count: number, query: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, query]));
const inOne =
  'query($queries: [RetailDataQuery!]!) { answers(queries: $queries) { answer { data comparison coverage { ratio silent { deviceId } } } } }';
const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')} }`;

describe('hostile documents are refused', () => {
  /** As many sites as the demo, some larger than others. */
  const small: Sizes = {
    ...thousandSites,
    installations: 9,
    zones: { all: 28, largest: 7 },
    devices: { all: 60, largest: 17 },
    ofSite: () => ({ zones: 7, passages: 12, devices: 17, events: 3 }),
  };

  const seventyThousand = { ids: Array.from({ length: 70_000 }, (_, index) => index + 1) };
  const texts = 'translationsByProject(project: "retail")';
  const round = 'zones { installation { zones { installation { zones { id name } } } } }';
  const byZoneAndHour = { groupBy: [{ type: 'ZONE_ID' }, { type: 'DATE', granularity: 3600 }] };

  const byAnybody: Readonly<Record<string, string>> = {
    '60 times all texts': aliases(60, `${texts} { messages }`),
    'twice all texts': aliases(2, `${texts} { messages }`),
    'all texts with their messages again and again': `{ ${texts} ${aliases(20, 'messages')} }`,
    '60 passwords': aliases(60, 'login(email: "a", password: "b") { token }'),
  };
  it.each(Object.entries(byAnybody))('%s, for anonymous callers', (_name, text) => {
    expect(isRefused(text, noSizes)).toBe(true);
  });

  const byMembers: Readonly<Record<string, readonly [text: string, variables?: Record<string, unknown>]>> = {
    'six years by the hour with what is usual': [
      questions(6),
      asked(6, { metric: 'affluenceIn', ...year, granularity: 3600, compare: 'USUAL' }),
    ],
    'six years of people inside': [questions(6), asked(6, { metric: 'inside', ...year, granularity: 3600 })],
    '55 years by zone and hour': [questions(55), asked(55, { metric: 'affluenceIn', ...year, ...byZoneAndHour })],
    'the same in one field': [inOne, { queries: Array(55).fill({ metric: 'affluenceIn', ...year, ...byZoneAndHour }) }],
    'more questions than operations in one field': [inOne, { queries: Array(101).fill({ metric: 'affluenceIn' }) }],
    'the same in two': [
      inOne.replace(/answers.*/, (field) => field.replace('answers', 'a: answers').replace(/\}$/, field)),
      { queries: Array(51).fill({ metric: 'affluenceIn' }) },
    ],
    'dashboards in pages in dashboards': [
      '{ allDashboardsV2 { pages { dashboard { pages { dashboard { pages { widgets { definition } } } } } } } }',
    ],
    '70 000 zones': ['query($ids: [Int!]!) { zonesByIds(ids: $ids) { id } }', seventyThousand],
    '70 000 zones of a log': [
      'query($ids: [Int!]!) { alertLogConnection(filter: { zoneIds: $ids }) { count } }',
      seventyThousand,
    ],
  };
  it.each(Object.entries(byMembers))('%s, with nine sites', (_name, [text, variables]) => {
    expect(isRefused(text, small, variables)).toBe(true);
  });

  const ofManySites: typeof byMembers = {
    'sites in zones in sites': [`{ allInstallations { ${round} } }`],
    'the same through sensors': [`{ padsByInstallation(installationId: 1) { zone { installation { ${round} } } } }`],
    '60 times all sites with all they have': [
      aliases(60, 'allInstallations { zones { id name tags { id } } events { id } }'),
    ],
    'what is behind 60 years': [
      `query($q: RetailDataQuery!) ${aliases(60, 'readingsBehind(query: $q) { count }')}`,
      { q: { metric: 'affluenceIn', ...year } },
    ],
  };
  it.each(Object.entries(ofManySites))('%s, with 1 000 sites', (_name, [text, variables]) => {
    expect(isRefused(text, thousandSites, variables)).toBe(true);
  });

  it('cheaply: fragments that spread each other, and the same long query over and over', () => {
    const parts = Array.from(
      { length: 60 },
      (_, index) => `fragment F${index} on Zone { installation { zones { ...F${index + 1} ...F${index + 1} } } }`,
    );
    const spread = `{ topZonesWithTags { ...F0 } } ${parts.join(' ')} fragment F60 on Zone { id }`;
    expect(isRefused(spread, thousandSites)).toBe(true);
    const values = Array.from({ length: 5000 }, (_, index) => String(index + 1));
    const q = { metric: 'inside', filters: { conditions: [{ criterion: 'ZONES', values }] } };
    const again = Array.from({ length: 120 }, () => 'retailData(query: $q) { data }').join(' ');
    expect(isRefused(`query($q: RetailDataQuery!) { ${again} }`, thousandSites, { q })).toBe(true);
  });

  it.each([1, 7, 60])('%i queries in one field, as soon as one by one', (count) => {
    for (const query of [
      { metric: 'affluenceIn', ...year, ...byZoneAndHour },
      { metric: 'inside', ...year, compare: 'USUAL' },
      { metric: 'none' },
    ]) {
      const [one, other] = [
        costOf(questions(count), small, asked(count, query)),
        costOf(inOne, small, { queries: Array(count).fill(query) }),
      ];
      if (!one.ok || !other.ok) throw new Error('not weighed');
      expect(other.value.cost).toBeGreaterThanOrEqual(one.value.cost);
      expect(other.value.values).toBeGreaterThanOrEqual(one.value.values);
    }
  });

  it('but no document of the product is', () => {
    expect(isRefused(getIntrospectionQuery(), noSizes)).toBe(false);
    expect(isRefused(questions(1), small, asked(1, { metric: 'affluenceIn', ...year, compare: 'USUAL' }))).toBe(false);
    expect(isRefused('{ translationsByProject(project: "retail") { language version messages } }', noSizes)).toBe(
      false,
    );
    expect(isRefused('{ login(email: "a", password: "b") { token otpRequired otpContact } }', noSizes)).toBe(false);
  });
});
