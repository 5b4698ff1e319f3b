import { addDays, type Instant } from '@atrium/domain/core';
import type { LabelledValue } from '@atrium/domain/numbers';
import { Random } from '@atrium/testkit/chance';
import type { TestReading } from '@atrium/testkit/readings';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import { createQuerier, during } from '../../../testing/ask.ts';
import { store } from '../../../testing/store.ts';

const stores = useTestStores();
const dayMs = 86_400_000;
let organization = 880;

/** Builds readings of two doors over half a year, for every quarter-hour of the opening hours, with some gaps. */
function readingsOf(random: Random, last: string): TestReading[] {
  const readings: TestReading[] = [];
  for (const device of [21, 22])
    for (let back = 0; back < 150; back++) {
      const day = Date.parse(addDays(last, -back));
      const silentFrom = random.chance(0.3) ? 8 + random.below(10) : 24;
      if (random.chance(0.05)) continue;
      for (let quarter = 32; quarter < 80; quarter++)
        if (quarter / 4 < silentFrom || quarter / 4 > silentFrom + 2)
          readings.push({
            device,
            metric: 'affluenceIn',
            at: (day + quarter * 900_000) as Instant,
            value: random.below(20),
            interval: 900,
          });
    }
  return readings;
}

const numbersOf = (values: readonly LabelledValue[] | null) =>
  (values ?? []).map(({ value }) => (typeof value === 'number' ? Number(value.toPrecision(9)) : null));

test.each([
  ['a month by day', 30, 86_400, 3600],
  ['two weeks by day', 14, 86_400, 3600],
  ['two days by hour', 2, 3600, 900],
  ['a day by half-hour', 1, 1800, 900],
] as const)(
  '%s: a bar asked alone is compared with what it is compared with among the others',
  async (_, days, width, granularity) => {
    const last = '2026-05-14';
    const site = aSite(organization++, {
      timezone: 'UTC',
      zones: [aZone(1)],
      passages: [aDoor(11, null, 1), aDoor(12, null, 1)],
      devices: [aPad(21, 11), aPad(22, 12)],
      closedDates: ['2026-05-01', '2026-04-16'],
    });
    const now = Date.parse('2026-05-14T15:20Z') as Instant;
    const known = readingsOf(new Random(days), last).filter(({ at }) => at + 900_000 <= now);
    await store(stores.analytics, site, known);
    const ask = createQuerier(() => stores.analytics, [site], now);
    const range = `${addDays(last, 1 - days)}/${addDays(last, 1)}`;
    const answered = async (asked: object) => {
      const answer = await ask({ metric: 'affluenceIn', compare: 'USUAL', ...asked });
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value;
    };
    const course = await answered({
      filters: { conditions: [during(range)] },
      groupBy: [{ type: 'DATE', granularity: width }],
    });
    const total = await answered({ filters: { conditions: [during(range)] }, granularity });
    const alone = await Promise.all(
      course.data.map(({ label }) => {
        const from = Date.parse(label);
        const bar = `${new Date(from).toISOString()}/${new Date(from + width * 1000).toISOString()}`;
        return answered({ filters: { conditions: [during(bar)] }, granularity, comparedWithin: range });
      }),
    );
    expect(alone.flatMap(({ comparison }) => numbersOf(comparison))).toEqual(numbersOf(course.comparison));
    expect(alone.flatMap(({ evolution }) => numbersOf(evolution))).toEqual(numbersOf(course.evolution));
    const sum = numbersOf(course.comparison).reduce((all: number, value) => all + (value ?? 0), 0);
    // Totals are compared by the hour. A half-hour known alone counts in its own bar only.
    if (width >= 3600) expect(sum).toBeCloseTo(numbersOf(total.comparison)[0] ?? Number.NaN, 3);
    expect(sum).toBeGreaterThan(0);
    // Without `comparedWithin`, a bar of a month would be compared with the weeks just before.
    if (days > 7) {
      const from = Date.parse(addDays(last, -3));
      const bar = `${new Date(from).toISOString()}/${new Date(from + dayMs).toISOString()}`;
      const near = await answered({ filters: { conditions: [during(bar)] }, granularity });
      expect(numbersOf(near.comparison)).not.toEqual(numbersOf(course.comparison).slice(-4, -3));
    }
  },
);
