import { type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import { discontinuousPeriods, type LabelledValue, type RawGroupBy, type RawQuery } from '@atrium/domain/numbers';
import { buildExplainedQuery, findSourceHours } from '@atrium/domain/pages/explain';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import { steadyReadings, type TestReading } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aPassage, aShop, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createRollups, type Rollups } from '../../rollups/rollups.ts';
import { listSiteDays } from '../../rollups/site-days.ts';
import { createQuerier, during, getPairs, parseValidQuery, plainFacts, scopeOf } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';
import { createAnswerQueries } from '../answer-queries.ts';

const stores = useTestStores();
const analytics = () => stores.analytics;
const hour = 3_600_000;
const quarter = 900_000;
const later = Date.parse('2027-01-01T00:00Z');
let organization = 93_000;

const hourly: RawGroupBy = { type: 'DISCONTINUOUS_DATE', period: 'HOURLY' };
const weekday: RawGroupBy = { type: 'DISCONTINUOUS_DATE', period: 'WEEKDAY' };
const days = (from: string, to: string) => ({ filters: { conditions: [during(`${from}/${to}`)] } });

describe('the hours of the day', () => {
  test('an hour that the clock shows twice is one hour of the day, one that it skips has nothing', async () => {
    const site = aShop(organization++, { timezone: 'Europe/Zurich' });
    const [autumn, spring] = ['2026-10-25', '2026-03-29'].map((date) => startOfSiteDay(site, date)) as [number, number];
    await store(analytics(), site, [
      ...steadyReadings(21, 'affluenceIn', autumn, autumn + 25 * hour, 1),
      ...steadyReadings(21, 'affluenceIn', spring, spring + 23 * hour, 1),
    ]);
    const ask = createQuerier(analytics, [site], later);
    const of = async (raw: RawQuery) => new Map(getPairs(await ask(raw)) as [string, unknown][]);
    const all = await of({ metric: 'affluenceIn', ...days('2026-10-25', '2026-10-26'), groupBy: [hourly] });
    expect([...all.keys()]).toEqual(Array.from({ length: 24 }, (_, index) => `${index}`));
    expect([all.get('1'), all.get('2'), all.get('3')]).toEqual([12, 24, 12]);
    const mean = { aggregation: 'AVERAGE', groupBy: [hourly] };
    const means = await of({ metric: 'affluenceIn', ...days('2026-10-25', '2026-10-26'), ...mean });
    expect([means.get('1'), means.get('2')]).toEqual([12, 12]);
    const short = await of({ metric: 'affluenceIn', ...days('2026-03-29', '2026-03-30'), groupBy: [hourly] });
    expect([short.get('1'), short.has('2'), short.get('3'), short.size]).toEqual([12, false, 12, 23]);
  });

  test('the night after a late change of day is of the day before', async () => {
    const site = aShop(organization++, { changeOfDay: '05:00' });
    // 2026-06-01 is a Monday.
    const at = Date.parse('2026-06-01T02:00:00Z');
    await store(analytics(), site, [{ device: 21, metric: 'affluenceIn', at, value: 7 }]);
    const ask = createQuerier(analytics, [site], later);
    const answer = await ask({
      metric: 'affluenceIn',
      ...days('2026-05-31', '2026-06-02'),
      groupBy: [weekday, hourly],
    });
    const known = getPairs(answer).flatMap((one) => {
      const [day, hours] = one as [string, [string, unknown][]];
      return hours.flatMap(([label, value]) => (value === 7 ? [`${day} ${label}`] : []));
    });
    expect(known).toEqual(['SUNDAY 2']);
  });

  test('a gap on one of the days makes the hour partial and is listed', async () => {
    const site = aShop(organization++);
    const start = Date.parse('2026-05-04T00:00Z');
    const readings = steadyReadings(21, 'affluenceIn', start, start + 48 * hour, 2);
    const isLost = (at: number) => at >= start + 10 * hour && at < start + 11 * hour;
    await store(
      analytics(),
      site,
      readings.filter(({ at }) => !isLost(at)),
    );
    const ask = createQuerier(analytics, [site], later);
    const answer = await ask({
      metric: 'affluenceIn',
      aggregation: 'AVERAGE',
      ...days('2026-05-04', '2026-05-06'),
      groupBy: [hourly],
    });
    if (!answer.ok) throw new Error(answer.error.message);
    expect(answer.value.data.slice(9, 12)).toEqual([
      { label: '9', value: 24 },
      { label: '10', value: 24, partial: true },
      { label: '11', value: 24 },
    ]);
    expect(answer.value.coverage.silent).toContainEqual({
      deviceId: 21,
      name: 'Pad 21',
      from: start + 10 * hour,
      to: start + 11 * hour,
    });
  });

  test('sensors that report every three hours yield three-hour groups, and daily ones none', async () => {
    const site = (interval: number) => aShop(organization, { devices: [aPad(21, 11, { interval })] });
    const at = Date.parse('2026-05-04T03:00Z');
    const seen = { device: 21, metric: 'affluenceIn', at, value: 5, interval: 10_800 };
    await store(analytics(), site(10_800), [seen]);
    const raw = { metric: 'affluenceIn', ...days('2026-05-04', '2026-05-05'), groupBy: [hourly] };
    const answer = await createQuerier(analytics, [site(10_800)], later)(raw);
    expect(answer.ok && [answer.value.granularity, answer.value.data[1]]).toEqual([10_800, { label: '3', value: 5 }]);
    // The readings decide, not the declared interval. A sensor without readings counts by its declaration.
    const declared = await createQuerier(analytics, [site(300)], later)(raw);
    expect(declared.ok && declared.value.granularity).toBe(10_800);
    const silent = await createQuerier(analytics, [site(300)], later)({ ...raw, ...days('2026-05-05', '2026-05-06') });
    expect(silent.ok && silent.value.granularity).toBe(3600);
    await store(analytics(), site(300), [{ ...seen, value: 0, interval: 86_400 }]);
    expect(await createQuerier(analytics, [site(300)], later)(raw)).toMatchObject({
      ok: false,
      error: {
        field: 'groupBy',
        message: 'affluenceIn by HOURLY makes no sense here: its sensors report once a day at most.',
        reason: { id: 'rare', values: { metric: 'affluenceIn', period: 'HOURLY' } },
      },
    });
    organization += 1;
  });
});

/** Four weeks across the clock change, with ever-changing traffic and hours without data. */
const ranges = [{ from: '2026-03-09' as LocalDate, to: '2026-04-06' as LocalDate }];
const hall: Topology = aSite(organization++, {
  changeOfDay: '02:30',
  zones: [aZone(1, { limit: 20, area: 80 })],
  passages: [aDoor(11, null, 1), aPassage(12, [], { footfallOf: 1 as never })],
  devices: [...[21, 22].map((id) => aPad(id, id - 10, { interval: 900 })), anAirSensor(61, 1, { interval: 900 })],
});

function unevenTraffic(): TestReading[] {
  const random = new Random(7);
  const [from, to] = [startOfSiteDay(hall, '2026-03-08'), startOfSiteDay(hall, '2026-04-07')];
  const readings: TestReading[] = [];
  let silentUntil = 0;
  for (let at = from; at < to; at += quarter) {
    if (random.chance(0.01)) silentUntil = at + random.below(30) * quarter;
    const sent = (device: number, metric: string, value: number) =>
      readings.push({ device, metric, at, value, interval: 900 });
    const busy = 1 + random.below(9) * random.below(9);
    if (at >= silentUntil) sent(21, 'affluenceIn', random.below(busy));
    if (at >= silentUntil) sent(21, 'affluenceOut', random.below(busy));
    if (!random.chance(0.03)) sent(22, 'affluenceIn', busy + random.below(60));
    if (!random.chance(0.1)) readings.push({ device: 61, metric: 'co2', at, value: 400 + 9 * busy, interval: 0 });
  }
  return readings;
}

const asked: readonly Omit<RawQuery, 'filters'>[] = [
  { metric: 'footfallCaptureRate' },
  { metric: 'affluenceIn', aggregation: 'SUM' },
  { metric: 'affluenceIn', aggregation: 'AVERAGE' },
  { metric: 'affluenceIn', aggregation: 'P95' },
  { metric: 'inside' },
  { metric: 'occupancy' },
  { metric: 'co2' },
  { metric: 'density', aggregation: 'MAX' },
];
const layouts: readonly (readonly RawGroupBy[])[] = [[weekday, hourly], [hourly]];

describe('a cell of weekday by hour over four weeks', () => {
  let rollups: Rollups;
  const answer = (queries: readonly RawQuery[]) =>
    createAnswerQueries({
      analytics: analytics(),
      sites: { topologies: async () => [hall] },
      ...plainFacts,
      clock: aClock(later),
      ledger: rollups.ledger,
    })(scopeOf(hall.organizationId), queries.map(parseValidQuery));

  beforeAll(async () => {
    rollups = rollupsKeeping(hall, () => null);
    const readings = unevenTraffic();
    const { organizationId, installationId } = hall;
    const end = await rollups.ledger.writing(
      listSiteDays(readings.map(({ at }) => ({ organization: organizationId, installation: installationId, at }))),
    );
    await store(analytics(), hall, readings);
    end();
    await rollups.rollAll(organizationId, later);
  });

  test.each(asked)('$metric $aggregation is what its explanation says', async (question) => {
    for (const groupBy of layouts) {
      const raw = { ...question, ...days('2026-03-09', '2026-04-06'), groupBy };
      const [grid] = await answer([raw]);
      if (!grid?.ok) throw new Error(JSON.stringify(grid));
      const cells = leaves(grid.value.data, groupBy);
      expect(cells.length).toBe(groupBy.length === 1 ? 24 : 168);
      const explained = cells.map(({ groups }) =>
        buildExplainedQuery(raw, groups, findSourceHours(groups, hall, ranges) ?? []),
      );
      const told = await answer(explained.map((query) => query ?? raw));
      const values = told.map((one) => (one.ok ? one.value.data[0] : one.error));
      for (const [index, { value }] of cells.entries())
        expect(shown(values[index] as LabelledValue), JSON.stringify(explained[index])).toBe(shown(value));
      // Proves that the test can fail: the cells differ, and some hours are incomplete.
      expect(new Set(cells.map(({ value }) => shown(value))).size).toBeGreaterThan(15);
    }
  });

  test('a rate is the ratio of sums, which is no mean of the rates of its hours', async () => {
    const period = days('2026-03-09', '2026-04-06');
    const [rates, byHour] = await answer([
      { metric: 'footfallCaptureRate', ...period, groupBy: [weekday, hourly] },
      { metric: 'footfallCaptureRate', ...period, groupBy: [{ type: 'DATE', granularity: 3600 }] },
    ]);
    if (!rates?.ok || !byHour?.ok) throw new Error('refused');
    const monday = leaves(rates.value.data, [weekday, hourly]).find(
      ({ groups }) => groups.map(({ label }) => label).join() === 'MONDAY,9',
    );
    const single = byHour.value.data.flatMap(({ label, value }) =>
      /2026-(03-(09|16|23|30))T09/.test(label) && typeof value === 'number' ? [value] : [],
    );
    expect(single.length).toBeGreaterThan(2);
    const mean = single.reduce((sum, value) => sum + value, 0) / single.length;
    expect(Math.abs((monday?.value.value as number) - mean)).toBeGreaterThan(0.01);
  });
});

test('a year by weekday and hour is answered from rollups: the readings may be gone', async () => {
  const site = aShop(organization++);
  const from = Date.parse('2025-01-01T00:00Z');
  const random = new Random(3);
  const readings = Array.from({ length: 365 * 24 }, (_, index) => from + index * hour).flatMap((at) =>
    [21, 22].map((device) => ({ device, metric: 'affluenceIn', at, value: random.below(40), interval: 3600 })),
  );
  const { organizationId, installationId } = site;
  let kept: number | null = null;
  const rollups = rollupsKeeping(site, () => kept);
  const places = readings.map(({ at }) => ({ organization: organizationId, installation: installationId, at }));
  const end = await rollups.ledger.writing(listSiteDays(places));
  await store(analytics(), site, readings);
  end();
  const ask = createQuerier(analytics, [site], later, { ledger: rollups.ledger });
  const questions = [
    { metric: 'affluenceIn', ...days('2025-01-01', '2026-01-01'), groupBy: [weekday, hourly] },
    { metric: 'footfallCaptureRate', ...days('2025-01-01', '2026-01-01'), groupBy: [weekday, hourly] },
  ];
  const fresh = await Promise.all(questions.map((one) => ask(one)));
  await rollups.rollAll(organizationId, later);
  kept = 30;
  expect(await rollups.forgetDue()).toEqual([organizationId]);
  for (const [index, question] of questions.entries()) {
    const rolled = await ask(question);
    expect(getPairs(rolled)).toEqual(getPairs(fresh[index] as typeof rolled));
    expect(getPairs(rolled)).toHaveLength(7);
  }
});

/** Creates rollups of a site that retains readings for some days; null retains all. */
function rollupsKeeping({ organizationId }: Topology, keeps: () => number | null): Rollups {
  return createRollups({
    analytics: analytics(),
    clock: aClock(later),
    logError: (message, error) => {
      throw new Error(message, { cause: error });
    },
    isIngesting: () => false,
    retentions: async () => {
      const days = keeps();
      return days === null ? [] : [{ organizationId, days }];
    },
  });
}

interface Cell {
  readonly groups: readonly { readonly type: string; readonly label: string; readonly zoneId: null }[];
  readonly value: LabelledValue;
}

/** Returns the numbers of an answer with their groups as screens name them. */
function leaves(values: readonly LabelledValue[], [group, ...inner]: readonly RawGroupBy[]): Cell[] {
  const type = discontinuousPeriods.find((period) => period === group?.period) ?? '';
  return values.flatMap((value) => {
    const own = { type, label: value.label, zoneId: null };
    if (inner.length === 0) return [{ groups: [own], value }];
    return leaves(value.value as readonly LabelledValue[], inner).map((cell) => ({
      ...cell,
      groups: [own, ...cell.groups],
    }));
  });
}

function shown(value: LabelledValue | undefined): string {
  const number = typeof value?.value === 'number' ? Number(value.value.toPrecision(9)) : (value?.state ?? 'nothing');
  return `${number}${value?.partial === true ? ' partial' : ''}`;
}
