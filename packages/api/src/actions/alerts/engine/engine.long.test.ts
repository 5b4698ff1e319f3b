import { buildRule, emptyCondition } from '@atrium/domain/actions/alerts';
import { Random } from '@atrium/testkit/chance';
import { findFirings, type ReportedInterval } from '@atrium/testkit/oracle';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { alertLogStore } from '../log/alert-log.store.ts';
import { type AlertWorld, createAlertWorld } from './testing/alert-world.ts';
import { registerAlertMetrics } from './watch-alerts.ts';

const stores = useTestStores();
const minute = 60_000;
const five = 5 * minute;
const start = Date.parse('2026-05-04T06:00:00Z');

const world = () => createAlertWorld({ db: stores.relational.db, analytics: stores.analytics }, start);

async function logOf({ scope, zoneId }: AlertWorld) {
  const all = { zoneIds: [zoneId], begin: null, end: null };
  const entries = await alertLogStore(stores.relational.db).page(scope, all, 500, null);
  return entries.map(({ dateBegin, dateEnd, endedBy }) => ({ begin: dateBegin, end: dateEnd, how: endedBy })).reverse();
}

/**
 * Builds readings of `count` intervals with gaps. Each has an arrival time: on time, late, out of order, twice or
 * corrected.
 */
function deliveries(random: Random, count: number) {
  const handed: { readonly at: number; readonly value: number; readonly arrives: number }[] = [];
  const final = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    const at = start + index * five;
    if (random.below(12) === 0) continue;
    const value = 700 + random.below(3) * 100;
    const delay = random.below(8) === 0 ? random.below(20) * five : random.below(30) * 1000;
    const arrives = at + five + delay;
    const isCorrected = random.below(10) === 0;
    const last = isCorrected ? 700 + random.below(3) * 100 : value;
    handed.push({ at, value, arrives });
    if (isCorrected) handed.push({ at, value: last, arrives: arrives + random.below(30) * five + 1000 });
    if (random.below(15) === 0) handed.push({ at, value: last, arrives: arrives + 200 * five });
    final.set(at, last);
  }
  return { handed: handed.toSorted((a, b) => a.arrives - b.arrives), final };
}

test.each(Array.from({ length: 8 }, (_, seed) => seed))(
  'the log agrees with a search over all that was told in the end, whenever it came (seed %i)',
  { timeout: 60_000 },
  async (seed) => {
    const random = new Random(seed + 1);
    const one = await world();
    const condition = { value: 850, endValue: 750, enterHold: 300 * random.below(3), leaveHold: 300 * random.below(3) };
    await one.alert(condition);
    await one.passes();
    const count = 80;
    const { handed, final } = deliveries(random, count);
    for (const { at, value, arrives } of handed) {
      one.clock.time = Math.max(one.clock.time, arrives);
      await one.told([{ at, value }]);
      // Time also passes without readings, and an outage of the product loses nothing.
      if (random.below(4) === 0) {
        one.clock.time += random.below(3) * minute;
        await one.passes();
      }
    }
    const told = Array.from({ length: count }, (_, index): ReportedInterval => {
      const from = start + index * five;
      const value = final.get(from) ?? null;
      return { from, to: from + five, value, coverage: value === null ? 0 : 1, isClosed: false };
    });
    const [site] = await one.services.sites.topologies(one.scope);
    if (site === undefined) throw new Error('no site');
    const rule = buildRule({ ...emptyCondition('CO2'), zoneId: one.zoneId, ...condition }, { site, eventLimit: null });
    if (rule === null) throw new Error('no rule');
    expect(await logOf(one)).toEqual(findFirings(told, rule));
  },
);

test.each([2, 5])(
  'a reading of %i days ago ends nothing that lasts between its two limits',
  async (days) => {
    const one = await world();
    await one.alert({ value: 850, endValue: 700 });
    await one.passes();
    const tell = async (at: number, value: number) => {
      one.clock.time = at + five;
      await one.told([{ at, value }]);
    };
    await tell(start, 600);
    await tell(start + five, 900);
    const end = start + 6 * 86_400_000;
    for (let at = start + 2 * five; at < end; at += 12 * five) {
      const readings = Array.from({ length: 12 }, (_, index) => ({ at: at + index * five, value: 800 }));
      one.clock.time = at + 12 * five;
      await one.told(readings);
    }
    const open = [{ begin: start + five, end: null, how: null }];
    expect(await logOf(one)).toEqual(open);
    const late = end - days * 86_400_000;
    await one.told([{ at: late, value: 790 }]);
    await one.passes();
    expect(await logOf(one)).toEqual(open);
    await tell(end, 600);
    expect(await logOf(one)).toEqual([{ begin: start + five, end, how: 'ended' }]);
  },
  60_000,
);

test('metrics count active alerts and open firings', async () => {
  const one = await world();
  await one.alert();
  const registry = new Registry();
  registerAlertMetrics(stores.relational.db, registry);
  const told = async () => {
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('atrium_alerts'));
    return Object.fromEntries(lines.map((line) => [/state="(\w+)"/.exec(line)?.[1], Number(line.split(' ')[1])]));
  };
  const before = await told();
  expect(before.watched).toBeGreaterThan(0);
  one.clock.time += five;
  await one.told([{ at: start, value: 900 }]);
  expect(await told()).toEqual({ watched: before.watched, firing: (before.firing as number) + 1 });
  one.clock.time += five;
  await one.told([{ at: start + five, value: 500 }]);
  expect(await told()).toEqual(before);
});
