import type { RawQuery } from '@atrium/domain/numbers';
import { defaultSettings } from '@atrium/domain/numbers';
import { Random } from '@atrium/testkit/chance';
import { aDoor, anAirSensor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, scopeOf } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';
import type { MeasurementFacts } from './scoped-query.ts';

const stores = useTestStores();
const organization = 871;
const dawn = Date.parse('2026-05-04T00:00:00Z');
const hour = 3_600_000;

const [germany, bavaria, munich, france, food] = [1, 2, 3, 4, 5];
const facts: MeasurementFacts = {
  settings: defaultSettings,
  tagCategories: [
    {
      id: 1 as never,
      name: 'Region',
      tags: [
        { id: germany as never, name: 'Germany', parentId: null },
        // A child may be stored before its parent.
        { id: munich as never, name: 'Munich', parentId: bavaria as never },
        { id: bavaria as never, name: 'Bavaria', parentId: germany as never },
        { id: france as never, name: 'France' },
      ],
    },
    { id: 2 as never, name: 'Use', tags: [{ id: food as never, name: 'Food' }] },
  ],
};

/** A hall with a room, a door to each, and an air sensor in the room. */
const shop = (installation: number, country: string | null, tagIds: readonly number[], timezone = 'Europe/Berlin') => {
  const first = installation * 10;
  return aSite(organization, {
    installationId: installation as never,
    ...{ timezone, country, tagIds: tagIds as never, currency: country === 'FR' ? 'XPF' : 'EUR' },
    zones: [aZone(first), { ...aZone(first + 1), parentIds: [first as never], tagIds: [food as never] }],
    passages: [aDoor(first + 2, null, first), aDoor(first + 3, first, first + 1)],
    devices: [aPad(first + 4, first + 2), aPad(first + 5, first + 3), anAirSensor(first + 6, first + 1)],
  });
};

const sites = [
  shop(1, 'DE', [munich]),
  shop(2, 'DE', [bavaria]),
  shop(3, 'DE', [germany]),
  shop(4, 'FR', [france], 'Europe/Paris'),
  shop(5, null, [], 'Asia/Tokyo'),
];
const ask = createQuerier(() => stores.analytics, sites, dawn + 24 * hour, { facts: async () => facts });

/** Entries through the outer door by site, of the eighteen hours that lie in the day of Berlin and Paris. */
const entries = new Map<number, number>();
const sumOf = (...of: number[]) => of.reduce((sum, one) => sum + (entries.get(one) ?? 0), 0);

const day: RawQuery = { metric: 'affluenceIn', filters: { conditions: [during('2026-05-04/2026-05-05')] } };
const where = (criterion: string, values: readonly number[], operator = 'IN') => ({
  criterion,
  operator,
  values: values.map(String),
});
const pairs = async (raw: Partial<RawQuery>, more: readonly object[] = [], scope = scopeOf(organization)) =>
  getPairs(
    await ask({ ...day, ...raw, filters: { conditions: [...day.filters!.conditions!, ...more] } as never }, scope),
  );

beforeAll(async () => {
  const random = new Random(7);
  for (const site of sites) {
    let own = 0;
    const first = site.installationId * 10;
    const readings = Array.from({ length: 18 * 12 }, (_, index) => {
      const at = dawn + index * 300_000;
      const [outer, inner] = [random.below(9), random.below(5)];
      own += outer;
      return [
        { device: first + 4, metric: 'affluenceIn', at, value: outer },
        { device: first + 5, metric: 'affluenceIn', at, value: inner },
        { device: first + 6, metric: 'co2', at, value: 400 + random.below(900) },
      ];
    });
    await store(stores.analytics, site, readings.flat());
    entries.set(site.installationId, own);
  }
});

describe('a region', () => {
  test.for([
    ['a town', munich, [1]],
    ['with a part', bavaria, [1, 2]],
    ['with parts of parts', germany, [1, 2, 3]],
    ['of another country', france, [4]],
  ] as const)('%s is the sum of its sites', async ([, region, of]) => {
    const found = await pairs({}, [where('TAGS', [region])]);
    expect(found).toEqual(await pairs({}, [where('INSTALLATIONS', of)]));
    expect(found).toEqual([['all', sumOf(...of)]]);
  });

  test.for([
    { metric: 'affluenceIn', groupBy: [{ type: 'DATE', granularity: 3600 }] },
    { metric: 'affluenceIn', groupBy: [{ type: 'INSTALLATION' }, { type: 'DATE', granularity: 86_400 }] },
    { metric: 'affluenceIn', groupBy: [{ type: 'ZONE_ID' }] },
    { metric: 'affluenceIn', groupBy: [{ type: 'PASSAGE' }] },
    { metric: 'inside', aggregation: 'MAX' },
    { metric: 'co2', aggregation: 'AVERAGE', groupBy: [{ type: 'DISCONTINUOUS_DATE', period: 'HOURLY' }] },
    { metric: 'co2', aggregation: 'P95' },
  ] as const)('answers %o like its sites named one by one', async (raw) => {
    const found = await pairs(raw as never, [where('TAGS', [bavaria])]);
    expect(found).toEqual(await pairs(raw as never, [where('INSTALLATIONS', [1, 2])]));
    expect(JSON.stringify(found)).toMatch(/\d/);
  });

  test('left out, leaves the other sites', async () => {
    expect(await pairs({}, [where('TAGS', [bavaria], 'NOT_IN')])).toEqual(
      await pairs({}, [where('INSTALLATIONS', [3, 4, 5])]),
    );
    expect(await pairs({}, [where('TAG_CATEGORY', [1], 'NOT_IN')])).toEqual(
      await pairs({}, [where('INSTALLATIONS', [5])]),
    );
  });

  test('and a tag of zones: the tagged zones of its sites', async () => {
    const found = await pairs({ groupBy: [{ type: 'ZONE_ID' }] }, [
      where('TAGS', [bavaria]),
      where('TAG_CATEGORY', [2]),
    ]);
    expect(found.map((pair) => (pair as [string])[0]).sort()).toEqual(['11', '21']);
  });

  test('holds only the sites that the viewer sees', async () => {
    expect(await pairs({}, [where('TAGS', [germany])], scopeOf(organization, [2, 4]))).toEqual([['all', sumOf(2)]]);
    expect(await pairs({}, [where('TAGS', [germany])], scopeOf(organization, [4]))).toEqual([['all', 'missing']]);
  });
});

describe('groups', () => {
  test('of regions overlap as the regions do, and hold the sites they are made of', async () => {
    const found = await pairs({ groupBy: [{ type: 'TAG', tagIds: [germany, bavaria, france] }] });
    expect(found).toEqual([
      ['Germany', sumOf(1, 2, 3)],
      ['Bavaria', sumOf(1, 2)],
      ['France', sumOf(4)],
    ]);
  });

  test('of a region by its sites', async () => {
    const found = await pairs({ groupBy: [{ type: 'TAG', tagIds: [bavaria] }, { type: 'INSTALLATION' }] });
    expect(found).toEqual([
      [
        'Bavaria',
        [
          ['1', sumOf(1)],
          ['2', sumOf(2)],
        ],
      ],
    ]);
  });

  test('of a tree: the sites that have any of its tags', async () => {
    const found = await pairs({ groupBy: [{ type: 'TAG_CATEGORY', tagIds: [1] }] });
    expect(found).toEqual([['Region', sumOf(1, 2, 3, 4)]]);
  });

  test('of countries, and of sites whose country nobody entered', async () => {
    const found = new Map((await pairs({ groupBy: [{ type: 'COUNTRY' }] })) as [string, number][]);
    expect(found.get('DE')).toBe(sumOf(1, 2, 3));
    expect(found.get('FR')).toBe(sumOf(4));
    expect([...found.keys()].sort()).toEqual(['DE', 'FR', 'unknown']);
  });

  test('of sites and of tagged zones stay apart', async () => {
    const found = await pairs({ groupBy: [{ type: 'TAG', tagIds: [food] }, { type: 'ZONE_ID' }] });
    expect((found[0] as [string, [string, number][]])[1].map(([zone]) => zone).sort()).toEqual(
      sites.map((site) => `${site.installationId}1`),
    );
  });

  test('with one currency each can be about money, with two they cannot', async () => {
    const turnover = { metric: 'turnover', aggregation: 'SUM' } as const;
    const byCountry = await ask({ ...day, ...turnover, groupBy: [{ type: 'COUNTRY' }] });
    expect(byCountry.ok).toBe(true);
    const byTree = await ask({ ...day, ...turnover, groupBy: [{ type: 'TAG_CATEGORY', tagIds: [1] }] });
    expect(byTree).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/EUR and XPF can't be added/) },
    });
  });
});
