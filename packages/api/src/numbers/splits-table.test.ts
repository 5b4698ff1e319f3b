import { metrics } from '@atrium/domain/numbers';
import { execute, parse } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/security/world/test-world.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';

const stores = useTestStores();
let world: World;
let scope: Scope;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  scope = await world.ours.scope('viewer');
});

const words = (list: string) => list.split(' ');
/** Metrics of individual people: at a door, in a queue or in a room. */
const people = words(
  [
    'affluenceIn affluenceOut footfall footfallCaptureRate captureRate popularity femaleProportion numberOfGroups groupSize',
    'dwell dwellAbandon dwellWalkthrough waitingTime queueAffluenceIn queueAffluenceOut queueAbandon abandonRate',
    'uwbAffluenceIn uwbAffluenceOut uwbDwell',
  ].join(' '),
);
/** Returns a meter metric with all its variants. */
const meters = (...names: readonly string[]) =>
  names.flatMap((name) =>
    words(' PerSqm').flatMap((area) =>
      words(' EnergyEquivalent Co2Equivalent').flatMap((equivalent) =>
        words(' OnDay OnInterval').map((time) => `${name}${area}${equivalent}${time}`),
      ),
    ),
  );
/** Returns metrics of cost, plain and by area. */
const costs = (...names: readonly string[]) => names.flatMap((name) => [name, `${name}PerSqm`]);
const electricity = [
  ...meters('electricityConsumption', 'electricityProduction'),
  ...costs('electricityCost', 'electricityRevenue'),
];
const combustible = [...meters('combustibleConsumption'), ...costs('combustibleCost')];
const water = [...meters('waterConsumption'), ...costs('waterCost')];
const heat = [...meters('heatConsumption', 'heatProduction'), ...costs('heatCost')];
const perArea = [...electricity, ...combustible, ...water, ...heat].filter((id) => id.includes('PerSqm'));
const all = metrics.map(({ id }) => id);
/** Metrics of an area, a site or a till, but of no single door or sensor. */
const ofAreas = [
  ...words('affluenceInCorrected affluenceOutCorrected refusals popularity inside insideCorrected limit occupancy'),
  ...words('density densityMax linearDensity reverseDensity uwbInside'),
  ...words('turnover numberOfOrders numberOfGoodsSold avgBasketPrice avgBasketSize salesConversion conversionRate'),
  ...words('salesIndex'),
  ...perArea,
];
const ofPlaces = all.filter((id) => !ofAreas.includes(id));

/** Variants are computed from the meter's own reading, so one of each meter represents the others. */
const told = all.filter(
  (id) => !/PerSqm|Equivalent|On(Day|Interval)$/.test(id) || id.endsWith('PerSqmCo2EquivalentOnDay'),
);

/** Metrics by permitted split. */
const mayBeSplit: Readonly<Record<string, readonly string[]>> = {
  DATE: all,
  DISCONTINUOUS_DATE: all,
  ALL: all,
  INSTALLATION: all,
  COUNTRY: all,
  ZONE: all,
  ZONE_ID: all,
  TAG: all,
  TAG_CATEGORY: all,
  PASSAGE: ofPlaces,
  DEVICE: ofPlaces,
  VISITORS: ['footfall'],
  LIMIT: ['affluenceIn'],
  GENDER: people,
  AGE_CATEGORY: people,
  ENGAGEMENT: people,
  GROUP_SIZE: people,
  ELECTRICITY_ORIGIN: electricity,
  ELECTRICITY_DESTINATION: electricity,
  ELECTRICITY_USE: electricity,
  COMBUSTIBLE_TYPE: combustible,
  COMBUSTIBLE_USE: combustible,
  WATER_TEMPERATURE: water,
  WATER_USE: water,
};

const asked = parse('query ($query: RetailDataQuery!) { retailData(query: $query) { metric data } }');

async function answerOf(query: object) {
  const contextValue = { scope, tokenProblem: null, address: '192.0.2.2' };
  return execute({ schema: world.schemas.main, document: asked, variableValues: { query }, contextValue });
}

describe('H02 what may be split by what', () => {
  test('every grouping of the API is in the table, except the one that separates two metrics', () => {
    const known = world.schemas.main.getType('GroupByType') as unknown as { getValues(): { name: string }[] };
    const names = known.getValues().map(({ name }) => name);
    expect(names.filter((name) => name !== 'COMPLEMENTARY').sort()).toEqual(Object.keys(mayBeSplit).sort());
  });

  test.each(Object.keys(mayBeSplit))('by %s: the rest is refused with a message that names both', async (type) => {
    const allowed = new Set(mayBeSplit[type]);
    const ask = async (metric: string) => {
      const { data, errors } = await answerOf({ metric, groupBy: [{ type }] });
      const error = errors?.[0];
      const isRefused =
        error?.extensions.code === 'BAD_INPUT' && error.message.includes(metric) && error.message.includes(type);
      const isAnswered = error === undefined && data?.retailData != null;
      return (allowed.has(metric) ? isAnswered : isRefused) ? [] : [`${metric}: ${error?.message ?? 'answered'}`];
    };
    const wrong: string[] = [];
    for (let first = 0; first < told.length; first += 20)
      wrong.push(...(await Promise.all(told.slice(first, first + 20).map(ask))).flat());
    expect(wrong).toEqual([]);
  });

  test('COMPLEMENTARY separates two metrics and is rejected without a second one', async () => {
    const groupBy = [{ type: 'COMPLEMENTARY' }];
    const { data } = await answerOf({ metric: 'affluenceIn', complementary: 'dwell', groupBy });
    const answered = data?.retailData as { data: { label: string }[] } | undefined;
    expect(answered?.data.map(({ label }) => label)).toEqual(['affluenceIn', 'dwell']);
    const { errors = [] } = await answerOf({ metric: 'affluenceIn', groupBy });
    expect(errors[0]?.extensions.code).toBe('BAD_INPUT');
    expect(errors[0]?.message).toContain('COMPLEMENTARY');
  });

  test('a filter by what a metric cannot be split by is refused the same way', async () => {
    for (const metric of all.filter((id) => !people.includes(id))) {
      const filters = { conditions: [{ criterion: 'GENDER', values: ['female'] }] };
      const { errors = [] } = await answerOf({ metric, filters });
      expect(errors[0]?.message, metric).toContain(metric);
      expect(errors[0]?.extensions.code).toBe('BAD_INPUT');
    }
  });
});
