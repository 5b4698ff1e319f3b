import { type FieldCase, openFieldWorld, readInput } from './field-world.ts';

const meter = '{ serial: METER, kind: meter, zone: hall, metric: electricityConsumption }';
type Register = readonly [at: string, value: number];

/** Sends readings of a meter and returns its consumption by day, or by another interval. */
const consume =
  (timezone: string, readings: string | readonly Register[], dates: string, granularity = 86_400): FieldCase['run'] =>
  async (stores) => {
    const world = await openFieldWorld(stores, { timezone, now: '2026-12-01T00:00:00Z', devices: [meter] });
    const sent =
      typeof readings === 'string'
        ? readInput(readings).toString('utf8')
        : JSON.stringify(
            readings.map(([at, value]) => ({
              ...{ device: 'METER', metric: 'electricityConsumption', at, value, interval: 0 },
            })),
          );
    const { rejected } = await world.post('readings', sent);
    if (rejected.length > 0) return rejected;
    return world.series('electricityConsumption', dates, granularity);
  };

/** Runs several inputs of one case. */
const each =
  (...runs: readonly FieldCase['run'][]): FieldCase['run'] =>
  async (stores) => {
    const answers: unknown[] = [];
    for (const run of runs) answers.push(await run(stores));
    return answers;
  };

/** Cases of meters whose registers tremble, restart, are replaced or read at midnight. */
export const meterCases: readonly FieldCase[] = [
  {
    id: 'F20',
    situation: 'a register shows zero for three seconds',
    run: consume('America/Los_Angeles', 'F20/readings.json', '2026-08-17/2026-08-18'),
    expected: [0.02],
  },
  {
    id: 'F22',
    situation: 'a register is really reset',
    run: each(
      consume('America/Los_Angeles', 'F22/readings.json', '2026-03-10/2026-03-11'),
      consume(
        'Europe/Madrid',
        [
          ['2026-07-28T08:00:00+02:00', 439.1],
          ['2026-07-28T09:00:00+02:00', 439.534],
          ['2026-07-28T09:05:00+02:00', 0.718],
          ['2026-07-28T10:00:00+02:00', 1.2],
        ],
        '2026-07-28/2026-07-29',
      ),
    ),
    expected: [[0.4], [1.634]],
  },
  {
    id: 'F23',
    situation: 'a meter is replaced by one that begins at 20',
    run: consume('America/Los_Angeles', 'F23/readings.json', '2026-02-11/2026-02-13'),
    expected: [8.526, 2.474],
  },
  {
    id: 'F24',
    situation: 'registers read at midnight close the day before',
    run: each(
      consume('Europe/Berlin', 'F24/readings.json', '2026-03-01/2026-03-04'),
      consume(
        'Europe/Berlin',
        [
          ['2026-04-30T00:00:00+02:00', 900],
          ['2026-04-30T01:00:00+02:00', 907],
          ['2026-05-01T00:00:00+02:00', 1000],
        ],
        '2026-04-30/2026-05-01',
      ),
      consume(
        'Europe/Berlin',
        [
          ['2026-04-30T00:00:00+02:00', 900],
          ['2026-04-30T01:00:00+02:00', 907],
        ],
        '2026-04-30T00:00:00+02:00/2026-04-30T02:00:00+02:00',
        3_600,
      ),
    ),
    expected: [[10, 20, 30], [100], [7, 'missing']],
  },
  {
    id: 'F25',
    situation: 'a time zone of a half hour',
    run: each(
      consume('Australia/Adelaide', halfHourly('2026-08-10T00:00:00+09:30'), '2026-08-10/2026-08-11'),
      async (stores) =>
        (
          (await consume(
            'Australia/Adelaide',
            halfHourly('2026-08-10T00:00:00+09:30'),
            '2026-08-10/2026-08-11',
            3_600,
          )(stores)) as unknown[]
        ).filter((value) => value === 1).length,
    ),
    expected: [[24], 24],
  },
];

/** Registers of a day and a little more, each half hour, of a meter that counts 1 kWh in an hour. */
function halfHourly(from: string): readonly Register[] {
  return Array.from({ length: 52 }, (_, index) => [
    new Date(Date.parse(from) + (index - 2) * 1_800_000).toISOString(),
    100 + index / 2,
  ]);
}
