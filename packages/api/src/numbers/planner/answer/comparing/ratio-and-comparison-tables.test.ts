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
  test('a ratio is one of sums over the hours in which both sides are known', async () => {
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
