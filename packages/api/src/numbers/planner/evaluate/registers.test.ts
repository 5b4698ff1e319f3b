import type { TestReading } from '@atrium/testkit/readings';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { building, keepings, kept, stand, start } from './testing/registers.ts';

const stores = useTestStores();
const minute = 60_000;
const day = 24 * 60 * minute;

/** Register at 50 000 at midnight that counts 0.1 every five minutes, with deviations by `shown`. */
function register(days: number, shown: (stand: number, at: number) => number): TestReading[] {
  return Array.from({ length: days * 288 + 1 }, (_, index) => {
    const at = start + index * 5 * minute;
    return stand(at, Math.round(shown(50_000 + index / 10, at) * 10) / 10);
  });
}

describe.each(keepings)('from %s', (how) => {
  test('a register that trembles counts neither itself nor its trembling', async () => {
    const trembling = register(3, (value, at) => (at === start + 90 * minute ? value - 0.4 : value));
    const ask = await kept(stores.analytics, building(1), trembling, how);
    expect((await ask('2026-05-04/2026-05-05', 3600)).slice(0, 3)).toEqual([
      [1.2, false],
      [1.2, false],
      [1.2, false],
    ]);
    expect(await ask('2026-05-04/2026-05-07', 86_400)).toEqual([
      [28.8, false],
      [28.8, false],
      [28.8, false],
    ]);
  });

  test('of a register that stepped back only what exceeds its highest value counts', async () => {
    // 3 kWh back at 01:30, caught up by 03:55.
    const ask = await kept(
      stores.analytics,
      building(1),
      register(3, (value, at) => (at >= start + 90 * minute ? value - 3 : value)),
      how,
    );
    expect((await ask('2026-05-04/2026-05-05', 3600)).slice(0, 6)).toEqual([
      [1.2, false],
      [0.5, false],
      [0, false],
      [0.1, false],
      [1.2, false],
      [1.2, false],
    ]);
    // The same from any start: it is still below its value from before the queried hours.
    expect((await ask('2026-05-04T03:00:00Z/2026-05-04T06:00:00Z', 3600)).map(([value]) => value)).toEqual([
      0.1, 1.2, 1.2,
    ]);
  });

  test('a register that is still below a day later starts anew from there', async () => {
    const replaced = register(3, (value, at) => (at >= start + 92 * minute ? value - 20_000 : value));
    const ask = await kept(stores.analytics, building(1), replaced, how);
    const second = await ask('2026-05-05/2026-05-06', 3600);
    // The register fell at 01:35 the day before, so counting starts anew from the sample of 01:35.
    expect(second.slice(0, 4)).toEqual([
      [0, false],
      [0.5, false],
      [1.2, false],
      [1.2, false],
    ]);
    expect(await ask('2026-05-04/2026-05-07', 86_400)).toEqual([
      [1.8, false],
      [26.9, false],
      [28.8, false],
    ]);
    expect((await ask('2026-05-05T01:00:00Z/2026-05-05T03:00:00Z', 3600)).map(([value]) => value)).toEqual([0.5, 1.2]);
  });

  test('a register read once a day that stepped back starts anew with the next day', async () => {
    const daily = [100, 120, 70, 90, 95].map((value, index) => stand(start + index * day, value));
    const ask = await kept(stores.analytics, building(1), daily, how);
    expect((await ask('2026-05-04/2026-05-09', 86_400)).map(([value]) => value)).toEqual([20, 0, 0, 5, 'missing']);
    expect((await ask('2026-05-07/2026-05-09', 86_400)).map(([value]) => value)).toEqual([5, 'missing']);
  });

  test('a reset counts from 0, a wrap goes on', async () => {
    const fallen = [90, 95, 8, 12].map((value, index) => stand(start + index * 5 * minute, value));
    const wrapped = [990, 995, 8, 12].map((value, index) => stand(start + index * 5 * minute, value, 82));
    const ask = await kept(stores.analytics, building(2), [...fallen, ...wrapped], how);
    expect((await ask('2026-05-04/2026-05-05', 3600))[0]).toEqual([5 + 8 + 4 + 5 + 13 + 4, true]);
  });
});
