import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { wallToInstant } from '@atrium/domain/core';
import type { TestReading } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, zones } from '../testing/ask.ts';
import { store } from '../testing/store.ts';

/**
 * Compares answers with sums computed from recordings of real sites. The recordings are not in the repository. Put them
 * into a folder and set ATRIUM_RECORDINGS to it; otherwise these tests are skipped.
 */
const folder = process.env.ATRIUM_RECORDINGS ?? '';
const station = path.join(folder, 'hardbruecke-2020.csv.gz');
const room = path.join(folder, 'room-co2-2015-02.csv');

const stores = useTestStores();
const now = Date.parse('2026-01-01T00:00:00Z');
const wallOfText = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);

interface Line {
  readonly name: string;
  readonly time: string;
  readonly in: number;
  readonly out: number;
}

describe.skipIf(!existsSync(station))('a year of eight counting lines at a station', () => {
  let lines: readonly Line[] = [];
  let names: readonly string[] = [];
  const site = () =>
    aSite(880_001, {
      zones: names.map((name, index) => aZone(index + 1, { name })),
      passages: names.map((_, index) => aDoor(index + 101, null, index + 1)),
      // Slots without people are absent.
      devices: names.map((_, index) => aPad(index + 201, index + 101, { reportsZero: false })),
    });
  const asked = (text: string) => (line: Line) => line.time.startsWith(text);
  const sum = (of: readonly Line[], side: 'in' | 'out') => of.reduce((total, line) => total + line[side], 0);
  const number = async (raw: Parameters<ReturnType<typeof createQuerier>>[0]) =>
    getPairs(await createQuerier(() => stores.analytics, [site()], now)(raw));

  beforeAll(async () => {
    const [, ...rows] = gunzipSync(readFileSync(station)).toString('utf8').trim().split('\n');
    const wanted = /^2020-(01|02-14|03-2[89]|03-30|10-2[456])/;
    lines = rows.flatMap((row) => {
      const [entered, left, time, name] = row.trim().replaceAll('"', '').split(',') as [string, string, string, string];
      return wanted.test(time) ? [{ name, time, in: Number(entered), out: Number(left) }] : [];
    });
    names = [...new Set(lines.map(({ name }) => name))].sort();
    const readings = lines.flatMap(({ name, time, in: entered, out }): TestReading[] => {
      const base = {
        device: names.indexOf(name) + 201,
        at: wallToInstant('Europe/Zurich', wallOfText(time) as never),
      };
      return [
        { ...base, metric: 'affluenceIn', value: entered },
        { ...base, metric: 'affluenceOut', value: out },
      ];
    });
    for (let begin = 0; begin < readings.length; begin += 50_000)
      await store(stores.analytics, site(), readings.slice(begin, begin + 50_000));
  }, 120_000);

  test('the entries and exits of a line, by day and by hour', async () => {
    const zone = zones(names.indexOf('Ost-SBB total') + 1);
    const day = { conditions: [during('2020-02-14/2020-02-15'), zone] };
    expect(await number({ metric: 'affluenceIn', filters: day })).toEqual([['all', 9336]]);
    expect(await number({ metric: 'affluenceOut', filters: day })).toEqual([['all', 5310]]);
    const hours = await number({ metric: 'affluenceIn', filters: day, groupBy: [{ type: 'DATE', granularity: 3600 }] });
    const byHand = '44 5 12 3 44 126 517 809 686 437 273 304 341 396 384 588 941 961 723 516 259 286 312 369';
    expect(hours.map((pair) => (pair as unknown[])[1]).join(' ')).toBe(byHand);
    const autumn = { conditions: [during('2020-10-25/2020-10-26'), zone] };
    expect(await number({ metric: 'affluenceIn', filters: autumn })).toEqual([['all', 3438]]);
    expect(await number({ metric: 'affluenceOut', filters: autumn })).toEqual([['all', 2471]]);
  });

  test('all lines of a month, both ways', async () => {
    const january = { conditions: [during('2020-01-01/2020-02-01')] };
    const [entered] = await number({ metric: 'affluenceIn', filters: january });
    const [left] = await number({ metric: 'affluenceOut', filters: january });
    expect(((entered as [string, number])[1] ?? 0) + ((left as [string, number])[1] ?? 0)).toBe(1_837_452);
  });

  test.for(['2020-03-28/2020-03-31', '2020-10-24/2020-10-27'])(
    'each line on each day around a change of the clocks: %s',
    async (period) => {
      const answer = await number({
        metric: 'affluenceIn',
        filters: { conditions: [during(period)] },
        groupBy: [{ type: 'ZONE' }, { type: 'DATE', granularity: 86_400 }],
      });
      for (const [name, days] of answer as [string, [string, number][]][])
        for (const [label, value] of days)
          expect([name, label, value]).toEqual([
            name,
            label,
            sum(
              lines.filter(asked(label.slice(0, 10))).filter((line) => line.name === name),
              'in',
            ),
          ]);
      expect(answer).toHaveLength(names.length);
    },
  );

  test('by weekday over a month', async () => {
    const answer = await number({
      metric: 'affluenceOut',
      filters: { conditions: [during('2020-01-01/2020-02-01')] },
      groupBy: [{ type: 'DISCONTINUOUS_DATE', period: 'WEEKDAY' }],
    });
    const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
    const weekday = ({ time }: Line) => ((new Date(wallOfText(time)).getUTCDay() + 6) % 7) as number;
    const january = lines.filter(asked('2020-01'));
    expect(answer).toEqual(
      weekdays.map((label, index) => [
        label,
        sum(
          january.filter((line) => weekday(line) === index),
          'out',
        ),
      ]),
    );
  });
});

describe.skipIf(!existsSync(room))('a week of air in an office', () => {
  test('CO2 by hour is the mean of its samples, and its 95th percentile is over all of them', async () => {
    const [, ...rows] = readFileSync(room, 'utf8').trim().split('\n');
    const samples = rows.map((row) => {
      const [, time = '', , , , co2] = row.trim().replaceAll('"', '').split(',');
      return { time, co2: Number(co2) };
    });
    const site = aSite(880_002, {
      timezone: 'Europe/Brussels',
      zones: [aZone(1)],
      devices: [anAirSensor(31, 1, { interval: 60 })],
    });
    const readings = samples.map(({ time, co2 }) => ({
      device: 31,
      metric: 'co2',
      at: wallToInstant('Europe/Brussels', wallOfText(time) as never),
      value: co2,
      interval: 0,
    }));
    await store(stores.analytics, site, readings);
    const ask = createQuerier(() => stores.analytics, [site], now);
    const conditions = [during('2015-02-05/2015-02-07')];
    const hourly = getPairs(
      await ask({ metric: 'co2', filters: { conditions }, groupBy: [{ type: 'DATE', granularity: 3600 }] }),
    ) as [string, number][];
    expect(hourly).toHaveLength(48);
    for (const [label, value] of hourly) {
      const own = samples.filter(({ time }) => time.slice(0, 13) === label.slice(0, 13).replace('T', ' '));
      expect(value).toBeCloseTo(own.reduce((total, { co2 }) => total + co2, 0) / own.length, 6);
    }
    const both = samples.filter(({ time }) => /^2015-02-0[56]/.test(time)).map(({ co2 }) => co2);
    const sorted = both.sort((left, right) => left - right);
    const place = 0.95 * (sorted.length - 1);
    const [low, high] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number];
    const [[, most]] = getPairs(await ask({ metric: 'co2', aggregation: 'P95', filters: { conditions } })) as [
      [string, number],
    ];
    expect(most).toBeCloseTo(low + (high - low) * (place - Math.floor(place)), 6);
  });
});
