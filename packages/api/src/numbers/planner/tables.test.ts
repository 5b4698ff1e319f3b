import { steadyReadings, type TestReading } from '@atrium/testkit/readings';
import { aDoor, aPad, aShop, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, zones } from '../testing/ask.ts';
import { store } from '../testing/store.ts';

const stores = useTestStores();
const analytics = () => stores.analytics;
const utc = (text: string) => Date.parse(`${text}Z`);
const later = utc('2027-01-01T00:00');
const hour = 3_600_000;
let organization = 700;

const byHour = { groupBy: [{ type: 'DATE', granularity: 3600 }] };
const day = (date: string, next: string) => ({ filters: { conditions: [during(`${date}/${next}`)] } });

describe('zones', () => {
  test('a corridor with two parents: from one parent into it enters the other parent and leaves none', async () => {
    const two = [2, 3] as never[];
    const site = aSite(organization++, {
      timezone: 'UTC',
      zones: [
        aZone(1),
        aZone(2, { parentIds: [1 as never] }),
        aZone(3, { parentIds: [1 as never] }),
        aZone(4, { parentIds: two }),
      ],
      passages: [aDoor(11, 2, 4)],
      devices: [aPad(21, 11)],
    });
    await store(analytics(), site, [
      { device: 21, metric: 'affluenceIn', at: utc('2026-05-04T10:00'), value: 5 },
      { device: 21, metric: 'affluenceOut', at: utc('2026-05-04T10:00'), value: 2 },
    ]);
    const ask = createQuerier(analytics, [site], later);
    const filters = { conditions: [during('2026-05-04T10:00:00Z/2026-05-04T10:05:00Z'), zones(1, 2, 3, 4)] };
    const all = { filters, groupBy: [{ type: 'ZONE_ID' }] };
    expect(getPairs(await ask({ metric: 'affluenceIn', ...all }))).toEqual([
      ['1', 'missing'],
      ['2', 'missing'],
      ['3', 5],
      ['4', 5],
    ]);
    expect(getPairs(await ask({ metric: 'affluenceOut', ...all }))).toEqual([
      ['1', 'missing'],
      ['2', 'missing'],
      ['3', 2],
      ['4', 2],
    ]);
  });

  test('several outermost zones of a site are one area: a door between two of them is inner', async () => {
    const mall = aSite(organization++, {
      timezone: 'UTC',
      zones: [aZone(1), aZone(2)],
      passages: [aDoor(11, null, 1), aDoor(12, null, 2), aDoor(13, 1, 2)],
      devices: [aPad(21, 11), aPad(22, 12), aPad(23, 13)],
    });
    const kiosk = aSite(mall.organizationId, {
      installationId: 2 as never,
      timezone: 'UTC',
      zones: [aZone(3)],
      passages: [aDoor(14, null, 3)],
      devices: [aPad(24, 14)],
    });
    const at = utc('2026-05-04T10:00');
    const came = (device: number, value: number) => ({ device, metric: 'affluenceIn', at, value });
    await store(analytics(), mall, [came(21, 500), came(22, 432), came(23, 300)]);
    await store(analytics(), kiosk, [came(24, 7)]);
    const ask = createQuerier(analytics, [mall, kiosk], later);
    const valuesBy = async (groupBy: readonly { readonly type: string }[], ...named: number[]) => {
      const conditions = [during('2026-05-04/2026-05-05'), ...(named.length === 0 ? [] : [zones(...named)])];
      return getPairs(await ask({ metric: 'affluenceIn', filters: { conditions }, groupBy }));
    };
    const bySite = [{ type: 'INSTALLATION' }];
    expect(await valuesBy(bySite, 1, 2, 3)).toEqual([
      ['1', 932],
      ['2', 7],
    ]);
    expect(await valuesBy(bySite)).toEqual(await valuesBy(bySite, 1, 2, 3));
    expect(await valuesBy([])).toEqual([['all', 939]]);
    expect(await valuesBy([{ type: 'ZONE_ID' }])).toEqual([
      ['1', 500],
      ['2', 732],
      ['3', 7],
    ]);
  });

  test('zones of the same name stay two', async () => {
    const site = aSite(organization++, {
      timezone: 'UTC',
      zones: [aZone(1, { name: 'Room' }), aZone(2, { name: 'Room' })],
      passages: [aDoor(11, null, 1), aDoor(12, null, 2)],
      devices: [aPad(21, 11), aPad(22, 12)],
    });
    const at = utc('2026-05-04T10:00');
    await store(analytics(), site, [
      { device: 21, metric: 'affluenceIn', at, value: 5 },
      { device: 22, metric: 'affluenceIn', at, value: 7 },
    ]);
    const ask = createQuerier(analytics, [site], later);
    const asked = { metric: 'affluenceIn', ...day('2026-05-04', '2026-05-05') };
    expect(getPairs(await ask({ ...asked, groupBy: [{ type: 'ZONE' }] }))).toEqual([
      ['Room', 5],
      ['Room', 7],
    ]);
    expect(
      getPairs(
        await ask({ ...asked, groupBy: [{ type: 'ZONE' }], sortBy: { type: 'VALUE', order: 'DESC' }, limit: 1 }),
      ),
    ).toEqual([['Room', 7]]);
    expect(getPairs(await ask({ ...asked, aggregation: 'PERCENTAGE', groupBy: [{ type: 'PASSAGE' }] }))).toEqual([
      ['Passage 11', (5 / 12) * 100],
      ['Passage 12', (7 / 12) * 100],
    ]);
    expect(getPairs(await ask({ ...asked, target: 'DEVICE', groupBy: [{ type: 'DEVICE' }] }))).toEqual([
      ['Pad 21', 5],
      ['Pad 22', 7],
    ]);
    expect(getPairs(await ask({ ...asked, target: 'PASSAGE' }))).toEqual([['all', 12]]);
  });
});

describe('time', () => {
  test('a spring day has 23 hours, an autumn day 25, and hours add up to days', async () => {
    const site = aShop(organization++, { timezone: 'Europe/Zurich' });
    await store(
      analytics(),
      site,
      steadyReadings(21, 'affluenceIn', utc('2026-03-28T00:00'), utc('2026-03-30T23:00'), 1),
    );
    await store(
      analytics(),
      site,
      steadyReadings(21, 'affluenceIn', utc('2026-10-24T00:00'), utc('2026-10-27T00:00'), 1),
    );
    const ask = createQuerier(analytics, [site], later);
    const spring = getPairs(await ask({ metric: 'affluenceIn', ...day('2026-03-29', '2026-03-30'), ...byHour }));
    expect(spring).toHaveLength(23);
    expect(spring[2]).toEqual(['2026-03-29T03:00:00+02:00', 12]);
    const autumn = getPairs(await ask({ metric: 'affluenceIn', ...day('2026-10-25', '2026-10-26'), ...byHour }));
    expect(autumn).toHaveLength(25);
    expect(autumn.slice(2, 4)).toEqual([
      ['2026-10-25T02:00:00+02:00', 12],
      ['2026-10-25T02:00:00+01:00', 12],
    ]);
    const byDay = { groupBy: [{ type: 'DATE', granularity: 86_400 }] };
    expect(getPairs(await ask({ metric: 'affluenceIn', ...day('2026-10-25', '2026-10-26'), ...byDay }))).toEqual([
      ['2026-10-25T00:00:00+02:00', 300],
    ]);
  });

  test('finer than the sensors report is coarsened, and said', async () => {
    const ask = createQuerier(analytics, [aShop(organization++)], later);
    const answer = await ask({
      metric: 'affluenceIn',
      ...day('2026-05-04', '2026-05-05'),
      groupBy: [{ type: 'DATE', granularity: 60 }],
    });
    expect(answer.ok && [answer.value.granularity, answer.value.data.length]).toEqual([300, 288]);
  });

  test('hours nest in days, days in zones', async () => {
    const site = aShop(organization++);
    await store(
      analytics(),
      site,
      steadyReadings(21, 'affluenceIn', utc('2026-05-04T00:00'), utc('2026-05-06T00:00'), 1),
    );
    const ask = createQuerier(analytics, [site], later);
    const answer = getPairs(
      await ask({
        metric: 'affluenceIn',
        ...day('2026-05-04', '2026-05-06'),
        groupBy: [{ type: 'ZONE' }, { type: 'DATE', granularity: 86_400 }, { type: 'DATE', granularity: 21_600 }],
      }),
    ) as [string, [string, [string, number][]][]][];
    expect(answer[0]?.[1].map(([label, parts]) => [label, parts.length, parts[3]])).toEqual([
      ['2026-05-04T00:00:00+00:00', 4, ['2026-05-04T18:00:00+00:00', 72]],
      ['2026-05-05T00:00:00+00:00', 4, ['2026-05-05T18:00:00+00:00', 72]],
    ]);
  });

  test('sites of different timezones align by what their clocks show', async () => {
    const zurich = aShop(organization++, { timezone: 'Europe/Zurich' });
    const other = {
      installationId: 2 as never,
      zones: [aZone(5)],
      passages: [aDoor(15, null, 5)],
      devices: [aPad(25, 15)],
    };
    const tokyo = aSite(zurich.organizationId, { ...other, timezone: 'Asia/Tokyo' });
    await store(analytics(), zurich, [{ device: 21, metric: 'affluenceIn', at: utc('2026-05-04T08:00'), value: 3 }]);
    await store(analytics(), tokyo, [{ device: 25, metric: 'affluenceIn', at: utc('2026-05-04T01:00'), value: 4 }]);
    const ask = createQuerier(analytics, [zurich, tokyo], later);
    const answer = getPairs(await ask({ metric: 'affluenceIn', ...day('2026-05-04', '2026-05-05'), ...byHour }));
    expect(answer).toHaveLength(24);
    expect(answer[10]).toEqual(['2026-05-04T10:00:00', 7]);
  });

  test('days of sites that change at different hours align by their date', async () => {
    const early = aShop(organization++);
    const late = aSite(early.organizationId, {
      installationId: 2 as never,
      timezone: 'UTC',
      changeOfDay: '04:00',
      zones: [aZone(5)],
      passages: [aDoor(15, null, 5)],
      devices: [aPad(25, 15)],
    });
    await store(analytics(), early, [{ device: 21, metric: 'affluenceIn', at: utc('2026-05-04T02:00'), value: 3 }]);
    await store(analytics(), late, [{ device: 25, metric: 'affluenceIn', at: utc('2026-05-05T02:00'), value: 4 }]);
    const ask = createQuerier(analytics, [early, late], later);
    const byDay = { groupBy: [{ type: 'DATE', granularity: 86_400 }] };
    expect(getPairs(await ask({ metric: 'affluenceIn', ...day('2026-05-04', '2026-05-06'), ...byDay }))).toEqual([
      ['2026-05-04T00:00:00', 7],
      ['2026-05-05T00:00:00', 'missing'],
    ]);
  });

  test('only the asked weekdays and hours count; an hour outside them is closed', async () => {
    const site = aShop(organization++);
    await store(
      analytics(),
      site,
      steadyReadings(21, 'affluenceIn', utc('2026-05-04T00:00'), utc('2026-05-06T00:00'), 1),
    );
    const ask = createQuerier(analytics, [site], later);
    const hours = { from: '08:30', to: '10:00' };
    const conditions = [during('2026-05-04/2026-05-06'), { criterion: 'DAY', values: ['2'] }];
    const answer = getPairs(await ask({ metric: 'affluenceIn', filters: { conditions }, hours, ...byHour }));
    expect(answer.slice(7, 11)).toEqual([
      ['2026-05-05T07:00:00+00:00', 'closed'],
      ['2026-05-05T08:00:00+00:00', 6],
      ['2026-05-05T09:00:00+00:00', 12],
      ['2026-05-05T10:00:00+00:00', 'closed'],
    ]);
    expect(getPairs(await ask({ metric: 'affluenceIn', filters: { conditions }, hours }))).toEqual([['all', 18]]);
  });
});

describe('missing is not zero', () => {
  test('an hour without visitors is 0, one without readings is missing, one not over yet is partial', async () => {
    const site = aShop(organization++);
    const start = utc('2026-05-04T00:00');
    await store(analytics(), site, [
      ...steadyReadings(21, 'affluenceIn', start, start + hour, 0),
      ...steadyReadings(21, 'affluenceIn', start + 2 * hour, start + 3.5 * hour, 1),
    ]);
    const ask = createQuerier(analytics, [site], start + 3.5 * hour + 60_000);
    const answer = await ask({ metric: 'affluenceIn', ...byHour, filters: { conditions: [zones(1)] } });
    if (!answer.ok) throw new Error(answer.error.message);
    expect(answer.value.data.slice(0, 5)).toEqual([
      { label: '2026-05-04T00:00:00+00:00', value: 0 },
      { label: '2026-05-04T01:00:00+00:00', value: null, state: 'missing' },
      { label: '2026-05-04T02:00:00+00:00', value: 12 },
      { label: '2026-05-04T03:00:00+00:00', value: 6, partial: true },
      { label: '2026-05-04T04:00:00+00:00', value: null, state: 'missing' },
    ]);
    // Three and a half hours were expected, and one of them is missing.
    expect(answer.value.coverage.ratio).toBeCloseTo(2.5 / 3.5, 12);
    expect(answer.value.coverage.silent).toEqual([
      { deviceId: 21, name: 'Pad 21', from: start + hour, to: start + 2 * hour },
    ]);
  });

  test('a counter that omits empty intervals counts 0 until it is quiet for longer than an hour', async () => {
    const site = aShop(organization++, { devices: [aPad(21, 11, { reportsZero: false })] });
    const start = utc('2026-05-04T00:00');
    await store(
      analytics(),
      site,
      [0, 40, 60, 300, 320, 360].map((minutes) => ({
        device: 21,
        metric: 'affluenceIn',
        at: start + minutes * 60_000,
        value: 1,
      })),
    );
    const ask = createQuerier(analytics, [site], later);
    const answer = getPairs(await ask({ metric: 'affluenceIn', ...day('2026-05-04', '2026-05-05'), ...byHour }));
    expect(answer.slice(0, 8).map((pair) => (pair as unknown[])[1])).toEqual([
      2,
      1,
      'missing',
      'missing',
      'missing',
      2,
      1,
      'missing',
    ]);
  });
});

describe('inside', () => {
  test('never below zero, weighted by time, anew each day', async () => {
    const site = aShop(organization++);
    const start = utc('2026-05-04T00:00');
    const counts = (minutes: number, came: number, left: number): TestReading[] => [
      { device: 21, metric: 'affluenceIn', at: start + minutes * 60_000, value: came },
      { device: 21, metric: 'affluenceOut', at: start + minutes * 60_000, value: left },
    ];
    await store(analytics(), site, steadyReadings(21, 'affluenceIn', start, start + 26 * hour, 0));
    // Two leave before anyone entered: the lowest balance moves, so the four who enter later count as four.
    await store(analytics(), site, [...counts(60, 0, 2), ...counts(120, 4, 0), ...counts(150, 0, 1)]);
    const ask = createQuerier(analytics, [site], later);
    const asked = { metric: 'inside', ...day('2026-05-04', '2026-05-05'), ...byHour };
    const values = async (aggregation: string) =>
      getPairs(await ask({ ...asked, aggregation }))
        .slice(0, 5)
        .map((pair) => (pair as unknown[])[1]);
    expect(await values('AVERAGE')).toEqual([0, 0, 3.5, 3, 3]);
    expect(await values('MAX')).toEqual([0, 0, 4, 3, 3]);
    expect(await values('MIN')).toEqual([0, 0, 3, 3, 3]);
    expect(await values('FIRST')).toEqual([0, 0, 4, 3, 3]);
    expect(await values('LAST')).toEqual([0, 0, 3, 3, 3]);
    expect(getPairs(await ask({ metric: 'inside', ...day('2026-05-05', '2026-05-06'), aggregation: 'MAX' }))).toEqual([
      ['all', 0],
    ]);
    expect(getPairs(await ask({ ...asked, metric: 'occupancy' })).slice(2, 4)).toEqual([
      ['2026-05-04T02:00:00+00:00', 17.5],
      ['2026-05-04T03:00:00+00:00', 15],
    ]);
    expect(getPairs(await ask({ metric: 'limit', ...day('2026-05-04', '2026-05-05') }))).toEqual([['all', 20]]);
  });

  test('carried over one lost packet, missing in a longer silence, not projected past now', async () => {
    const site = aShop(organization++);
    const start = utc('2026-05-04T00:00');
    const readings = steadyReadings(21, 'affluenceIn', start, start + 4 * hour, 1).filter(
      ({ at }) => at !== start + 300_000 && !(at >= start + hour && at < start + 2 * hour),
    );
    await store(analytics(), site, readings);
    const ask = createQuerier(analytics, [site], start + 4 * hour);
    const answer = getPairs(await ask({ metric: 'inside', aggregation: 'LAST', ...byHour })).slice(0, 5);
    expect(answer.map((pair) => (pair as unknown[])[1])).toEqual([11, 'missing', 23, 35, 'missing']);
  });
});
