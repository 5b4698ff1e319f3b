import { steadyReadings } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aPassage, aShop, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, toPairs, zones } from '../../../testing/ask.ts';
import { store } from '../../../testing/store.ts';

const stores = useTestStores();
const analytics = () => stores.analytics;
const utc = (text: string) => Date.parse(`${text}Z`);
const later = utc('2027-01-01T00:00');
const hour = 3_600_000;
let organization = 700;

const byHour = { groupBy: [{ type: 'DATE', granularity: 3600 }] };
const day = (date: string, next: string) => ({ filters: { conditions: [during(`${date}/${next}`)] } });

describe('ratios and samples', () => {
  test('a ratio is one of sums over the intervals in which both sides are known', async () => {
    const site = aShop(organization++);
    const start = utc('2026-05-04T00:00');
    await store(analytics(), site, [
      ...steadyReadings(21, 'affluenceIn', start, start + 3 * hour, 1),
      ...steadyReadings(22, 'affluenceIn', start, start + hour, 4),
      ...steadyReadings(22, 'affluenceOut', start + hour, start + 2 * hour, 2),
    ]);
    const ask = createQuerier(analytics, [site], later);
    const asked = { metric: 'footfallCaptureRate', ...day('2026-05-04', '2026-05-05') };
    expect(getPairs(await ask(asked))).toEqual([['all', (24 / 72) * 100]]);
    expect(getPairs(await ask({ ...asked, ...byHour })).slice(0, 3)).toEqual([
      ['2026-05-04T00:00:00+00:00', 25],
      ['2026-05-04T01:00:00+00:00', 50],
      ['2026-05-04T02:00:00+00:00', 'missing'],
    ]);
  });

  test('occupancy is people × time ÷ limit × time while people are known, at every width', async () => {
    const site = aSite(organization++, {
      timezone: 'UTC',
      zones: [aZone(1, { limit: 100 })],
      passages: [aDoor(11, null, 1), aDoor(12, null, 1)],
      devices: [aPad(21, 11), aPad(22, 12)],
      eventLimits: [{ first: '2026-05-05', last: '2026-05-05', limit: 50 }] as never,
    });
    const start = utc('2026-05-04T00:00');
    const days = [0, 1].map((number) => start + number * 24 * hour);
    await store(
      analytics(),
      site,
      days.flatMap((from) => [
        ...steadyReadings(21, 'affluenceIn', from, from + 24 * hour, 0),
        { device: 21, metric: 'affluenceIn', at: from + 8 * hour, value: 60 },
        { device: 21, metric: 'affluenceOut', at: from + 20 * hour, value: 60 },
        // The other door is silent exactly while people are inside.
        ...steadyReadings(22, 'affluenceIn', from, from + 8 * hour, 0),
        ...steadyReadings(22, 'affluenceIn', from + 20 * hour, from + 24 * hour, 0),
      ]),
    );
    // A site with a limit and without a counter has no part in the mean.
    const other = aSite(site.organizationId, {
      installationId: 2 as never,
      timezone: 'UTC',
      zones: [aZone(2, { limit: 900 })],
    });
    const ask = createQuerier(analytics, [site, other], later);
    const asked = { metric: 'occupancy', ...day('2026-05-04', '2026-05-06') };
    const valuesOf = async (query: Parameters<typeof ask>[0]) =>
      getPairs(await ask(query)).map((pair) => (pair as [string, number])[1]);
    const totalOf = async (query: Parameters<typeof ask>[0]) => (await valuesOf(query))[0];
    expect(await totalOf({ ...asked, ...day('2026-05-04', '2026-05-05') })).toBeCloseTo(30, 9);
    expect(await totalOf(asked)).toBeCloseTo(((30 + 30) / (100 + 50)) * 100, 9);
    const hours = await valuesOf({ ...asked, ...day('2026-05-04', '2026-05-05'), ...byHour });
    expect(hours.reduce((sum, value) => sum + value, 0) / 24).toBeCloseTo(30, 9);
    expect(await totalOf({ ...asked, metric: 'inside', ...day('2026-05-04', '2026-05-05') })).toBeCloseTo(30, 9);
  });

  test('a rate uses the quarter-hours that both sides report, however it is shown', async () => {
    const site = aShop(organization++);
    const start = utc('2026-05-04T00:00');
    const every = (device: number, metric: string, minutes: number[], value: number) =>
      [0, 1, 2, 3].flatMap((number) =>
        minutes.map((minute) => ({
          device,
          metric,
          at: start + number * hour + minute * 60_000,
          value,
          interval: 900,
        })),
      );
    // The counter in front of the shop reports one quarter of each hour only.
    await store(analytics(), site, [
      ...every(21, 'affluenceIn', [0, 15, 30, 45], 25),
      ...every(22, 'affluenceIn', [30], 100),
    ]);
    const ask = createQuerier(analytics, [site], later);
    const asked = { metric: 'footfallCaptureRate', filters: { conditions: [during('2026-05-04/2026-05-05')] } };
    const known = async (granularity: number | null, more = {}) => {
      const groupBy = granularity === null ? [] : [{ type: 'DATE', granularity }];
      const values = getPairs(await ask({ ...asked, ...more, groupBy })).map((pair) => (pair as unknown[])[1]);
      return [...new Set(values.filter((value) => value !== 'missing'))];
    };
    for (const width of [900, 3600, 21_600, 86_400, null]) expect(await known(width), `${width}`).toEqual([25]);
    const month = { filters: { conditions: [during('2026-05-01/2026-06-01')] } };
    for (const width of [86_400, 604_800, null]) expect(await known(width, month), `${width}`).toEqual([25]);
  });

  test('percentiles of durations are those of all visits, at every granularity', async () => {
    const site = aShop(organization++);
    const start = utc('2026-05-04T00:00');
    const stay = (minutes: number, value: number, weight: number) => ({
      device: 21,
      metric: 'dwell',
      at: start + minutes * 60_000,
      value,
      weight,
      interval: 300,
    });
    await store(analytics(), site, [stay(0, 100, 9), stay(5, 900, 1), stay(20, 900, 0), stay(70, 200, 10)]);
    const ask = createQuerier(analytics, [site], later);
    const asked = { metric: 'dwell', ...day('2026-05-04', '2026-05-05') };
    const known = async (aggregation: string, more: object) =>
      getPairs(await ask({ ...asked, aggregation, ...more }))
        .map((pair) => (pair as unknown[])[1])
        .filter((value) => value !== 'missing');
    for (const granularity of [300, 3600, 86_400]) {
      expect(await known('P25', { granularity }), `${granularity}`).toEqual([100]);
      expect(await known('MEDIAN', { granularity }), `${granularity}`).toEqual([200]);
      expect((await known('P95', { granularity }))[0], `${granularity}`).toBeCloseTo(235, 9);
    }
    expect(await known('P75', byHour)).toEqual([100, 200]);
  });

  test("without a footfall passage the capture rate is of those who enter the zone's parent", async () => {
    const site = aSite(organization++, {
      timezone: 'UTC',
      zones: [aZone(1), aZone(2, { parentIds: [1 as never] })],
      passages: [aDoor(11, null, 1), aDoor(12, 1, 2)],
      devices: [aPad(21, 11), aPad(22, 12)],
    });
    const at = utc('2026-05-04T10:00');
    await store(analytics(), site, [
      { device: 21, metric: 'affluenceIn', at, value: 8 },
      { device: 22, metric: 'affluenceIn', at, value: 2 },
    ]);
    const ask = createQuerier(analytics, [site], later);
    const conditions = [during('2026-05-04/2026-05-05'), zones(1, 2)];
    const answer = await ask({ metric: 'captureRate', filters: { conditions }, groupBy: [{ type: 'ZONE_ID' }] });
    expect(getPairs(answer)).toEqual([
      ['1', 'missing'],
      ['2', 25],
    ]);
  });

  test.each([
    ['the street', null, 'missing'],
    ['another zone beside it', 3, 'missing'],
    ['its parent again', 1, 25],
  ] as const)('a zone with a second door to %s', async (_, beyond, rate) => {
    const site = aSite(organization++, {
      timezone: 'UTC',
      zones: [aZone(1), aZone(2, { parentIds: [1 as never] }), aZone(3, { parentIds: [1 as never] })],
      passages: [aDoor(11, null, 1), aDoor(12, 1, 2), aDoor(13, beyond, 2)],
      devices: [aPad(21, 11), aPad(22, 12)],
    });
    const at = utc('2026-05-04T10:00');
    await store(analytics(), site, [
      { device: 21, metric: 'affluenceIn', at, value: 8 },
      { device: 22, metric: 'affluenceIn', at, value: 2 },
    ]);
    const ask = createQuerier(analytics, [site], later);
    const conditions = [during('2026-05-04/2026-05-05'), zones(2)];
    expect(getPairs(await ask({ metric: 'captureRate', filters: { conditions } }))).toEqual([['all', rate]]);
    const footfall = { ...site, passages: [...site.passages, aPassage(14, [], { footfallOf: 2 as never })] };
    const withFront = createQuerier(analytics, [{ ...footfall, devices: [...site.devices, aPad(24, 14)] }], later);
    await store(analytics(), site, [{ device: 24, metric: 'affluenceIn', at, value: 4 }]);
    expect(getPairs(await withFront({ metric: 'captureRate', filters: { conditions } }))).toEqual([['all', 50]]);
  });

  test('each air sensor counts alike, however often it speaks', async () => {
    const site = aSite(organization++, {
      timezone: 'UTC',
      zones: [aZone(1), aZone(2, { parentIds: [1 as never] })],
      devices: [anAirSensor(61, 1), anAirSensor(62, 2), anAirSensor(63, 2)],
    });
    const start = utc('2026-05-04T00:00');
    const sample = (device: number, minutes: number, value: number) => ({
      device,
      metric: 'co2',
      at: start + minutes * 60_000,
      value,
      interval: 0,
    });
    await store(analytics(), site, [sample(61, 0, 400), sample(61, 5, 500), sample(61, 10, 600), sample(62, 0, 1000)]);
    const ask = createQuerier(analytics, [site], later);
    const asked = (aggregation?: string) =>
      ask({
        metric: 'co2',
        filters: { conditions: [during('2026-05-04T00:00:00Z/2026-05-04T00:15:00Z')] },
        aggregation,
      });
    expect(getPairs(await asked())).toEqual([['all', 750]]);
    expect(getPairs(await asked('MEDIAN'))).toEqual([['all', 550]]);
    expect(getPairs(await asked('LAST'))).toEqual([['all', 800]]);
    expect(getPairs(await asked('COUNT'))).toEqual([['all', 4]]);
    const answer = await asked();
    // The third sensor never measured CO2, so nothing is expected of it.
    expect(answer.ok && answer.value.coverage.ratio).toBeCloseTo(20 / 30, 12);
  });
});

describe('comparisons', () => {
  test('today is compared at equal elapsed time, and a day missing on one side is left out of both', async () => {
    const site = aShop(organization++);
    const today = utc('2026-05-15T00:00');
    await store(analytics(), site, [
      ...steadyReadings(21, 'affluenceIn', today - 8 * 24 * hour, today - 6 * 24 * hour, 1),
      ...steadyReadings(21, 'affluenceIn', today, today + 10 * hour, 2),
    ]);
    const ask = createQuerier(analytics, [site], today + 10 * hour);
    const now = await ask({ metric: 'affluenceIn', compare: 'PREVIOUS_WEEKS', filters: { conditions: [zones(1)] } });
    expect(
      now.ok && [toPairs(now.value.data), toPairs(now.value.comparison ?? []), toPairs(now.value.evolution ?? [])],
    ).toEqual([[['all', 240]], [['all', 120]], [['all', 100]]]);
    const week = await ask({ metric: 'affluenceIn', compare: 'PREVIOUS_WEEKS', ...day('2026-05-13', '2026-05-16') });
    expect(week.ok && [toPairs(week.value.data), toPairs(week.value.comparison ?? [])]).toEqual([
      [['all', 240]],
      [['all', 120]],
    ]);
    const evolution = await ask({
      metric: 'affluenceIn',
      aggregation: 'EVOLUTION',
      ...day('2026-05-08', '2026-05-09'),
    });
    expect(getPairs(evolution)).toEqual([['all', 0]]);
  });

  test('the usual is the mean of four such weekdays, those that are known', async () => {
    const site = aShop(organization++);
    const today = utc('2026-05-15T00:00');
    const weeks = [10, 20, 60].flatMap((value, index) =>
      steadyReadings(
        21,
        'affluenceIn',
        today - (index + 1) * 7 * 24 * hour,
        today - (index + 1) * 7 * 24 * hour + 24 * hour,
        value,
      ),
    );
    await store(analytics(), site, [...weeks, ...steadyReadings(21, 'affluenceIn', today, today + 24 * hour, 45)]);
    const ask = createQuerier(analytics, [site], later);
    const answer = await ask({ metric: 'affluenceIn', compare: 'USUAL', ...day('2026-05-15', '2026-05-16') });
    expect(answer.ok && [toPairs(answer.value.comparison ?? []), toPairs(answer.value.evolution ?? [])]).toEqual([
      [['all', 30 * 288]],
      [['all', 50]],
    ]);
  });
});
