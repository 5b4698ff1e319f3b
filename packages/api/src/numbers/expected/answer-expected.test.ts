import { addDays, type LocalDate, startOfSiteDay, toSiteDay } from '@atrium/domain/core';
import type { ExpectedPoint, LabelledValue, RawQuery } from '@atrium/domain/numbers';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createAnswerQueries } from '../planner/answer-queries.ts';
import { during, parseValidQuery, plainFacts, scopeOf } from '../testing/ask.ts';
import { store } from '../testing/store.ts';
import { createExpectedAnswers } from './answer-expected.ts';

const stores = useTestStores();
const hour = 3_600_000;
const today = '2026-09-16' as LocalDate;
const organization = 771_001;

const sites = [1, 2, 3, 4, 5, 6].map((id) =>
  aSite(organization, {
    installationId: id as never,
    zones: [aZone(10 * id, { name: 'Shop' }), aZone(10 * id + 5, { name: 'Shop' })],
    passages: [aDoor(10 * id + 1, null, 10 * id)],
    devices: [aPad(10 * id + 3, 10 * id + 1, { interval: id >= 5 ? 900 : 3600 })],
    closedDates: id === 2 ? [addDays(today, -3)] : [],
  }),
);
const now = startOfSiteDay(sites[0] as (typeof sites)[0], today) + 12.5 * hour;

async function ask(raw: RawQuery, viewed: readonly number[] | null = null): Promise<readonly LabelledValue[]> {
  return (await answerTo(raw, viewed)).data;
}

async function answerTo(raw: RawQuery, viewed: readonly number[] | null = null) {
  const deps = { ...plainFacts, sites: { topologies: async () => sites }, clock: aClock(now) };
  const answerQueries = createExpectedAnswers({
    ...deps,
    events: async () => new Map([[1, [{ name: 'Fair', first: addDays(today, -2), last: addDays(today, -2) }]]]),
    findHolidays: async () => new Map(),
  })(createAnswerQueries({ ...deps, analytics: stores.analytics }));
  const [answer] = await answerQueries(scopeOf(organization, viewed), [
    parseValidQuery({ compare: 'EXPECTED', ...raw }),
  ]);
  if (answer === undefined || !answer.ok) throw new Error(JSON.stringify(answer));
  return answer.value;
}

const site = (...ids: number[]) => ({ criterion: 'INSTALLATIONS', values: ids.map(String) });
const on = (date: LocalDate, ...more: ReturnType<typeof site>[]) => ({
  filters: { conditions: [during(`${date}/${addDays(date, 1)}`), ...more] },
});
const byHour = { groupBy: [{ type: 'DATE', granularity: 3600 }] };
const reasonOf = (rows: readonly LabelledValue[]) => (rows[0]?.expected as ExpectedPoint | undefined)?.reason;

describe('queries that compare with EXPECTED', () => {
  beforeAll(async () => {
    // Readings of each hour: how many, for how many days. The last site was silent from three to six today.
    const counted = [
      [10, 120],
      [20, 60],
      [5, 20],
      [10, 120],
    ] as const;
    const silentFrom = startOfSiteDay(sites[3] as (typeof sites)[0], today) + 3 * hour;
    for (const [index, [value, days]] of counted.entries()) {
      const own = sites[index] as (typeof sites)[0];
      const readings = [];
      for (let at = startOfSiteDay(own, addDays(today, -days)); at + hour <= now; at += hour)
        if (index !== 3 || at < silentFrom || at >= silentFrom + 3 * hour)
          readings.push({ device: 10 * index + 13, metric: 'affluenceIn', at, value, interval: 3600 });
      await store(stores.analytics, own, readings);
    }
    // The last two open at noon, half an hour ago. The sixth was silent from three to six today.
    for (const last of sites.slice(4)) {
      const id = last.installationId as number;
      const quarters = [];
      for (let at = startOfSiteDay(last, addDays(today, -120)); at + hour / 4 <= now; at += hour / 4) {
        const isOpen = at >= startOfSiteDay(last, toSiteDay(last, at)) + 12 * hour;
        if (id === 5 || at < silentFrom || at >= silentFrom + 3 * hour)
          quarters.push({ device: 10 * id + 3, metric: 'affluenceIn', at, value: isOpen ? 7 : 0, interval: 900 });
      }
      await store(stores.analytics, last, quarters);
    }
  });

  test('get the range of each hour, also of those to come', async () => {
    const rows = await ask({ metric: 'affluenceIn', ...on(today, site(1)), ...byHour });
    expect(rows).toHaveLength(24);
    for (const row of rows)
      expect(row.expected).toEqual({
        value: 10,
        lower: 10,
        upper: 10,
        // Three hours of 28 days, without the day of the event.
        warranty: { held: 81, of: 81 },
        reason: null,
      });
  });

  test('get the expected part of a running day, up to the last reading', async () => {
    const [row] = await ask({ metric: 'affluenceIn', ...on(today, site(1)) });
    expect([row?.value, row?.expected?.value]).toEqual([120, 120]);
    const [whole] = await ask({ metric: 'affluenceIn', ...on(addDays(today, -1), site(1)) });
    expect(whole?.expected?.value).toBe(240);
  });

  test('of several sites get the sum of what is expected of each', async () => {
    const { data, comparison } = await answerTo({ metric: 'affluenceIn', ...on(today, site(1, 2)) });
    const [row] = data;
    expect([row?.value, row?.expected?.value, row?.expected?.reason]).toEqual([360, 360, null]);
    expect(comparison).toEqual([{ label: row?.label, value: 360 }]);
  });

  test('of several sites leave out one without an expected value', async () => {
    const { data, comparison, evolution } = await answerTo({ metric: 'affluenceIn', ...on(today, site(1, 3)) });
    // Twelve whole hours of the first site.
    expect([data[0]?.value, data[0]?.expected?.value]).toEqual([180, 120]);
    expect([comparison?.[0]?.value, evolution?.[0]?.value]).toEqual([120, 0]);
  });

  test('are compared with the mean of the same weekdays where too few sites have an expected value', async () => {
    const { data, comparison } = await answerTo({ metric: 'affluenceIn', ...on(addDays(today, -30), site(1, 2)) });
    const mean = { value: 720, days: 4 };
    expect(data[0]?.expected).toEqual({ value: null, lower: null, upper: null, warranty: null, reason: 'gaps', mean });
    expect(comparison?.[0]?.value).toBe(720);
  });

  test('are compared with the mean of the same weekdays while the history is short', async () => {
    const { data, comparison } = await answerTo({ metric: 'affluenceIn', ...on(today, site(3)) });
    expect(data[0]?.expected).toMatchObject({ value: null, reason: 'history', mean: { value: 60, days: 2 } });
    expect(comparison?.[0]?.value).toBe(60);
    // One Wednesday is no mean.
    const [early] = await ask({ metric: 'affluenceIn', ...on(addDays(today, -8), site(3)) });
    expect(early?.expected?.mean).toBeUndefined();
  });

  test('are expected of the hours that are known', async () => {
    const { data, comparison, evolution } = await answerTo({ metric: 'affluenceIn', ...on(today, site(4)) });
    expect(data[0]).toMatchObject({ value: 90, expected: { value: 90, lower: 90, upper: 90 } });
    expect([comparison?.[0]?.value, evolution?.[0]?.value]).toEqual([90, 0]);
  });

  test('of a site that has just opened are compared with the mean if it was silent before', async () => {
    const { data, comparison, evolution } = await answerTo({ metric: 'affluenceIn', ...on(today, site(6)) });
    expect(data[0]).toMatchObject({
      value: 14,
      expected: { value: null, reason: 'gaps', mean: { value: 14, days: 4 } },
    });
    expect([comparison?.[0]?.value, evolution?.[0]?.value]).toEqual([14, 0]);
  });

  test('of several sites are each compared as if it were alone', async () => {
    const grouped = { metric: 'affluenceIn', groupBy: [{ type: 'INSTALLATION' }] };
    const together = await answerTo({ ...grouped, ...on(today, site(1, 2, 4, 5, 6)) });
    for (const [index, id] of [1, 2, 4, 5, 6].entries()) {
      const alone = await answerTo({ ...grouped, ...on(today, site(id)) });
      expect(together.data[index], `site ${id}`).toEqual(alone.data[0]);
      expect(together.comparison?.[index], `site ${id}`).toEqual(alone.comparison?.[0]);
      expect(together.evolution?.[index], `site ${id}`).toEqual(alone.evolution?.[0]);
    }
    expect(together.data.map(({ expected }) => expected?.value)).toEqual([120, 240, 90, 14, null]);
  });

  test('of several zones are each compared as if it were alone', async () => {
    const grouped = { metric: 'affluenceIn', groupBy: [{ type: 'ZONE_ID' }] };
    const zones = (...ids: number[]) => ({ criterion: 'ZONES', values: ids.map(String) });
    const together = await answerTo({ ...grouped, ...on(today, zones(10, 40, 50)) });
    for (const [index, id] of [10, 40, 50].entries()) {
      const alone = await answerTo({ ...grouped, ...on(today, zones(id)) });
      expect(together.data[index], `zone ${id}`).toEqual(alone.data[0]);
      expect(together.comparison?.[index], `zone ${id}`).toEqual(alone.comparison?.[0]);
    }
  });

  test('of one bar get what the chart has there, with the days behind it', async () => {
    const [from, to] = ['2026-09-16T09:00:00+02:00', '2026-09-16T10:00:00+02:00'];
    const [row] = await ask({
      metric: 'affluenceIn',
      filters: { conditions: [during(`${from}/${to}`), site(1)] },
    });
    expect(row).toMatchObject({ value: 10, expected: { value: 10, lower: 10, upper: 10 } });
    expect(row?.expected?.samples).toHaveLength(8);
    expect(row?.expected?.samples?.[0]).toEqual({ date: addDays(today, -7), value: 10, factor: 1 });
  });

  test('of a week are compared with the weeks before', async () => {
    const { comparison, comparisonTimes } = await answerTo({
      metric: 'affluenceIn',
      filters: { conditions: [during('2026-09-01/2026-09-08'), site(1)] },
    });
    expect([comparison?.[0]?.value, comparisonTimes]).toEqual([1680, 4]);
  });

  test('see nothing of sites outside their scope', async () => {
    const [row] = await ask({ metric: 'affluenceIn', ...on(today) }, [1]);
    expect([row?.value, row?.expected?.value]).toEqual([120, 120]);
  });

  test.each([
    ['of a closed day', { metric: 'affluenceIn', ...on(addDays(today, -3), site(2)) }, 'closed'],
    ['of an event', { metric: 'affluenceIn', ...on(addDays(today, -2), site(1)) }, 'event'],
    ['of a week', { metric: 'affluenceIn', filters: { conditions: [during('2026-09-01/2026-09-08')] } }, 'width'],
    [
      'by week',
      {
        metric: 'affluenceIn',
        filters: { conditions: [during('2026-08-03/2026-08-31')] },
        groupBy: [{ type: 'DATE', granularity: 604_800 }],
      },
      'width',
    ],
    ['by weekday', { metric: 'affluenceIn', ...on(today), groupBy: [{ type: 'DISCONTINUOUS_DATE' }] }, 'form'],
    ['of a status', { metric: 'deviceStatus', ...on(today) }, 'form'],
    [
      'before there is any history',
      { metric: 'affluenceIn', ...on(addDays(today, -110), site(1)), ...byHour },
      'history',
    ],
    ['of what was never measured', { metric: 'co2', ...on(today, site(1)), ...byHour }, 'history'],
    ['of what was always 0', { metric: 'affluenceOut', ...on(today, site(1)) }, 'gaps'],
    [
      'of places of the same name',
      {
        metric: 'affluenceIn',
        filters: {
          conditions: [during(`${today}/${addDays(today, 1)}`), { criterion: 'ZONES', values: ['10', '15'] }],
        },
        groupBy: [{ type: 'ZONE' }],
      },
      'form',
    ],
  ] as const)('state why there is no range %s', async (_, raw, reason) => {
    expect(reasonOf(await ask(raw as RawQuery))).toBe(reason);
  });

  test('name the event', async () => {
    const [row] = await ask({ metric: 'affluenceIn', ...on(addDays(today, -2), site(1)) });
    expect(row?.expected?.name).toBe('Fair');
  });
});
