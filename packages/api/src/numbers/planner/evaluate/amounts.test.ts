import type { TestReading } from '@atrium/testkit/readings';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { building, keepings, kept, metric, stand, start } from './testing/registers.ts';

const stores = useTestStores();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const amount = (at: number, value: number, interval = 900): TestReading => ({
  ...{ device: 81, metric, at, value, interval },
  descriptors: 'kind=amount',
});

/** A day of quarter-hours, each of its number within the hour. */
const quarters = (from: number) =>
  Array.from({ length: 96 }, (_, place) => amount(from + place * 15 * minute, place % 4));

describe.each(keepings)('amounts of intervals in %s', (how) => {
  test('hours and days add up their amounts, and a missing one is missing', async () => {
    const missing = [start + 3 * hour, start + 5 * hour + 15 * minute];
    const sent = [...quarters(start), ...quarters(start + day)].filter(({ at }) => !missing.includes(at));
    const hours = sent.filter(({ at }) => at < start + 7 * hour || at >= start + 8 * hour);
    const ask = await kept(stores.analytics, building(1), hours, how);
    const answer = await ask('2026-05-04/2026-05-05', 3600);
    expect(answer.slice(0, 9)).toEqual([
      [6, false],
      [6, false],
      [6, false],
      [6, true],
      [6, false],
      [5, true],
      [6, false],
      ['missing', false],
      [6, false],
    ]);
    expect(await ask('2026-05-04/2026-05-06', 86_400)).toEqual([
      [137, true],
      [144, false],
    ]);
  });

  test('an amount across an edge is split in proportion to time', async () => {
    const sent = [amount(start + 23.5 * hour, 8, 3600), amount(start + 24.5 * hour, 2, 1800)];
    const ask = await kept(stores.analytics, building(1), sent, how);
    expect(await ask('2026-05-04/2026-05-06', 86_400)).toEqual([
      [4, true],
      [6, true],
    ]);
  });

  test('a meter that changes from a register to amounts counts each for its time', async () => {
    const before = Array.from({ length: 145 }, (_, place) => stand(start + place * 5 * minute, 100 + place / 12));
    const sent = [...before, ...quarters(start + 12 * hour).slice(0, 48), stand(start + 13 * hour, 500)];
    const ask = await kept(stores.analytics, building(1), sent, how);
    const answer = await ask('2026-05-04/2026-05-05', 3600);
    expect(answer.map(([value]) => value)).toEqual([...Array(12).fill(1), ...Array(12).fill(6)]);
    expect(await ask('2026-05-04/2026-05-05', 86_400)).toEqual([[84, expect.anything()]]);
  });
});
