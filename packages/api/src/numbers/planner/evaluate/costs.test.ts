import type { RawQuery } from '@atrium/domain/numbers';
import { parseOpeningWeek, type Tariff } from '@atrium/domain/sites';
import type { TestReading } from '@atrium/testkit/readings';
import { anAirSensor, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, during, zones } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const minute = 60_000;
const hour = 60 * minute;
let organization = 84_000;

const tariff = (fields: Partial<Tariff>): Tariff => ({
  kind: 'electricity',
  validFrom: null,
  validTo: null,
  price: 0.5,
  lowPrice: null,
  lowHours: [],
  standingPerDay: null,
  standingPerMonth: null,
  ...fields,
});

const week = (hours: Record<string, string[]>) => {
  const parsed = parseOpeningWeek(hours);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.spans;
};

/** Low from 22 to 6, and from Sunday 02 to 04. */
const lowHours = week({ 'mon-fri': ['22:00-06:00'], sat: ['22:00-24:00'], sun: ['02:00-04:00'] });
const low = tariff({ lowPrice: 0.25, lowHours });

/** A building (1) of 100 m² with a shop (2), and a meter in each. */
const building = (tariffs: readonly Tariff[], interval = 900, more = {}) =>
  aSite(organization++, {
    timezone: 'Europe/Zurich',
    currency: 'CHF',
    area: 100,
    zones: [aZone(1, { area: 100 }), aZone(2, { parentIds: [1 as never] })],
    devices: [1, 2].map((zone) =>
      anAirSensor(80 + zone, zone, {
        kind: 'meter',
        interval,
        meter: { metric: 'electricityConsumption', descriptors: {}, rollover: null },
      }),
    ),
    tariffs,
    ...more,
  });

const summer = (text: string) => Date.parse(`${text}+02:00`);
const winter = (text: string) => Date.parse(`${text}+01:00`);

/** Registers that rise by 1 kWh an hour at the meter of the building, and by `shop` at the other. */
function registers(from: number, hours: number, every: number, shop = 0): TestReading[] {
  return Array.from({ length: (hours * hour) / every + 1 }, (_, place) => from + place * every).flatMap((at) =>
    [
      { device: 81, rate: 1 },
      { device: 82, rate: shop },
    ].map(({ device, rate }) => ({
      device,
      metric: 'electricityConsumption',
      at,
      value: 1000 + (rate * (at - from)) / hour,
      interval: 0,
    })),
  );
}

async function asking(
  site: ReturnType<typeof building>,
  readings: readonly TestReading[],
  now = summer('2026-12-01T00:00'),
) {
  await store(stores.analytics, site, readings);
  const ask = createQuerier(() => stores.analytics, [site], now);
  return async (raw: RawQuery) => {
    const answer = await ask(raw);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
}

const cells = ({
  data,
}: {
  readonly data: readonly { value: unknown; state?: string | undefined; partial?: boolean | undefined }[];
}) =>
  data.map(({ value, state, partial }) => [
    typeof value === 'number' ? Number(value.toFixed(9)) : state,
    partial === true,
  ]);

const cost = { metric: 'electricityCost' };
const on = (dates: string, ...conditions: ReturnType<typeof during>[]) => ({
  filters: { conditions: [during(dates), ...conditions] },
});
const by = (granularity: number) => ({ groupBy: [{ type: 'DATE', granularity }] });

describe('what is used at the price of its time', () => {
  test('hours and days are priced by the clock of the site', async () => {
    const ask = await asking(building([low]), registers(summer('2026-05-04T00:00'), 48, 15 * minute));
    const hours = cells(await ask({ ...cost, ...on('2026-05-04/2026-05-05'), ...by(3600) }));
    // Monday's first hours are high, because Sunday has no night of its own.
    expect(hours).toEqual([...Array(22).fill([0.5, false]), [0.25, false], [0.25, false]]);
    expect(cells(await ask({ ...cost, ...on('2026-05-04/2026-05-06'), ...by(86_400) }))).toEqual([
      [22 * 0.5 + 2 * 0.25, false],
      [16 * 0.5 + 8 * 0.25, false],
    ]);
  });

  test.for([
    // One of the low hours from 2 to 4 is skipped.
    ['2026-03-29', winter('2026-03-29T00:00'), 23, 22 * 0.5 + 0.25],
    // And one is there twice.
    ['2026-10-25', summer('2026-10-25T00:00'), 25, 22 * 0.5 + 3 * 0.25],
  ] as const)('on %s the clock changes within the low hours', async ([date, from, length, expected]) => {
    const ask = await asking(building([low]), registers(from, length, 15 * minute));
    const next = new Date(Date.parse(date) + 24 * hour).toISOString().slice(0, 10);
    expect(cells(await ask({ ...cost, ...on(`${date}/${next}`) }))).toEqual([[expected, false]]);
  });

  test('a price changes at midnight, also within an answer of one number', async () => {
    const site = building([tariff({ validTo: '2026-05-05', price: 1 }), tariff({ validFrom: '2026-05-05', price: 3 })]);
    const ask = await asking(site, registers(summer('2026-05-04T00:00'), 48, 15 * minute));
    expect(cells(await ask({ ...cost, ...on('2026-05-04/2026-05-06') }))).toEqual([[24 * 1 + 24 * 3, false]]);
  });

  test('time without a tariff has no cost, and makes the whole partial', async () => {
    const site = building([tariff({ validFrom: '2026-05-05', standingPerDay: 9 })]);
    const ask = await asking(site, registers(summer('2026-05-04T00:00'), 48, 15 * minute));
    expect(cells(await ask({ ...cost, ...on('2026-05-04/2026-05-06'), ...by(86_400) }))).toEqual([
      ['missing', false],
      [24 * 0.5 + 9, false],
    ]);
    expect(cells(await ask({ ...cost, ...on('2026-05-04/2026-05-06') }))).toEqual([[24 * 0.5 + 9, true]]);
    expect(
      cells(
        await (await asking(building([]), registers(summer('2026-05-04T00:00'), 24, 15 * minute)))({
          ...cost,
          ...on('2026-05-04/2026-05-05'),
        }),
      ),
    ).toEqual([['missing', false]]);
  });

  test('missing consumption is missing cost, standing charges included', async () => {
    const site = building([tariff({ standingPerDay: 9 })]);
    const ask = await asking(site, registers(summer('2026-05-04T00:00'), 24, 15 * minute));
    expect(cells(await ask({ ...cost, ...on('2026-05-04/2026-05-06'), ...by(86_400) }))).toEqual([
      [24 * 0.5 + 9, false],
      ['missing', false],
    ]);
  });

  test('readings too rare for low hours are said to be incomplete; with one price they are not', async () => {
    const daily = registers(summer('2026-05-04T00:00'), 72, 24 * hour);
    const days = { ...cost, ...on('2026-05-04/2026-05-07'), ...by(86_400) };
    const rare = await asking(building([low], 86_400), daily);
    expect(cells(await rare(days)).map(([, partial]) => partial)).toEqual([true, true, true]);
    const flat = await asking(building([tariff({})], 86_400), daily);
    expect(cells(await flat(days))).toEqual([
      [12, false],
      [12, false],
      [12, false],
    ]);
  });

  test('production earns the price of feed-in', async () => {
    const site = building([tariff({}), tariff({ kind: 'feedIn', price: 0.1 })], 900, {
      devices: [
        anAirSensor(81, 1, {
          kind: 'meter',
          interval: 900,
          meter: { metric: 'electricityProduction', descriptors: {}, rollover: null },
        }),
      ],
    });
    const sent = registers(summer('2026-05-04T00:00'), 24, 15 * minute).map((one) => ({
      ...one,
      metric: 'electricityProduction',
    }));
    const ask = await asking(
      site,
      sent.filter(({ device }) => device === 81),
    );
    expect(cells(await ask({ metric: 'electricityRevenue', ...on('2026-05-04/2026-05-05') }))).toEqual([[2.4, false]]);
    expect(cells(await ask({ ...cost, ...on('2026-05-04/2026-05-05') }))).toEqual([['missing', false]]);
  });
});

describe('parts and the whole', () => {
  const standing = tariff({ standingPerDay: 2, standingPerMonth: 31 });
  const day = on('2026-05-04/2026-05-05');

  test('standing charges belong to the whole site, an even share to each hour', async () => {
    const ask = await asking(building([standing]), registers(summer('2026-05-04T00:00'), 24, 15 * minute, 3));
    expect(cells(await ask({ ...cost, ...day }))).toEqual([[24 * 4 * 0.5 + 3, false]]);
    expect(cells(await ask({ ...cost, ...day, ...by(3600) }))).toEqual(Array(24).fill([4 * 0.5 + 3 / 24, false]));
    expect(cells(await ask({ ...cost, ...on('2026-05-04/2026-05-05', zones(2)) }))).toEqual([[24 * 3 * 0.5, false]]);
    const meters = await ask({ ...cost, ...day, groupBy: [{ type: 'DEVICE' }] });
    expect(meters.data.map(({ value }) => value).sort()).toEqual([12, 36]);
    expect(meters.unit).toBe('CHF');
  });

  test('per square metre, the whole cost is divided by the area', async () => {
    const ask = await asking(building([standing]), registers(summer('2026-05-04T00:00'), 24, 15 * minute, 3));
    const answer = await ask({ metric: 'electricityCostPerSqm', ...day });
    expect([cells(answer), answer.unit]).toEqual([[[51 / 100, false]], 'CHF/m²']);
  });

  test('a comparison counts standing charges once, whatever the number of meters', async () => {
    const readings = registers(summer('2026-04-20T00:00'), 24 * 16, 15 * minute, 3);
    const ask = await asking(building([standing]), readings);
    const answer = await ask({ ...cost, ...day, compare: 'PREVIOUS' });
    // April's month charge is spread over 30 days.
    expect(answer.comparison?.map(({ value }) => Number((value as number).toFixed(9)))).toEqual([
      Number((24 * 4 * 0.5 + 2 + 31 / 31).toFixed(9)),
    ]);
  });

  test('sites of two currencies are not added up', async () => {
    const [one, other] = [building([low]), building([low])];
    const two = { ...other, organizationId: one.organizationId, currency: 'EUR' };
    const ask = createQuerier(() => stores.analytics, [one, two], summer('2026-06-01T00:00'));
    const answer = await ask({ ...cost, ...day });
    expect(answer.ok ? null : answer.error.message).toContain("can't be added up");
  });

  test('any buckets and any split of the week add up to the same cost', async () => {
    const from = summer('2026-05-04T00:00');
    // A register that rises unevenly, read every quarter-hour.
    let [state, seed] = [500, 7];
    const uneven = Array.from({ length: 7 * 96 + 1 }, (_, place): TestReading => {
      seed = (seed * 48_271) % 2_147_483_647;
      state += place === 0 ? 0 : (seed % 1000) / 250;
      return {
        device: 81,
        metric: 'electricityConsumption',
        at: from + place * 15 * minute,
        value: state,
        interval: 0,
      };
    });
    const site = building([low, tariff({ kind: 'water' })].map((one) => ({ ...one, standingPerMonth: 62 })));
    const ask = await asking(site, uneven);
    // Plain arithmetic: each quarter-hour at the price of its beginning.
    const isLow = (at: number) => {
      const local = new Date(at + 2 * hour);
      const [weekday, time] = [local.getUTCDay(), local.getUTCHours()];
      if (weekday === 0) return time >= 2 && time < 4;
      if (weekday === 6) return time >= 22 || time < 6;
      return time >= 22 || (time < 6 && weekday !== 1);
    };
    const expected = uneven.slice(1).reduce(
      (sum, { value }, place) => {
        const before = uneven[place] as TestReading;
        return sum + (value - before.value) * (isLow(before.at) ? 0.25 : 0.5);
      },
      (7 * 62) / 31,
    );
    for (const width of [
      [],
      [{ type: 'DATE', granularity: 900 }],
      ...[3600, 10_800, 86_400].map((granularity) => [{ type: 'DATE', granularity }]),
    ]) {
      const answer = await ask({ ...cost, ...on('2026-05-04/2026-05-11'), groupBy: width });
      const sum = answer.data.reduce((total, { value }) => total + (value as number), 0);
      expect(sum, JSON.stringify(width)).toBeCloseTo(expected, 6);
    }
  });
});

describe('meters under a main meter', () => {
  const meters = (main: boolean) =>
    building([low], 900, {
      devices: [1, 2].map((zone) =>
        anAirSensor(80 + zone, zone, {
          kind: 'meter',
          interval: 900,
          meter: {
            metric: 'electricityConsumption',
            descriptors: zone === 2 ? { electricityUse: 'lighting' } : {},
            rollover: null,
            ...(main && zone === 1 && { main }),
          },
        }),
      ),
    });
  const day = on('2026-05-04/2026-05-05');
  const readings = registers(summer('2026-05-04T00:00'), 24, 15 * minute, 0.4);
  const consumption = { metric: 'electricityConsumption' };
  const priced = (rate: number) => rate * (22 * 0.5 + 2 * 0.25);

  test('are added to another meter, but not to a main meter', async () => {
    const apart = await asking(meters(false), readings);
    expect(cells(await apart({ ...consumption, ...day }))).toEqual([[33.6, false]]);
    expect(cells(await apart({ ...cost, ...day }))).toEqual([[Number(priced(1.4).toFixed(9)), false]]);
    const ask = await asking(meters(true), readings);
    expect(cells(await ask({ ...consumption, ...day }))).toEqual([[24, false]]);
    expect(cells(await ask({ ...cost, ...day }))).toEqual([[priced(1), false]]);
  });

  const virtual = (id: number, use: string | null, factors: readonly [number, number], main = false) =>
    anAirSensor(id, 1, {
      kind: 'meter',
      interval: 900,
      meter: {
        metric: 'electricityConsumption',
        descriptors: use === null ? {} : { electricityUse: use },
        rollover: null,
        ...(main && { main }),
      },
      members: factors.map((factor, place) => ({
        ...{ deviceId: (81 + place) as never, factor, validFrom: null, validTo: null },
      })),
    });
  const withDevices = (site: ReturnType<typeof meters>, ...more: ReturnType<typeof virtual>[]) => ({
    ...site,
    devices: [...site.devices, ...more],
  });

  test.each([true, false])('and a rest beside them are the whole, and split by use (main: %s)', async (main) => {
    const ask = await asking(withDevices(meters(main), virtual(83, 'other', [1, -1])), readings);
    expect(cells(await ask({ ...consumption, ...day }))).toEqual([[24, false]]);
    expect(cells(await ask({ ...cost, ...day }))).toEqual([[priced(1), false]]);
    const { data } = await ask({ ...consumption, ...day, groupBy: [{ type: 'ELECTRICITY_USE' }] });
    const uses = Object.fromEntries(data.map(({ label, value }) => [label, Number((value as number).toFixed(9))]));
    expect(uses).toEqual({ lighting: 9.6, other: 14.4 });
  });

  test('count once where the main meter is the sum of some of them', async () => {
    const kitchen = anAirSensor(84, 2, {
      kind: 'meter',
      interval: 900,
      meter: meters(false).devices[1]?.meter ?? null,
    });
    const site = withDevices(meters(false), virtual(83, null, [1, 1], true), kitchen);
    const more = registers(summer('2026-05-04T00:00'), 24, 15 * minute, 0.1).flatMap((one) =>
      one.device === 82 ? [{ ...one, device: 84 }] : [],
    );
    const ask = await asking(site, [...readings, ...more]);
    expect(cells(await ask({ ...consumption, ...day }))).toEqual([[33.6, false]]);
  });

  test('count alone, in their zone, by device and by their use', async () => {
    const ask = await asking(meters(true), readings);
    const shop = await ask({ ...consumption, ...on('2026-05-04/2026-05-05', zones(2)) });
    expect(cells(shop)).toEqual([[Number((24 * 0.4).toFixed(9)), false]]);
    for (const type of ['DEVICE', 'ELECTRICITY_USE'] as const) {
      const { data } = await ask({ ...consumption, ...day, groupBy: [{ type }] });
      const values = data.map(({ value }) => Number((value as number).toFixed(9))).toSorted();
      expect([type, values]).toEqual([type, type === 'ELECTRICITY_USE' ? [9.6] : [24, 9.6]]);
    }
  });
});
