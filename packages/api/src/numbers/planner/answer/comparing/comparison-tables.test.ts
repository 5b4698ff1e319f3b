import type { Instant } from '@atrium/domain/core';
import type { TestReading } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import { createRollups, type Rollups } from '../../../rollups/rollups.ts';
import { listSiteDays } from '../../../rollups/site-days.ts';
import { createQuerier, during, toPairs } from '../../../testing/ask.ts';
import { store } from '../../../testing/store.ts';

const stores = useTestStores();
const instant = (text: string): Instant => Date.parse(text);
const day = 86_400_000;
const step = 300_000;
let organization = 780;

/** Readings every five minutes between two times, all with the same value. */
type Stretch = readonly [from: string, to: string, value: number];

function steady(stretches: readonly Stretch[]): TestReading[] {
  return stretches.flatMap(([from, to, value]) => {
    const count = (instant(to) - instant(from)) / step;
    return Array.from({ length: count }, (_, index) => ({
      device: 21,
      metric: 'affluenceIn',
      at: instant(from) + index * step,
      value,
    }));
  });
}

const longAfter = instant('2030-01-01T00:00Z');
let made: Rollups | null = null;
/** Created lazily, once the stores exist. */
const rollups = (): Rollups => {
  made ??= createRollups({
    analytics: stores.analytics,
    clock: aClock(longAfter),
    logError: (message, error) => {
      throw new Error(message, { cause: error });
    },
    isIngesting: () => false,
  });
  return made;
};

/** Returns data, comparison and evolution; readings and rollups must agree. */
async function compared(
  timezone: string,
  now: string,
  stretches: readonly Stretch[],
  asked: object,
  ofSecondDoor: readonly TestReading[] = [],
) {
  const site = aSite(organization++, {
    timezone,
    zones: [aZone(1)],
    passages: [aDoor(11, null, 1), aDoor(12, null, 1)],
    devices: [aPad(21, 11), ...(ofSecondDoor.length > 0 ? [aPad(22, 12)] : [])],
  });
  const readings = [...steady(stretches), ...ofSecondDoor];
  const place = { organization: site.organizationId, installation: site.installationId };
  const written = await rollups().ledger.writing(listSiteDays(readings.map(({ at }) => ({ ...place, at }))));
  await store(stores.analytics, site, readings);
  written();
  await rollups().rollAll(site.organizationId, longAfter);
  const [fromReadings, fromRollups] = await Promise.all(
    [{}, { ledger: rollups().ledger }].map(async (known) => {
      const ask = createQuerier(() => stores.analytics, [site], instant(now), known);
      const answer = await ask({ metric: 'affluenceIn', ...asked });
      if (!answer.ok) throw new Error(answer.error.message);
      const { data, comparison, evolution } = answer.value;
      return [data, comparison ?? [], evolution ?? []].map(toPairs) as [string, number | string][][];
    }),
  );
  expect(fromRollups).toEqual(fromReadings);
  return fromRollups as [string, number | string][][];
}

const on = (date: string) => {
  const next = new Date(Date.parse(date) + day).toISOString().slice(0, 10);
  return { filters: { conditions: [during(`${date}/${next}`)] } };
};
const byHour = { groupBy: [{ type: 'DATE', granularity: 3600 }] };

/** Friday the 15th until 10:20, a full Thursday, and the full Fridays of the four weeks before. */
const friday: readonly Stretch[] = [
  ['2026-05-15T00:00Z', '2026-05-15T10:20Z', 2],
  ['2026-05-14T00:00Z', '2026-05-15T00:00Z', 3],
  ['2026-05-08T00:00Z', '2026-05-09T00:00Z', 1],
  ['2026-05-01T00:00Z', '2026-05-02T00:00Z', 3],
  ['2026-04-24T00:00Z', '2026-04-25T00:00Z', 5],
  ['2026-04-17T00:00Z', '2026-04-18T00:00Z', 7],
  ['2025-05-16T00:00Z', '2025-05-17T00:00Z', 8],
];
/** Number of readings until 10:20. */
const sofar = 124;

describe('a day in progress is compared up to the same time', () => {
  test.each([
    ['PREVIOUS', 3],
    ['PREVIOUS_WEEKS', 1],
    ['USUAL', 4],
    ['YEAR', 8],
  ])('%s', async (compare, value) => {
    const [data, comparison, evolution] = await compared('UTC', '2026-05-15T10:20Z', friday, {
      compare,
      ...on('2026-05-15'),
    });
    expect([data, comparison]).toEqual([[['all', 2 * sofar]], [['all', value * sofar]]]);
    expect(evolution?.[0]?.[1]).toBeCloseTo((2 / value - 1) * 100, 10);
  });

  test('the running hour by what there was of it, the hours to come not at all', async () => {
    const [data, comparison] = await compared('UTC', '2026-05-15T10:20Z', friday, {
      compare: 'PREVIOUS_WEEKS',
      ...on('2026-05-15'),
      ...byHour,
    });
    expect(data?.slice(9, 12).map(([, value]) => value)).toEqual([24, 8, 'missing']);
    expect(comparison?.slice(9, 12).map(([, value]) => value)).toEqual([12, 4, 'missing']);
  });
});

describe('people inside are compared as of the last reading, however long it holds', () => {
  /** One more entry every five minutes; on the current day the last reading ends at 10:20. */
  const growing = (now: string) =>
    compared('UTC', now, friday, {
      metric: 'inside',
      aggregation: 'LAST',
      compare: 'PREVIOUS_WEEKS',
      ...on('2026-05-15'),
    });

  test.each(['2026-05-15T10:20Z', '2026-05-15T10:22Z', '2026-05-15T10:29Z'])('at %s', async (now) => {
    const [data, comparison, evolution] = await growing(now);
    expect([data, comparison]).toEqual([[['all', 2 * sofar]], [['all', sofar]]]);
    expect(evolution).toEqual([['all', 100]]);
  });
});

describe('a reading that reaches across the end of the compared time counts in part', () => {
  const hourly = (date: string, value: number, hours: number): TestReading[] =>
    Array.from({ length: hours }, (_, hour) => ({
      device: 22,
      metric: 'affluenceIn',
      at: instant(`${date}T00:00Z`) + hour * 3_600_000,
      value,
      interval: 3600,
    }));

  const split = (readings: readonly TestReading[]): TestReading[] =>
    readings.flatMap((reading) => [
      { ...reading, value: reading.value / 3, descriptors: 'gender=female' },
      { ...reading, value: (reading.value * 2) / 3, descriptors: 'gender=male' },
    ]);
  const [now, then] = [hourly('2026-05-15', 6, 11), hourly('2026-05-08', 12, 24)];

  test.each([
    ['beside a door that tells each five', [...now, ...then]],
    ['told by gender', [...split(now), ...split(then)]],
    ['told as a total and by gender, which are alternatives', [...now, ...split(now), ...then, ...split(then)]],
  ])('an hour of which twenty minutes are compared, %s', async (_, readings) => {
    const asked = { compare: 'PREVIOUS_WEEKS', ...on('2026-05-15') };
    const [, comparison] = await compared('UTC', '2026-05-15T10:20Z', friday, asked, readings);
    expect(comparison).toEqual([['all', sofar + 10 * 12 + 12 / 3]]);
    // Only people who had entered by 10:20 count as inside then, not those who entered later in that hour.
    const inside = { ...asked, metric: 'inside', aggregation: 'LAST' } as const;
    const [, present] = await compared('UTC', '2026-05-15T10:20Z', friday, inside, readings);
    expect(present).toEqual([['all', sofar + 10 * 12 + 12 / 3]]);
  });
});

describe('a bucket missing on one side is left out of both', () => {
  const hole: readonly Stretch[] = [
    ['2026-05-15T00:00Z', '2026-05-15T04:00Z', 2],
    ['2026-05-15T06:00Z', '2026-05-15T10:20Z', 2],
    ['2026-05-08T00:00Z', '2026-05-08T08:00Z', 1],
    ['2026-05-08T09:00Z', '2026-05-09T00:00Z', 1],
  ];

  test('hour by hour', async () => {
    const [data, comparison, evolution] = await compared('UTC', '2026-05-15T10:20Z', hole, {
      compare: 'PREVIOUS_WEEKS',
      ...on('2026-05-15'),
      ...byHour,
    });
    const at = (line: [string, number | string][] | undefined) => [3, 4, 5, 6, 8, 9].map((hour) => line?.[hour]?.[1]);
    expect(at(data)).toEqual([24, 'missing', 'missing', 24, 24, 24]);
    expect(at(comparison)).toEqual([12, 'missing', 'missing', 12, 'missing', 12]);
    expect(at(evolution)).toEqual([100, 'missing', 'missing', 100, 'missing', 100]);
  });
});

describe('days of 23 and 25 hours are compared by the clock on the wall', () => {
  const spring: readonly Stretch[] = [
    ['2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00', 2],
    ['2026-03-22T00:00+01:00', '2026-03-23T00:00+01:00', 1],
  ];

  test('an hour that is skipped has no counterpart', async () => {
    const [data, comparison] = await compared('Europe/Zurich', '2026-03-31T12:00Z', spring, {
      compare: 'PREVIOUS_WEEKS',
      ...on('2026-03-29'),
      ...byHour,
    });
    expect(data?.length).toBe(23);
    expect(data?.slice(1, 3)).toEqual([
      ['2026-03-29T01:00:00+01:00', 24],
      ['2026-03-29T03:00:00+02:00', 24],
    ]);
    expect(comparison?.map(([, value]) => value)).toEqual(Array.from({ length: 23 }, () => 12));
  });

  const autumn: readonly Stretch[] = [
    ['2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', 2],
    ['2026-10-18T00:00+02:00', '2026-10-19T00:00+02:00', 1],
  ];

  test('an hour that comes twice has one counterpart at most', async () => {
    const [data, comparison] = await compared('Europe/Zurich', '2026-10-27T12:00Z', autumn, {
      compare: 'PREVIOUS_WEEKS',
      ...on('2026-10-25'),
      ...byHour,
    });
    expect(data?.length).toBe(25);
    const known = comparison?.map(([, value]) => value).filter((value) => value === 12) ?? [];
    expect(known.length).toBe(24);
  });

  test('in the middle of such a day, both sides end at the same time on the wall', async () => {
    const sofarThen: readonly Stretch[] = [['2026-03-29T00:00+01:00', '2026-03-29T10:20+02:00', 2], ...spring.slice(1)];
    const [data, comparison] = await compared('Europe/Zurich', '2026-03-29T10:20+02:00', sofarThen, {
      compare: 'PREVIOUS_WEEKS',
      ...on('2026-03-29'),
      ...byHour,
    });
    const last = data?.findLast(([, value]) => typeof value === 'number');
    const place = data?.findIndex(([label]) => label === last?.[0]) ?? -1;
    expect(last).toEqual(['2026-03-29T10:00:00+02:00', 8]);
    expect(comparison?.[place]?.[1]).toBe(4);
  });
});

describe('two sides, of which one goes silent first', () => {
  test('are compared with the past as far as both are known', async () => {
    const site = aSite(organization++, {
      timezone: 'UTC',
      zones: [aZone(1)],
      passages: [aDoor(11, null, 1)],
      devices: [aPad(21, 11), anAirSensor(71, 1, { kind: 'camera' })],
    });
    const from = (date: string, doorsUntil: string, groupsUntil: string) => [
      ...steady([[`${date}T00:00Z`, `${date}T${doorsUntil}Z`, 2]]),
      ...steady([[`${date}T00:00Z`, `${date}T${groupsUntil}Z`, 1]]).map((reading) => ({
        ...reading,
        device: 71,
        metric: 'numberOfGroups',
      })),
    ];
    // Groups of two on both Fridays; today the door reports nothing after 10:05.
    await store(stores.analytics, site, [
      ...from('2026-05-15', '10:05', '10:20'),
      ...from('2026-05-08', '23:55', '23:55'),
    ]);
    const ask = createQuerier(() => stores.analytics, [site], instant('2026-05-15T10:20Z'));
    const answer = await ask({ metric: 'groupSize', compare: 'PREVIOUS_WEEKS', ...on('2026-05-15') });
    if (!answer.ok) throw new Error(answer.error.message);
    expect([answer.value.comparison, answer.value.evolution].map((list) => toPairs(list ?? []))).toEqual([
      [['all', 2]],
      [['all', 0]],
    ]);
  });
});
