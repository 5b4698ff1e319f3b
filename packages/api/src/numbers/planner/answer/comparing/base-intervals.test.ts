import type { LabelledValue, RawQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import { steadyReadings, type TestReading } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aShop, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, zones } from '../../../testing/ask.ts';
import { store } from '../../../testing/store.ts';

const stores = useTestStores();
const utc = (text: string) => Date.parse(`${text}Z`);
const hour = 3_600_000;
const day = 24 * hour;
const later = utc('2026-12-01T00:00');
let organization = 41_000;

/** No grouping, and every width in which these days can be shown. */
const widths = [null, 3600, 10_800, 86_400, 604_800];

async function asking(site: Topology, readings: readonly TestReading[], now = later) {
  await store(stores.analytics, site, readings);
  const ask = createQuerier(() => stores.analytics, [site], now);
  return async (asked: RawQuery, from: string, to: string, width: number | null = null) => {
    const answer = await ask({
      ...asked,
      filters: { conditions: [during(`${from}/${to}`), zones(1)] },
      groupBy: width === null ? [] : [{ type: 'DATE', granularity: width }],
    });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
}

const values = (list: readonly LabelledValue[] | null) => (list ?? []).map(({ value }) => value as number | null);

/** Sums the current and compared rows over what can be compared. */
function overall({
  comparison,
  evolution,
}: {
  comparison: readonly LabelledValue[] | null;
  evolution: readonly LabelledValue[] | null;
}) {
  const changes = values(evolution);
  let [now, then] = [0, 0];
  for (const [index, value] of values(comparison).entries()) {
    if (value === null) continue;
    then += value;
    now += value * (1 + (changes[index] ?? 0) / 100);
  }
  return [Math.round(now * 1e6) / 1e6, Math.round(then * 1e6) / 1e6];
}

const aHouse = (devices: Topology['devices'], overrides: Partial<Topology> = {}) =>
  aSite(organization++, {
    timezone: 'UTC',
    zones: [aZone(1)],
    passages: [aDoor(11, null, 1), aDoor(12, null, 1)],
    devices,
    ...overrides,
  });

describe('a comparison uses hours, whatever the requested width', () => {
  const monday = utc('2026-05-04T00:00');

  test.each(widths)('an hour that is silent now is left out of both sides (by %s s)', async (width) => {
    const site = aShop(organization++);
    const ask = await asking(site, [
      ...steadyReadings(21, 'affluenceIn', monday - 7 * day, monday - 4 * day, 2),
      ...steadyReadings(21, 'affluenceIn', monday, monday + day + 9 * hour, 3),
      ...steadyReadings(21, 'affluenceIn', monday + day + 10 * hour, monday + 3 * day, 3),
    ]);
    const answer = await ask({ metric: 'affluenceIn', compare: 'PREVIOUS_WEEKS' }, '2026-05-04', '2026-05-07', width);
    const hours = 3 * 24 - 1;
    expect(overall(answer)).toEqual([hours * 12 * 3, hours * 12 * 2]);
    expect(answer.comparisonCoverage?.asked).toBe(3);
    expect(answer.comparisonCoverage?.known).toBeCloseTo(hours / 24, 9);
  });

  test.each(widths)('so is an hour that was half silent then (by %s s)', async (width) => {
    const site = aShop(organization++);
    const ask = await asking(site, [
      ...steadyReadings(21, 'affluenceIn', monday - 7 * day, monday - 7 * day + 9.5 * hour, 2),
      ...steadyReadings(21, 'affluenceIn', monday - 7 * day + 10 * hour, monday - 4 * day, 2),
      ...steadyReadings(21, 'affluenceIn', monday, monday + 3 * day, 3),
    ]);
    const answer = await ask({ metric: 'affluenceIn', compare: 'PREVIOUS_WEEKS' }, '2026-05-04', '2026-05-07', width);
    const hours = 3 * 24 - 1;
    expect(overall(answer)).toEqual([hours * 12 * 3, hours * 12 * 2]);
  });

  test.each(widths)('only silent doors are left out (by %s s)', async (width) => {
    const ask = await asking(aHouse([aPad(21, 11), aPad(22, 12)]), [
      ...steadyReadings(21, 'affluenceIn', monday - 7 * day, monday - 5 * day, 2),
      ...steadyReadings(22, 'affluenceIn', monday - 7 * day, monday - 5 * day, 5),
      ...steadyReadings(21, 'affluenceIn', monday, monday + 2 * day, 4),
      ...steadyReadings(22, 'affluenceIn', monday, monday + 12 * hour, 5),
    ]);
    const answer = await ask({ metric: 'affluenceIn', compare: 'PREVIOUS_WEEKS' }, '2026-05-04', '2026-05-06', width);
    expect(overall(answer)).toEqual([(48 * 4 + 12 * 5) * 12, (48 * 2 + 12 * 5) * 12]);
    expect(answer.comparisonCoverage).toEqual({ known: 1.25, asked: 2 });
  });

  test.each(widths)('a door that was not there yet is not silent (by %s s)', async (width) => {
    const ask = await asking(aHouse([aPad(21, 11), aPad(22, 12, { installedAt: monday - day })]), [
      ...steadyReadings(21, 'affluenceIn', monday - 7 * day, monday - 5 * day, 2),
      ...steadyReadings(21, 'affluenceIn', monday, monday + 2 * day, 2),
      ...steadyReadings(22, 'affluenceIn', monday - day, monday + 2 * day, 3),
    ]);
    const answer = await ask({ metric: 'affluenceIn', compare: 'PREVIOUS_WEEKS' }, '2026-05-04', '2026-05-06', width);
    expect(overall(answer)).toEqual([48 * 5 * 12, 48 * 2 * 12]);
    expect(answer.comparisonCoverage).toEqual({ known: 2, asked: 2 });
  });

  test('a mean is that of the sensors that measured at both times', async () => {
    const site = aHouse([anAirSensor(61, 1), anAirSensor(62, 1)], { passages: [] });
    const samples = (device: number, from: number, to: number, value: number) =>
      steadyReadings(device, 'co2', from, to, value).map((one) => ({ ...one, interval: 0 }));
    const ask = await asking(site, [
      ...samples(61, monday - 7 * day, monday - 6 * day, 500),
      ...samples(62, monday - 7 * day, monday - 6 * day, 900),
      ...samples(61, monday, monday + day, 600),
      ...samples(62, monday - day, monday - 12 * hour, 900),
    ]);
    const answer = await ask({ metric: 'co2', compare: 'PREVIOUS_WEEKS' }, '2026-05-04', '2026-05-05');
    expect([values(answer.comparison), values(answer.evolution)]).toEqual([[500], [20]]);
    expect(answer.comparisonCoverage).toEqual({ known: 0.5, asked: 1 });
  });

  test('each of several places reports its own comparable share', async () => {
    const site = aHouse([aPad(21, 11), aPad(22, 12)], {
      zones: [aZone(1), aZone(2)],
      passages: [aDoor(11, null, 1), aDoor(12, null, 2)],
    });
    await store(stores.analytics, site, [
      ...steadyReadings(21, 'affluenceIn', monday - 7 * day, monday - 5 * day, 2),
      ...steadyReadings(21, 'affluenceIn', monday, monday + 2 * day, 3),
      ...steadyReadings(22, 'affluenceIn', monday - 7 * day, monday - 6.5 * day, 2),
      ...steadyReadings(22, 'affluenceIn', monday, monday + 2 * day, 3),
    ]);
    const ask = createQuerier(() => stores.analytics, [site], later);
    const filters = { conditions: [during('2026-05-04/2026-05-06'), zones(1, 2)] };
    const asked = { metric: 'affluenceIn', compare: 'PREVIOUS_WEEKS', filters } as const;
    const answer = await ask({ ...asked, groupBy: [{ type: 'ZONE_ID' }] });
    if (!answer.ok) throw new Error(answer.error.message);
    expect(answer.value.comparison?.map(({ label, tooFew }) => [label, tooFew])).toEqual([
      ['1', undefined],
      ['2', { known: 0.5, asked: 2 }],
    ]);
    const byDay = await ask({ ...asked, groupBy: [{ type: 'ZONE_ID' }, { type: 'DATE', granularity: 86_400 }] });
    expect(JSON.stringify(byDay)).not.toContain('tooFew');
  });

  test('the year before is reported as one third known, without the days to come', async () => {
    const site = aShop(organization++);
    const begin = utc('2025-05-06T00:00') - day;
    const ask = await asking(
      site,
      [
        ...steadyReadings(21, 'affluenceIn', begin + 8 * day, begin + 12 * day, 2),
        ...steadyReadings(21, 'affluenceIn', monday, monday + 12 * day, 3),
      ],
      monday + 12 * day,
    );
    const answer = await ask({ metric: 'affluenceIn', compare: 'YEAR' }, '2026-05-04', '2026-06-03');
    expect(answer.comparisonCoverage).toEqual({ known: 4, asked: 12 });
    expect(values(answer.evolution)).toEqual([50]);
  });

  test('a door that went silent half an hour ago is compared up to then', async () => {
    const now = monday + 12 * hour;
    const until = now - hour / 2;
    const ask = await asking(
      aShop(organization++),
      [
        ...steadyReadings(21, 'affluenceIn', monday - 7 * day, monday - 6 * day, 2),
        ...steadyReadings(21, 'affluenceIn', monday, until, 3),
      ],
      now,
    );
    const answer = await ask({ metric: 'affluenceIn', compare: 'PREVIOUS_WEEKS' }, '2026-05-04', '2026-05-05', 3600);
    expect(overall(answer)).toEqual([11.5 * 12 * 3, 11.5 * 12 * 2]);
    expect(answer.comparisonCoverage).toEqual({ known: 1, asked: 1 });
  });

  test('without a comparison there is no comparable share', async () => {
    const ask = await asking(aShop(organization++), steadyReadings(21, 'affluenceIn', monday, monday + day, 1));
    expect((await ask({ metric: 'affluenceIn' }, '2026-05-04', '2026-05-05')).comparisonCoverage).toBeNull();
  });
});

describe('a ratio uses the quarter-hours in which both of its sides are complete', () => {
  const monday = utc('2026-05-04T00:00');
  const shop = async () =>
    asking(aShop(organization++), [
      // The door is silent for an hour of the second day, the counter in front of it for half an hour of the third.
      ...steadyReadings(21, 'affluenceIn', monday, monday + day + 9 * hour, 1),
      ...steadyReadings(21, 'affluenceIn', monday + day + 10 * hour, monday + 3 * day, 1),
      ...steadyReadings(22, 'affluenceIn', monday, monday + 2 * day + 3 * hour, 4),
      ...steadyReadings(22, 'affluenceIn', monday + 2 * day + 3.5 * hour, monday + 3 * day, 6),
    ]);

  test.each(widths)('its parts add up, whatever the requested width (by %s s)', async (width) => {
    const ask = await shop();
    const [rate, entries] = await Promise.all(
      ['captureRate', 'affluenceIn'].map((metric) => ask({ metric }, '2026-05-04', '2026-05-07', width)),
    );
    const rates = values(rate?.data ?? []);
    const [hours, before] = [3 * 24 - 1.5, 48 + 3 - 1];
    const whole = (hours * 12) / (before * 12 * 4 + (hours - before) * 12 * 6);
    if (width === null || width === 604_800) expect(rates).toEqual([expect.closeTo(100 * whole, 9)]);
    if (width !== 86_400) return;
    expect(rates).toEqual([25, 25, expect.closeTo((100 * 23.5) / (3 * 4 + 20.5 * 6), 9)]);
    expect(values(entries?.data ?? [])).toEqual([24 * 12, 23 * 12, 24 * 12]);
    expect((rate?.data ?? []).map(({ partial }) => partial ?? false)).toEqual([false, true, true]);
  });

  test('an hour uses those it has, and is partial', async () => {
    const ask = await shop();
    const { data } = await ask({ metric: 'captureRate' }, '2026-05-06', '2026-05-07', 3600);
    expect(data[3]).toEqual({ label: '2026-05-06T03:00:00+00:00', value: expect.closeTo(100 / 6, 9), partial: true });
  });

  test('a bucket without any such interval takes what is known on both sides, and is partial', async () => {
    const ask = await asking(aShop(organization++), [
      ...steadyReadings(21, 'affluenceIn', monday, monday + 2 * hour, 1),
      ...steadyReadings(22, 'affluenceIn', monday, monday + hour, 4),
      // Only the last five minutes of the first quarter of the second hour are known.
      ...steadyReadings(22, 'affluenceIn', monday + hour + 10 * 60_000, monday + 2 * hour, 4),
    ]);
    const { data } = await ask({ metric: 'captureRate' }, '2026-05-04', '2026-05-05', 900);
    expect(data[4]).toEqual({ label: '2026-05-04T01:00:00+00:00', value: expect.closeTo(75, 9), partial: true });
  });

  test('the current hour counts as far as it has elapsed', async () => {
    const now = monday + 10 * hour + 20 * 60_000;
    const ask = await asking(
      aShop(organization++),
      [...steadyReadings(21, 'affluenceIn', monday, now, 1), ...steadyReadings(22, 'affluenceIn', monday, now, 4)].map(
        (one) => (one.at < now - hour / 3 ? one : { ...one, value: 2 }),
      ),
      now,
    );
    const { data } = await ask({ metric: 'captureRate' }, '2026-05-04', '2026-05-05');
    expect(data).toEqual([{ label: 'all', value: (100 * (120 + 8)) / (120 * 4 + 8), partial: true }]);
  });

  test('the change of a rate is the same by the hour, by the day and as a whole', async () => {
    const ask = await asking(aShop(organization++), [
      ...steadyReadings(21, 'affluenceIn', monday - 7 * day, monday - 5 * day, 1),
      ...steadyReadings(22, 'affluenceIn', monday - 7 * day, monday - 6 * day + 5 * hour, 4),
      ...steadyReadings(21, 'affluenceIn', monday, monday + 2 * day, 1),
      ...steadyReadings(22, 'affluenceIn', monday, monday + day, 2),
      ...steadyReadings(22, 'affluenceIn', monday + day, monday + 2 * day, 8),
    ]);
    const total = await ask({ metric: 'captureRate', compare: 'PREVIOUS_WEEKS' }, '2026-05-04', '2026-05-06');
    // 24 hours at 1 of 2 and 5 hours at 1 of 8, compared with 29 hours at 1 of 4.
    const now = 29 / (24 * 2 + 5 * 8);
    expect(values(total.comparison)).toEqual([25]);
    expect(values(total.evolution)).toEqual([expect.closeTo((now / 0.25 - 1) * 100, 9)]);
    const byDay = await ask({ metric: 'captureRate', compare: 'PREVIOUS_WEEKS' }, '2026-05-04', '2026-05-06', 86_400);
    expect(values(byDay.evolution)).toEqual([100, -50]);
    expect(total.comparisonCoverage?.known).toBeCloseTo(29 / 24, 9);
  });
});

describe('what is usual', () => {
  const friday = utc('2026-05-15T00:00');
  const week = (weeks: number, value: number) =>
    steadyReadings(21, 'affluenceIn', friday - weeks * 7 * day, friday - weeks * 7 * day + day, value);
  const open = (hours: readonly [number, number]) => ({
    reset: false,
    spans: [1, 2, 3, 4, 5].map((weekday) => ({
      begin: [weekday, hours[0], 0] as const,
      end: [weekday, hours[1], 0] as const,
    })),
  });
  const usual = { metric: 'affluenceIn', compare: 'USUAL' } as const;

  test('skips a holiday, and looks one week further back instead', async () => {
    const site = aShop(organization++, { closedDates: ['2026-05-01'] as never });
    const ask = await asking(site, [
      ...steadyReadings(21, 'affluenceIn', friday, friday + day, 5),
      ...[week(1, 4), week(2, 0), week(3, 4), week(4, 4), week(5, 8), week(6, 80)].flat(),
    ]);
    const answer = await ask(usual, '2026-05-15', '2026-05-16');
    expect([values(answer.comparison), values(answer.evolution)]).toEqual([[5 * 288], [0]]);
  });

  test('is absent on a holiday, for which earlier weeks are no measure', async () => {
    const site = aShop(organization++, { openingHours: open([8, 20]) as never, closedDates: ['2026-05-15'] as never });
    const ask = await asking(
      site,
      [0, 1, 2, 3, 4].flatMap((weeks) => week(weeks, 4)),
    );
    const answer = await ask(usual, '2026-05-15', '2026-05-16');
    expect([values(answer.comparison), values(answer.evolution)]).toEqual([[null], [null]]);
  });

  test.each([
    [1, null],
    [2, 4 * 288],
  ])('is made of two weeks at least: of %i it is %s', async (weeks, expected) => {
    const ask = await asking(aShop(organization++), [
      ...week(0, 4),
      ...Array.from({ length: weeks }, (_, index) => week(index + 1, 4)).flat(),
    ]);
    const answer = await ask(usual, '2026-05-15', '2026-05-16');
    expect(values(answer.comparison)).toEqual([expected]);
  });

  test('goes no further back than ten weeks', async () => {
    const closedDates = [1, 2, 3, 4, 5, 6, 7, 8].map((weeks) =>
      new Date(friday - weeks * 7 * day).toISOString().slice(0, 10),
    );
    const ask = await asking(aShop(organization++, { closedDates: closedDates as never }), [
      ...week(0, 4),
      ...[9, 10, 11].flatMap((weeks) => week(weeks, weeks)),
    ]);
    expect(values((await ask(usual, '2026-05-15', '2026-05-16')).comparison)).toEqual([9.5 * 288]);
  });

  test('for a door added two weeks ago is the mean of weeks with and without it', async () => {
    const ask = await asking(aHouse([aPad(21, 11), aPad(22, 12, { installedAt: friday - 14 * day })]), [
      ...[0, 1, 2, 3, 4].flatMap((weeks) => week(weeks, 4)),
      ...[0, 1, 2].flatMap((weeks) => week(weeks, 2).map((one) => ({ ...one, device: 22 }))),
    ]);
    expect(values((await ask(usual, '2026-05-15', '2026-05-16')).comparison)).toEqual([5 * 288]);
  });
});

test('a rate without people is missing, however complete it is', async () => {
  const monday = utc('2026-05-04T00:00');
  const ask = await asking(aShop(organization++), [
    ...steadyReadings(21, 'affluenceIn', monday, monday + day, 0),
    ...steadyReadings(22, 'affluenceIn', monday, monday + day, 0),
  ]);
  const { data } = await ask({ metric: 'captureRate' }, '2026-05-04', '2026-05-05');
  expect(getPairs({ ok: true, value: { data } } as never)).toEqual([['all', 'missing']]);
});
