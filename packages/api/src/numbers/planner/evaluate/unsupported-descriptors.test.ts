import type { TestReading } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aPassage, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createRollups } from '../../rollups/rollups.ts';
import { listSiteDays } from '../../rollups/site-days.ts';
import { createQuerier, during, plainFacts, scopeOf } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';
import { createAnswerCache } from '../answer-cache.ts';

const stores = useTestStores();
const start = Date.parse('2026-05-04T00:00:00Z');
const later = Date.parse('2027-01-01T00:00:00Z');
const minute = 60_000;
let organization = 1900;

const meter = (id: number, declared: Record<string, string>) =>
  anAirSensor(id, 1, {
    kind: 'meter',
    interval: 900,
    meter: { metric: 'electricityConsumption', descriptors: declared, rollover: null },
  });

/** Stores a hall with a door, a passer-by counter, a camera and two meters, one of them declared as lighting. */
async function hallWith(readings: readonly TestReading[]) {
  const site = aSite(organization++, {
    timezone: 'UTC',
    zones: [aZone(1, { area: 50 }), aZone(2), aZone(3)],
    passages: [aDoor(11, null, 1), aPassage(12, [], { footfallOf: 1 as never })],
    devices: [
      aPad(21, 11),
      aPad(22, 12),
      anAirSensor(31, 1, { kind: 'camera' }),
      meter(71, {}),
      { ...meter(72, { electricityUse: 'lighting' }), placements: anAirSensor(72, 2).placements },
    ],
  });
  await store(stores.analytics, site, readings);
  return createQuerier(() => stores.analytics, [site], later);
}

const of = (criterion: string, value: string, zone = 1) => ({
  filters: {
    conditions: [
      during('2026-05-04/2026-05-05'),
      { criterion: 'ZONES', values: [`${zone}`] },
      { criterion, values: [value] },
    ],
  },
});
const notTold = (...keys: string[]) => ({ value: { data: [{ value: null, state: 'missing', notTold: keys }] } });
const counted = (metric: string, value: number, more: Partial<TestReading> = {}): TestReading => ({
  device: 31,
  metric,
  at: start + 600 * minute,
  value,
  ...more,
});

test.for(['affluenceIn', 'affluenceOut', 'footfall', 'captureRate', 'popularity'])(
  '%s of women at doors that tell no gender is not known',
  async (metric) => {
    const ask = await hallWith([
      counted('affluenceIn', 9, { device: 21 }),
      counted('affluenceOut', 9, { device: 21 }),
      counted('footfall', 90, { device: 22 }),
    ]);
    expect(await ask({ metric, ...of('GENDER', 'female') })).toMatchObject(notTold('gender'));
    const grouped = { ...of('AGE_CATEGORY', 'adult'), groupBy: [{ type: 'GENDER' }] };
    expect(await ask({ metric, ...grouped })).toMatchObject({
      value: { data: [], notTold: ['ageCategory', 'gender'] },
    });
  },
);

test('nor is the share of women', async () => {
  const ask = await hallWith([counted('affluenceIn', 9, { device: 21 })]);
  const filters = { conditions: [during('2026-05-04/2026-05-05')] };
  expect(await ask({ metric: 'femaleProportion', filters })).toMatchObject(notTold('gender'));
});

test('a rate is unknown if one of its sides is unsupported', async () => {
  const ask = await hallWith([
    counted('affluenceIn', 4, { device: 21, descriptors: 'gender=female' }),
    counted('footfall', 90, { device: 22 }),
  ]);
  expect(await ask({ metric: 'captureRate', ...of('GENDER', 'female') })).toMatchObject(notTold('gender'));
  expect(await ask({ metric: 'affluenceIn', ...of('GENDER', 'female') })).toMatchObject({
    value: { data: [{ value: 4 }], notTold: [] },
  });
});

test.for([
  ['dwell', [counted('dwell', 100, { weight: 2 })]],
  ['waitingTime', [counted('waitingTime', 100, { weight: 2 })]],
  ['queueAbandon', [counted('queueAbandon', 2)]],
  ['abandonRate', [counted('queueAbandon', 2), counted('queueAffluenceIn', 8)]],
  ['numberOfGroups', [counted('numberOfGroups', 3)]],
] as const)('%s of a camera that tells nobody apart', async ([metric, readings]) => {
  const ask = await hallWith(readings);
  expect(await ask({ metric, ...of('GENDER', 'female') })).toMatchObject(notTold('gender'));
  expect(
    await ask({ metric, ...of('GENDER', 'female'), groupBy: [{ type: 'DATE', granularity: 3600 }] }),
  ).toMatchObject({
    value: { data: Array.from({ length: 24 }, () => ({ value: null, notTold: ['gender'] })) },
  });
});

test('energy by use is unknown for meters that neither send nor declare it', async () => {
  const stands = (device: number, ...values: number[]) =>
    values.map((value, index) =>
      counted('electricityConsumption', value, { device, at: start + (585 + 15 * index) * minute, interval: 0 }),
    );
  const ask = await hallWith([...stands(71, 10, 15), ...stands(72, 100, 107)]);
  for (const metric of ['electricityConsumption', 'electricityConsumptionPerSqm', 'electricityConsumptionOnDay'])
    expect(await ask({ metric, ...of('ELECTRICITY_USE', 'lighting') })).toMatchObject(notTold('electricityUse'));
  const lighting = of('ELECTRICITY_USE', 'lighting', 2);
  expect(await ask({ metric: 'electricityConsumption', ...lighting })).toMatchObject({
    value: { data: [{ value: 7 }] },
  });
  // The meter declares lighting, so it used no heating; nothing is unsupported.
  const heating = await ask({ metric: 'electricityConsumption', ...of('ELECTRICITY_USE', 'heating', 2) });
  expect(heating).toMatchObject({ value: { data: [{ state: 'missing' }], notTold: [] } });
});

test('without any sensor the descriptors are not reported as unsupported', async () => {
  const ask = await hallWith([counted('affluenceIn', 9, { device: 21, descriptors: 'gender=female' })]);
  const nobody = { ok: true, value: { data: [{ label: 'all', value: null, state: 'missing' }], notTold: [] } };
  expect(await ask({ metric: 'affluenceIn', ...of('GENDER', 'female', 3) })).toMatchObject(nobody);
});

test('an empty day that is over has no women from when on a door of it tells genders', async () => {
  const site = aSite(organization++, {
    timezone: 'UTC',
    zones: [aZone(1)],
    passages: [aDoor(11, null, 1)],
    devices: [aPad(21, 11)],
  });
  const clock = aClock(later);
  const logError = (message: string, cause: unknown) => {
    throw new Error(message, { cause });
  };
  const { ledger } = createRollups({ analytics: stores.analytics, clock, logError, isIngesting: () => false });
  // The cache needs identical facts, as in a server.
  const facts = await plainFacts.facts(scopeOf(1));
  const known = { ledger, kept: createAnswerCache(ledger), facts: async () => facts };
  const ask = createQuerier(() => stores.analytics, [site], later, known);
  const write = async (at: number, value: number, descriptors: string) => {
    const { organizationId, installationId } = site;
    const end = await ledger.writing(
      listSiteDays([{ organization: organizationId, installation: installationId, at }]),
    );
    await store(stores.analytics, site, [counted('affluenceIn', value, { device: 21, at, descriptors })]);
    end();
  };
  await write(start + 600 * minute, 0, '');
  const women = { metric: 'affluenceIn', ...of('GENDER', 'female') };
  expect(await ask(women)).toMatchObject(notTold('gender'));
  await write(start + 90 * 24 * 60 * minute, 3, 'gender=female');
  expect(await ask(women)).toMatchObject({ value: { data: [{ value: 0 }] } });
});
