import type { TestReading } from '@atrium/testkit/readings';
import { aPad, aSite } from '@atrium/testkit/sites';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Statement } from '../../platform/analytics-store.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { dayMs } from '../rollups/dirty-days.ts';
import { createRollups } from '../rollups/rollups.ts';
import { listSiteDays } from '../rollups/site-days.ts';
import { store } from '../testing/store.ts';
import { createRecentDays } from './recent-days.ts';
import { measureRecentDays } from './recent-days-metrics.ts';

const stores = useTestStores();
const today = 20_600;
const noon = today * dayMs + dayMs / 2;
const quarter = 900_000;
let organization = 93_000;

const reading = (at: number, value: number, more: Partial<TestReading> = {}): TestReading => ({
  device: 7,
  metric: 'affluenceIn',
  at,
  value,
  interval: 900,
  ...more,
});

/** Creates sites with a counter each. Their recent days are loaded when the gate opens. */
function world(bounds = { bytes: 2 ** 20, readings: 1000 }) {
  organization += 1;
  let now = noon;
  let gate: Promise<void> = Promise.resolve();
  const clock = { now: () => now };
  const query = async (statement: Statement) => {
    const rows = await stores.analytics.query(statement);
    await gate;
    return rows as never;
  };
  const logError = (message: string, cause: unknown) => {
    throw new Error(message, { cause });
  };
  const { ledger } = createRollups({ analytics: stores.analytics, clock, logError, isIngesting: () => false });
  const openDays = createRecentDays({ analytics: { ...stores.analytics, query }, ledger, clock, bounds });
  const of = organization;
  return {
    openDays,
    /** Delays the store's answers until the returned function is called. */
    holdBack(): () => void {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return held.resolve;
    },
    goOn(ms: number): void {
      now += ms;
    },
    async write(readings: readonly TestReading[], installation = 1, isTold = true): Promise<void> {
      const site = aSite(of, { installationId: installation as never, devices: [aPad(7, 1)] });
      const rows = readings.map(({ weight = 1, descriptors = '', interval = 0, ...rest }) => ({
        organization: of as never,
        installation: installation as never,
        ...rest,
        weight,
        descriptors,
        interval,
      }));
      const end = await ledger.writing(listSiteDays(rows));
      await store(stores.analytics, site, readings);
      if (isTold) openDays.written(rows);
      end();
    },
    /** Returns the counter's readings in memory, as quarter-hour of the day and value; null without any. */
    async held(installation = 1): Promise<(readonly [number, number])[] | null> {
      const site = await openDays.of(of, installation);
      if (site === null) return null;
      const line = site.line('affluenceIn', 7);
      return Array.from({ length: line?.size ?? 0 }, (_, place) => {
        const at = site.base + (line?.times[place] ?? 0);
        return [(at - today * dayMs) / quarter, line?.values[place] ?? Number.NaN] as const;
      });
    },
  };
}

const at = (quarters: number) => today * dayMs + quarters * quarter;

test('writes during a load are included, and corrections win', async () => {
  const { openDays, holdBack, write, held } = world();
  await write([reading(at(3), 5), reading(at(4), 1)]);
  const resume = holdBack();
  const filled = held();
  await write([reading(at(4), 9), reading(at(5), 2)]);
  resume();
  expect(await filled).toEqual([
    [3, 5],
    [4, 9],
    [5, 2],
  ]);
  await write([reading(at(3.5), 7), reading(at(5), 0)]);
  expect(await held()).toEqual([
    [3, 5],
    [3.5, 7],
    [4, 9],
    [5, 0],
  ]);
  expect(openDays.usage.fills).toBe(1);
});

test('after an unreported write the store answers and the site is loaded again', async () => {
  const { holdBack, write, held } = world();
  await write([reading(at(1), 1)]);
  const resume = holdBack();
  const filled = held();
  await write([reading(at(2), 2)], 1, false);
  resume();
  expect(await filled).toBeNull();
  expect(await held()).toEqual([
    [1, 1],
    [2, 2],
  ]);
  await write([reading(at(1), 4)], 1, false);
  expect(await held()).toEqual([
    [1, 4],
    [2, 2],
  ]);
});

test('past days are dropped, and writes to them are ignored', async () => {
  const { openDays, goOn, write, held } = world();
  await write([reading(at(-97), 1), reading(at(-1), 2), reading(at(1), 3)]);
  expect(await held()).toEqual([
    [-1, 2],
    [1, 3],
  ]);
  goOn(dayMs);
  await write([reading(at(-2), 8), reading(at(97), 4)]);
  expect(await held()).toEqual([
    [1, 3],
    [97, 4],
  ]);
  expect(openDays.usage.fills).toBe(1);
  // The clock is set back.
  goOn(-dayMs);
  expect(await held()).toHaveLength(4);
});

test('the least recently used site is evicted, and sites beyond the limit are not cached', async () => {
  const { openDays, write, held } = world({ bytes: 3000, readings: 100 });
  const some = Array.from({ length: 20 }, (_, index) => reading(at(index), index));
  for (const installation of [1, 2, 3]) await write(some, installation);
  for (const installation of [1, 2, 1, 3, 1]) expect(await held(installation)).toHaveLength(20);
  expect(openDays.usage).toMatchObject({ fills: 3, sites: 2 });
  expect(openDays.usage.bytes).toBeLessThanOrEqual(3000);
  await held(2);
  expect(openDays.usage.fills).toBe(4);
  await write(
    Array.from({ length: 120 }, (_, index) => reading(at(0) + index * 1000, 1)),
    4,
  );
  expect(await held(4)).toBeNull();
  expect(await held(4)).toBeNull();
  expect(openDays.usage.fills).toBe(5);
});

test('counts with and without age stay separate, and weights are kept', async () => {
  const { openDays, write } = world();
  await write([reading(at(1), 1), reading(at(2), 2, { descriptors: 'gender=female', weight: 3 })]);
  const site = await openDays.of(organization, 1);
  await write([reading(at(2), 5), reading(at(1), 4, { weight: 2, interval: 300 })]);
  const line = site?.line('affluenceIn', 7);
  const told = Array.from({ length: line?.size ?? 0 }, (_, place) => {
    const kind = site?.kinds[line?.kinds[place] ?? -1];
    return [line?.values[place], line?.weightAt(place), kind?.descriptors, kind?.interval];
  });
  expect(told).toEqual([
    [4, 2, '', 300],
    [2, 3, 'gender=female', 900],
    [5, 1, '', 900],
  ]);
});

test('memory usage is on /metrics', async () => {
  const { openDays, write, held } = world();
  await write([reading(at(1), 1)]);
  await held();
  const registry = new Registry();
  measureRecentDays(openDays, registry);
  const text = await registry.metrics();
  expect(text).toContain(`atrium_open_days_bytes ${openDays.usage.bytes}`);
  expect(text).toContain('atrium_open_days_sites 1');
  expect(text).toContain('atrium_open_days_fills_total 1');
});

test('a large site is loaded completely in parts', async () => {
  const { openDays, write, held } = world({ bytes: 2 ** 23, readings: 100_000 });
  const first = (today - 1) * dayMs;
  await write(Array.from({ length: 45_000 }, (_, index) => reading(first + index * 3000, index)));
  await write([reading(noon + 3 * dayMs, 7)]);
  const found = await held();
  expect(found).toHaveLength(45_001);
  expect(found?.at(-1)?.[1]).toBe(7);
  expect(found?.slice(0, -1).every(([, value], index) => value === index)).toBe(true);
  expect(openDays.usage).toMatchObject({ fills: 1, sites: 1 });
});
