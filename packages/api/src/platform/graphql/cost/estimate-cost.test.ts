import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createBuilder, finishSchema } from '../builder.ts';
import { noSizes, type Sizes } from './declared-cost.ts';
import { estimateCost } from './estimate-cost.ts';

/** Ten sites with 30 zones, one of which has 12. */
const sizes: Sizes = { ...noSizes, installations: 10, zones: { all: 30, largest: 12 }, ofSite: () => null };

function schema() {
  const builder = createBuilder();
  const site = builder.objectRef<object>('Site');
  const zone = builder.objectRef<object>('Zone');
  site.implement({
    fields: (t) => ({
      id: t.int({ resolve: () => 1 }),
      zones: t.field({ type: [zone], length: { ofSite: 'zones' }, resolve: () => [] }),
    }),
  });
  zone.implement({
    fields: (t) => ({
      id: t.int({ resolve: () => 1 }),
      site: t.field({ type: site, resolve: () => ({}) }),
      numbers: t.intList({ length: { most: 5 }, resolve: () => [] }),
    }),
  });
  const page = builder.objectRef<object>('SitePage').implement({
    fields: (t) => ({ nodes: t.field({ type: [site], length: 'page', resolve: () => [] }) }),
  });
  builder.queryFields((t) => ({
    sites: t.field({ type: [site], length: { of: 'installations' }, cost: () => 0, resolve: () => [] }),
    site: t.field({ type: site, cost: () => 0, resolve: () => ({}) }),
    byIds: t.field({
      type: [site],
      args: { ids: t.arg.intList({ required: true }) },
      length: { argument: 'ids' },
      cost: () => 0,
      resolve: () => [],
    }),
    page: t.field({ type: page, args: { first: t.arg.int() }, cost: () => 0, resolve: () => ({}) }),
    days: t.int({
      args: { from: t.arg.int({ required: true }), to: t.arg.int({ required: true }) },
      cost: ({ from, to }) => (to - from) * 1000,
      resolve: () => 1,
    }),
    text: t.string({ args: { long: t.arg.int() }, cost: () => 0, holds: ({ long }) => long ?? 1, resolve: () => '' }),
    login: t.boolean({ skipTypeScopes: true, isCredential: true, resolve: () => true }),
    renew: t.boolean({ skipTypeScopes: true, isCredential: true, resolve: () => true }),
  }));
  return finishSchema(builder);
}

const known = schema();
const estimate = (text: string, variables: Record<string, unknown> = {}, operationName?: string) =>
  estimateCost({ schema: known, document: parse(text), operationName, variables, sizes });
function costOf(...asked: Parameters<typeof estimate>): number {
  const cost = estimate(...asked);
  if (!cost.ok) throw new Error(cost.error.message);
  return cost.value.cost;
}

describe('the cost of a document', () => {
  it('is that of its fields, times the length of the lists they are in', () => {
    expect(costOf('{ sites { id } }')).toBe(10 + 10 * (10 + 10));
    expect(costOf('{ sites { zones { id } } }')).toBe(10 + 10 * (10 + 10 + 3 * 20));
    expect(costOf('{ site { zones { numbers } } }')).toBe(10 + 10 + 10 + 12 * (10 + 10 + 5));
  });

  it('grows with every round of a cycle: a site in a list of zones may be the largest', () => {
    const round = (turns: number): string => (turns === 0 ? 'id' : `zones { site { ${round(turns - 1)} } }`);
    const costs = [1, 2, 3, 4, 5].map((turns) => costOf(`{ sites { ${round(turns)} } }`));
    for (const [index, cost] of costs.slice(1).entries()) expect(cost / (costs[index] as number)).toBeGreaterThan(11);
  });

  it('follows the number of requested items, by number or by id, inline or in variables', () => {
    expect(costOf('{ byIds(ids: [1, 2, 3]) { id } }')).toBe(10 + 3 * 20);
    expect(costOf('query($ids: [Int!]!) { byIds(ids: $ids) { id } }', { ids: [1, 2, 3] })).toBe(10 + 3 * 20);
    expect(costOf('{ page(first: 7) { nodes { id } } }')).toBe(10 + 10 + 10 + 7 * 20);
    expect(costOf('query($n: Int = 7) { page(first: $n) { nodes { id } } }')).toBe(10 + 10 + 10 + 7 * 20);
    expect(costOf('{ page { nodes { id } } }')).toBe(10 + 10 + 10 + 100 * 20);
    expect(costOf('{ days(from: 1, to: 366) }')).toBe(10 + 365_000);
  });

  it('is the same through fragments and aliases, without skipped parts', () => {
    const plain = costOf('{ sites { id zones { id } } }');
    expect(costOf('{ ...A } fragment A on Query { sites { ...B } } fragment B on Site { id zones { id } }')).toBe(
      plain,
    );
    expect(costOf('{ ... on Query { sites { ... { id zones { id } } } } }')).toBe(plain);
    expect(costOf('{ a: sites { id zones { id } } b: sites { id zones { id } } }')).toBe(2 * plain);
    const maybe = 'query($with: Boolean!) { sites { id zones @include(if: $with) { id } } }';
    expect(costOf(maybe, { with: true })).toBe(plain);
    expect(costOf(maybe, { with: false })).toBe(costOf('{ sites { id } }'));
    expect(costOf('{ sites { id zones @skip(if: true) { id } } }')).toBe(costOf('{ sites { id } }'));
  });

  it('includes the values of a long text', () => {
    const values = (text: string) => {
      const { value } = estimate(text) as { readonly value: { readonly values: number } };
      return value.values;
    };
    expect(values('{ text }')).toBe(1);
    expect(values('{ text(long: 700) again: text(long: 30) }')).toBe(730);
  });

  it('is only that of the named operation', () => {
    expect(costOf('query A { sites { zones { id } } } query B { site { id } }', {}, 'B')).toBe(10 + 10 + 10);
  });

  it('of fragments that spread each other many times is computed without following each', () => {
    const parts = Array.from(
      { length: 40 },
      (_, i) => `fragment F${i} on Site { zones { site { ...F${i + 1} ...F${i + 1} ...F${i + 1} } } }`,
    );
    const text = `{ site { ...F0 } } ${parts.join(' ')} fragment F40 on Site { id }`;
    expect(costOf(text)).toBeGreaterThan(1e40);
  });
});

describe('a document is refused without an estimate', () => {
  it('when it has two operations about credentials, equal or not', () => {
    expect(estimate('{ login }').ok).toBe(true);
    for (const text of ['{ login b: login }', '{ login renew }', '{ ...A renew } fragment A on Query { login }'])
      expect(estimate(text)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
  });

  it('when it has a longer list than any query needs, inline or in a variable', () => {
    const ids = Array.from({ length: 70_000 }, (_, index) => index);
    expect(estimate('query($ids: [Int!]!) { byIds(ids: $ids) { id } }', { ids })).toMatchObject({
      ok: false,
      error: { code: 'BAD_INPUT' },
    });
    expect(estimate(`{ byIds(ids: [${ids.slice(0, 5001)}]) { id } }`)).toMatchObject({ ok: false });
  });
});
