import { type FieldCase, type FieldWorld, openFieldWorld } from './field-world.ts';

const street = '{ serial: DOOR, kind: pad, passage: street, interval: 3600 }';
const hour = 3_600_000;

/** Sends entries of the street door, each with its start and seconds. */
async function sendEntries(
  { post }: Pick<FieldWorld, 'post'>,
  entries: readonly (readonly [at: number | string, value: number])[],
  interval: number,
) {
  for (let start = 0; start < entries.length; start += 1_000) {
    const readings = entries.slice(start, start + 1_000).map(([at, value]) => ({
      ...{ device: 'DOOR', metric: 'affluenceIn', value, interval },
      at: typeof at === 'number' ? new Date(at).toISOString() : at,
    }));
    const { rejected } = await post('readings', JSON.stringify(readings));
    if (rejected.length > 0) throw new Error(JSON.stringify(rejected[0]));
  }
}

/** Sends one person in each interval from one instant to another and returns the sums by day. */
const countEvery =
  (timezone: string, [from, to]: readonly [string, string], ms: number, dates: string): FieldCase['run'] =>
  async (stores) => {
    const world = await openFieldWorld(stores, { timezone, now: '2026-12-01T00:00:00Z', devices: [street] });
    const length = Math.round((Date.parse(to) - Date.parse(from)) / ms);
    const entries = Array.from({ length }, (_, index) => [Date.parse(from) + index * ms, 1] as const);
    await sendEntries(world, entries, ms / 1000);
    return world.series('affluenceIn', dates);
  };

const days = (from: string, to: string) => `${from}/${to}`;

/** Cases of people over changes of the clock, midnights, months and years. */
export const countCases: readonly FieldCase[] = [
  {
    id: 'F26',
    situation: 'days on which the clock changes have 23 and 25 hours',
    async run(stores) {
      const spring = ['2021-03-27T00:00:00+01:00', '2021-03-30T00:00:00+02:00'] as const;
      const autumn = ['2021-10-30T00:00:00+02:00', '2021-11-02T00:00:00+01:00'] as const;
      return [
        await countEvery(
          'Europe/Helsinki',
          ['2025-03-28T00:00:00+02:00', '2025-04-01T00:00:00+03:00'],
          hour,
          days('2025-03-28', '2025-04-01'),
        )(stores),
        await countEvery('Europe/Copenhagen', spring, 600_000, days('2021-03-27', '2021-03-30'))(stores),
        await countEvery('Europe/Copenhagen', autumn, 600_000, days('2021-10-30', '2021-11-02'))(stores),
      ];
    },
    expected: [
      [24, 24, 23, 24],
      [144, 138, 144],
      [144, 150, 144],
    ],
  },
  {
    id: 'F27',
    situation: 'the repeated hour is two hours',
    async run(stores) {
      const world = await openFieldWorld(stores, {
        ...{ timezone: 'Europe/Dublin', now: '2026-12-01T00:00:00Z', devices: [street] },
      });
      const from = Date.parse('2022-10-30T00:00:00+01:00');
      const entries = Array.from({ length: 1_500 }, (_, index) => [from + index * 60_000, 1] as const);
      await sendEntries(world, entries, 60);
      const day = days('2022-10-30', '2022-10-31');
      const { data } = await world.query('affluenceIn', day, { groupBy: [{ type: 'DATE', granularity: 3_600 }] });
      return [
        await world.total('affluenceIn', day),
        data.length,
        new Set(data.map(({ value }) => value)).size,
        data.slice(1, 3).map(({ label }) => label),
      ];
    },
    expected: [1_500, 25, 1, ['2022-10-30T01:00:00+01:00', '2022-10-30T01:00:00+00:00']],
  },
  {
    id: 'F29',
    situation: 'nothing is carried over the midnight between two months',
    async run(stores) {
      const world = await openFieldWorld(stores, {
        ...{ timezone: 'Europe/Berlin', now: '2026-12-01T00:00:00Z', devices: [street] },
      });
      await sendEntries(
        world,
        [
          ['2026-04-30T23:00:00+02:00', 41],
          ['2026-05-01T00:30:00+02:00', 7],
        ],
        1_800,
      );
      return [
        await world.series('affluenceIn', days('2026-04-30', '2026-05-02')),
        await world.total('affluenceIn', days('2026-04-01', '2026-05-01')),
        await world.total('affluenceIn', days('2026-05-01', '2026-06-01')),
      ];
    },
    expected: [[41, 7], 41, 7],
  },
  {
    id: 'F32',
    situation: 'unique visitors of two days are not added',
    async run(stores) {
      const camera = '{ serial: CAMERA, kind: camera, zone: hall, interval: 900 }';
      const world = await openFieldWorld(stores, {
        ...{ timezone: 'Europe/Zurich', now: '2026-12-01T00:00:00Z', devices: [camera] },
      });
      const seen = (at: string, visitor: string) => ({
        ...{ device: 'CAMERA', metric: 'uniqueVisitors', at, visitor, value: 1, interval: 0 },
      });
      const { rejected } = await world.post(
        'readings',
        JSON.stringify([
          seen('2026-10-05T10:00:00+02:00', 'a'),
          seen('2026-10-05T11:00:00+02:00', 'b'),
          seen('2026-10-06T10:00:00+02:00', 'a'),
          seen('2026-10-06T11:00:00+02:00', 'c'),
        ]),
      );
      const both = days('2026-10-05', '2026-10-07');
      return [rejected, await world.series('uniqueVisitors', both), await world.total('uniqueVisitors', both)];
    },
    expected: [[], [2, 2], 3],
  },
  {
    id: 'F33',
    situation: 'a Monday is compared with the Monday a year before',
    async run(stores) {
      const world = await openFieldWorld(stores, {
        ...{ timezone: 'Europe/Zurich', now: '2026-12-01T00:00:00Z', devices: [street] },
      });
      const whole = (date: string, value: number) =>
        Array.from({ length: 24 }, (_, index) => [Date.parse(`${date}T00:00:00+02:00`) + index * hour, value] as const);
      await sendEntries(
        world,
        [...whole('2026-10-05', 3), ...whole('2025-10-06', 2), ...whole('2025-10-05', 99)],
        3_600,
      );
      const { comparison } = await world.query('affluenceIn', days('2026-10-05', '2026-10-06'), { compare: 'YEAR' });
      return comparison?.[0]?.value;
    },
    expected: 48,
  },
];
