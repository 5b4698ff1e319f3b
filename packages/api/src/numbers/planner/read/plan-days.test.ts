import { startOfSiteDay } from '@atrium/domain/core';
import { Random } from '@atrium/testkit/chance';
import { steadyReadings } from '@atrium/testkit/readings';
import { aShop } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { dayMs } from '../../rollups/dirty-days.ts';
import { createRollups } from '../../rollups/rollups.ts';
import { listSiteDays } from '../../rollups/site-days.ts';
import { createQuerier, during, getPairs } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';
import { planDays, planQuarterHours, planWholeDays, quarterMs, type WholeDayPlan } from './plan-days.ts';

const stores = useTestStores();
const hour = 3_600_000;
const minute = 60_000;
const day = 20_778;
const start = day * dayMs;

/** Returns the source and the place of every minute of a plan; throws when a minute has several. */
function sourcesByMinute(plan: ReturnType<typeof planDays>, edges: readonly number[]): Map<number, string> {
  const found = new Map<number, string>();
  const add = (from: number, to: number, source: string, place: number) => {
    for (let at = from; at < to; at += minute) {
      if (found.has(at)) throw new Error(`two sources at ${new Date(at).toISOString()}`);
      found.set(at, `${source} ${place}`);
    }
  };
  for (const { from, to, place } of plan.whole) add(from * dayMs, to * dayMs, 'rollup', place);
  for (const parts of [plan.byHours, plan.byQuarters])
    for (const [of, segments] of parts)
      for (const { from, to, place } of segments)
        add(of * dayMs + from * quarterMs, of * dayMs + to * quarterMs, 'rollup', place);
  for (const { from, to } of plan.readings)
    for (let at = from; at < to; at += minute)
      add(
        at,
        at + minute,
        'reading',
        edges.findLastIndex((edge) => edge <= at),
      );
  return found;
}

/** Checks that a plan has one source for each found minute, and that edges cut no whole day. */
function checkSpans(
  { whole, cut, readings }: WholeDayPlan,
  found: ReadonlyMap<number, string>,
  edges: readonly number[],
) {
  const [days, ...others] = [whole, cut, readings].map((some) => some.flatMap(({ from, to }) => listMinutes(from, to)));
  const all = [...(days ?? []), ...others.flat()];
  expect(all.sort((left, right) => left - right)).toEqual([...found.keys()].sort((left, right) => left - right));
  for (const { from, to } of whole) expect([from % dayMs, to % dayMs]).toEqual([0, 0]);
  const wholeDays = new Set(days);
  for (const edge of edges) if (wholeDays.has(edge - minute) && wholeDays.has(edge)) expect(edge % dayMs).toBe(0);
}

const listMinutes = (from: number, to: number) =>
  Array.from({ length: (to - from) / minute }, (_, index) => from + index * minute);

test.each([1, 2, 3, 4, 5, 6])('every moment has one source, in its piece (case %i)', (seed) => {
  const random = new Random(seed);
  const step = random.pick([hour, quarterMs, 5 * minute, dayMs]);
  const points = new Set(
    Array.from({ length: 12 }, () => start + Math.floor((random.below(6 * 24) * hour) / step) * step),
  );
  for (const odd of Array.from({ length: random.below(4) }, () => start + random.below(6 * 1440) * minute))
    points.add(odd);
  const edges = [...points].sort((left, right) => left - right);
  const spans = [
    { from: edges[0] as number, to: edges[4] as number },
    { from: edges[6] as number, to: edges.at(-1) as number },
  ];
  const dirty = [1, 2, 3, 4, 5].filter(() => random.chance(0.3)).map((index) => day + index);
  const found = sourcesByMinute(planDays(spans, edges, dirty, 0), edges);
  checkSpans(planWholeDays(spans, edges, dirty, 0), found, edges);
  const quarterHours = planQuarterHours(spans, edges, dirty, 0);
  checkSpans(quarterHours, found, edges);
  for (const { from, to } of quarterHours.cut)
    for (const edge of [from, to, ...edges]) if (edge >= from && edge <= to) expect(edge % quarterMs).toBe(0);
  for (let at = start; at < start + 7 * dayMs; at += minute) {
    const isAsked = spans.some(({ from, to }) => at >= from && at < to);
    const source = found.get(at);
    if (!isAsked) expect(source).toBeUndefined();
    else expect(source?.split(' ')[1]).toBe(`${edges.findLastIndex((edge) => edge <= at)}`);
    if (isAsked && dirty.includes(Math.floor(at / dayMs))) expect(source).toMatch(/^reading/);
  }
});

describe('days', () => {
  const plan = (edges: readonly number[], dirty: readonly number[] = [], keptSince = 0) =>
    planDays([{ from: edges[0] as number, to: edges.at(-1) as number }], edges, dirty, keptSince);

  test('within one piece are read as totals, and cut ones by hours or by quarter-hours', () => {
    const { whole, byHours, byQuarters, readings } = plan([start + 22 * hour, start + 4 * dayMs + quarterMs]);
    expect(whole).toEqual([{ from: day + 1, to: day + 4, place: 0 }]);
    expect([...byHours]).toEqual([[day, [{ from: 88, to: 96, place: 0 }]]]);
    expect([...byQuarters]).toEqual([[day + 4, [{ from: 0, to: 1, place: 0 }]]]);
    expect(readings).toEqual([]);
  });

  test('of opening hours have a segment for each, and the time between is not read', () => {
    const edges = [start + 9 * hour, start + 12 * hour, start + 14 * hour, start + 18 * hour];
    const spans = [
      { from: edges[0] as number, to: edges[1] as number },
      { from: edges[2] as number, to: edges[3] as number },
    ];
    const { byHours } = planDays(spans, edges, [], 0);
    expect([...byHours]).toEqual([
      [
        day,
        [
          { from: 36, to: 48, place: 0 },
          { from: 56, to: 72, place: 2 },
        ],
      ],
    ]);
  });

  test('that are cut within a quarter-hour read that one from readings', () => {
    const edges = [start, start + 10 * hour + 5 * minute, start + dayMs];
    const { byQuarters, readings } = plan(edges);
    expect([...byQuarters]).toEqual([
      [
        day,
        [
          { from: 0, to: 40, place: 0 },
          { from: 41, to: 96, place: 1 },
        ],
      ],
    ]);
    expect(readings).toEqual([{ from: start + 10 * hour, to: start + 10 * hour + quarterMs }]);
  });

  test('beside a dirty day are read from readings when they are short', () => {
    const edges = [start + 13 * hour, start + dayMs + 5 * hour];
    expect(plan(edges, [day + 1]).readings).toEqual([{ from: edges[0], to: edges[1] }]);
    const longer = [start + 11 * hour, start + dayMs + 5 * hour];
    expect(plan(longer, [day + 1]).readings).toEqual([{ from: start + dayMs, to: longer[1] }]);
  });

  test('before the retention limit are never read from readings', () => {
    const edges = [start + 20 * hour, start + dayMs + 12 * hour];
    const { byHours, readings } = plan(edges, [day + 1], start + dayMs);
    expect([...byHours.keys()]).toEqual([day]);
    expect(readings).toEqual([{ from: start + dayMs, to: start + dayMs + 12 * hour }]);
  });
});

describe('a time with dirty days', () => {
  const plan = (from: number, to: number, dirty: readonly number[]) =>
    planWholeDays([{ from, to }], [from, to], dirty, 0);

  test.each([1, 12])('uses one source with %i rolled-up hours before a dirty day', (hours) => {
    const span = { from: start - hours * hour, to: start + 5 * hour };
    expect(plan(span.from, span.to, [day])).toEqual({ whole: [], cut: [], readings: [span] });
  });

  test('uses two sources with more rolled-up hours, and rollups only without dirty days', () => {
    const [from, to] = [start - 13 * hour, start + 5 * hour];
    expect(plan(from, to, [day])).toEqual({ whole: [], cut: [{ from, to: start }], readings: [{ from: start, to }] });
    expect(plan(from, to, [])).toEqual({ whole: [], cut: [{ from, to }], readings: [] });
  });

  test('gives the same answer as the readings alone', async () => {
    // The Zurich day begins an hour before the UTC day; the evening before is rolled up.
    const site = aShop(95_001, { timezone: 'Europe/Zurich' });
    const begin = startOfSiteDay(site, '2026-11-20') as number;
    const now = begin + 14 * hour;
    const { organizationId: organization, installationId: installation } = site;
    const logError = (message: string, cause: unknown) => {
      throw new Error(message, { cause });
    };
    const clock = aClock(now);
    const rollups = createRollups({ analytics: stores.analytics, clock, logError, isIngesting: () => false });
    const write = async (readings: ReturnType<typeof steadyReadings>) => {
      const end = await rollups.ledger.writing(
        listSiteDays(readings.map(({ at }) => ({ organization, installation, at }))),
      );
      await store(stores.analytics, site, readings);
      end();
    };
    await write(steadyReadings(21, 'affluenceIn', begin - 30 * hour, begin + 9 * hour, 2));
    await rollups.rollAll(organization, now);
    await write(steadyReadings(21, 'affluenceIn', begin + 9 * hour, now, 3));
    expect(rollups.ledger.dirtyDays(organization, [installation], { from: begin, to: now })).toHaveLength(1);
    const analytics = () => stores.analytics;
    for (const groupBy of [[], [{ type: 'DATE', granularity: 3600 }]]) {
      const raw = { metric: 'affluenceIn', filters: { conditions: [during('2026-11-20/2026-11-21')] }, groupBy };
      const rolled = getPairs(await createQuerier(analytics, [site], now, { ledger: rollups.ledger })(raw));
      expect(rolled).toEqual(getPairs(await createQuerier(analytics, [site], now)(raw)));
    }
  });
});
