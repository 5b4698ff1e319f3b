import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Unjudged } from '../../numbers/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { findUnjudged } from '../progress.ts';
import {
  type Attention,
  type AttentionLine,
  type Finding,
  type FiringAlert,
  getShownLines,
  type JudgedNumber,
  type Observed,
  rankAttention,
} from './rank-attention.ts';

const entries = { id: 'affluenceIn', kind: 'flow', unit: 'visitors', decimals: 0, better: 'up' } as const;
const power = { id: 'electricityConsumption', kind: 'counter', unit: 'kWh', decimals: 0, better: 'down' } as const;

/** Usually 1,000, from 900 to 1,200. */
const number = (siteId: number, value: number | null, more: Partial<JudgedNumber> = {}): JudgedNumber => ({
  ...{ siteId, zoneId: null, metric: entries, value, usual: 1000, range: { lower: 900, upper: 1200 }, weight: 1 },
  sensorIds: [],
  ...more,
});
const alert = (id: number, siteId: number, more: Partial<FiringAlert> = {}): FiringAlert => ({
  ...{ id, siteId, severity: 1, place: null, metric: null, side: null, since: id },
  ...more,
});
const sensor = (deviceId: number, siteId: number, since = 0) => ({ deviceId, siteId, since });
const observe = (some: Partial<Observed>): Observed => ({
  ...{ alerts: [], silent: [], numbers: [], parentsOf: () => [] },
  ...some,
});
const keysOf = ({ now, watch }: Attention) => [...now, ...watch].map(({ key }) => key);

describe('the order', () => {
  it('is firing alerts from the newest on, silent sensors, then the largest surprise × weight', () => {
    const attention = rankAttention(
      observe({
        alerts: [alert(8, 1), alert(9, 4)],
        silent: [sensor(31, 3), sensor(21, 2)],
        numbers: [
          // 2, 3 and 10 half widths.
          number(1, 1400, { weight: 0.5 }),
          number(2, 1600, { weight: 0.4 }),
          number(5, 3000, { weight: 0.05, metric: power }),
        ],
      }),
    );
    expect(attention.now.map(({ key }) => key)).toEqual(['alert 9', 'alert 8', 'silence 21', 'silence 31']);
    expect(attention.watch.map(({ siteId }) => siteId)).toEqual([2, 1, 5]);
  });

  it('puts the more severe alert first, whichever is newer', () => {
    const alerts = [alert(9, 1, { severity: 0 }), alert(8, 2, { severity: 1 }), alert(7, 3, { severity: 2 })];
    expect(keysOf(rankAttention(observe({ alerts })))).toEqual(['alert 7', 'alert 8', 'alert 9']);
  });

  it('watches at most four numbers', () => {
    const numbers = Array.from({ length: 9 }, (_, index) => number(index, 1500 + index));
    expect(rankAttention(observe({ numbers })).watch.map(({ siteId }) => siteId)).toEqual([8, 7, 6, 5]);
  });

  it('is watched from 1.5 half widths on, and left below 1.2', () => {
    const at = (value: number, before?: Attention) =>
      rankAttention(observe({ numbers: [number(1, value)] }), before && getShownLines(before));
    expect([1299, 1300].map((value) => at(value).watch.length)).toEqual([0, 1]);
    const shown = at(1300);
    expect([1240, 1239].map((value) => at(value, shown).watch.length)).toEqual([1, 0]);
    // The other side is another news.
    expect(at(860, shown).watch).toEqual([]);
  });

  it('compares what never varied with anything', () => {
    const constant = number(1, 1001, { range: { lower: 1000, upper: 1000 }, weight: 0 });
    expect(keysOf(rankAttention(observe({ numbers: [number(2, 1500), constant] })))).toEqual([
      'surprise 2 all affluenceIn',
      'surprise 1 all affluenceIn',
    ]);
  });
});

describe('one line per cause', () => {
  /** Zones 11 and 12 lie in zone 10; zone 20 beside it. */
  const parentsOf = (zoneId: number) => (zoneId === 11 || zoneId === 12 ? [10] : []);
  const linesOf = (some: Partial<Observed>) => {
    const { now, watch } = rankAttention(observe({ parentsOf, ...some }));
    return [...now, ...watch].map(({ key, also }) => [key, also.length] as const);
  };

  test('a dead door, its alert, its zone and its site', () => {
    const low = { sensorIds: [21, 22] };
    const numbers = [number(1, 500, low), number(1, 100, { ...low, zoneId: 11 }), number(2, 500)];
    const silent = [sensor(21, 1)];
    expect(linesOf({ silent, numbers })).toEqual([
      ['silence 21', 2],
      ['surprise 2 all affluenceIn', 0],
    ]);
    const alerts = [alert(7, 1, { place: { kind: 'device', id: 21 }, metric: 'deviceStatus' })];
    expect(linesOf({ alerts, silent, numbers })[0]).toEqual(['alert 7', 3]);
    // Without the silence the alert still explains the drop.
    expect(linesOf({ alerts, numbers })[0]).toEqual(['alert 7', 2]);
    // A silent door does not explain that more people came.
    expect(linesOf({ silent, numbers: [number(1, 2000, low)] })).toHaveLength(2);
    // Nor does it explain the meters.
    expect(linesOf({ silent, numbers: [number(1, 500, { metric: power, sensorIds: [31] })] })).toHaveLength(2);
  });

  test('all silent sensors of a site', () => {
    const silent = [sensor(23, 1, 5), sensor(22, 1, 3), sensor(21, 2, 9)];
    expect(linesOf({ silent })).toEqual([
      ['silence 22', 1],
      ['silence 21', 0],
    ]);
  });

  test('a drop of the site and those of its zones, but not their rise', () => {
    const zones = [10, 11, 20].map((zoneId) => number(1, 500, { zoneId }));
    expect(linesOf({ numbers: [...zones, number(1, 500)] })).toEqual([['surprise 1 all affluenceIn', 3]]);
    expect(linesOf({ numbers: zones })).toHaveLength(2);
    expect(linesOf({ numbers: [number(1, 500), number(1, 2000, { zoneId: 11 })] })).toHaveLength(2);
  });

  test('two alerts about the same crowd, or about a number that is watched', () => {
    const inZone = (id: number) => ({ kind: 'zone', id }) as const;
    const crowd = [
      alert(1, 1, { place: inZone(10), metric: 'inside', side: 'above' }),
      alert(2, 1, { place: inZone(11), metric: 'reverseDensity', side: 'below' }),
      alert(3, 1, { place: inZone(20), metric: 'density', side: 'above' }),
    ];
    expect(linesOf({ alerts: crowd })).toEqual([
      ['alert 3', 0],
      ['alert 2', 1],
    ]);
    const flux = alert(4, 1, { place: inZone(11), metric: 'affluenceIn', side: 'above' });
    expect(linesOf({ alerts: [flux], numbers: [number(1, 2000)] })).toEqual([['alert 4', 1]]);
    expect(linesOf({ alerts: [flux], numbers: [number(1, 500)] })).toHaveLength(2);
  });
});

const calendar: OpeningCalendar = {
  timezone: 'UTC',
  changeOfDay: '00:00',
  openingHours: { spans: [{ begin: [4, 9, 0], end: [4, 18, 0] }], reset: false },
  closedDates: [],
} as unknown as OpeningCalendar;

describe('nothing is judged', () => {
  const watched = (more: Partial<JudgedNumber>) => rankAttention(observe({ numbers: [number(1, 9000, more)] })).watch;
  const at = (time: string, silentNow = 0) =>
    findUnjudged({}, calendar, { deviceCount: 20, silentNow }, Date.parse(`2026-03-12T${time}Z`));

  it('without a range, a usual or a value', () => {
    expect(watched({})).toHaveLength(1);
    for (const none of [{ range: null }, { usual: null }, { value: null }]) expect(watched(none)).toEqual([]);
  });

  it('in the first open hour, and while more than a tenth of the sensors are silent', () => {
    const lines = (unjudged: Unjudged | null) => watched({ unjudged }).length;
    expect([at('09:00'), at('09:59'), at('10:00')].map(lines)).toEqual([0, 0, 1]);
    expect([at('12:00', 2), at('12:00', 3)].map(lines)).toEqual([1, 0]);
  });
});

describe('whatever is observed', () => {
  const zone = fc.option(fc.integer({ min: 10, max: 15 }), { nil: null });
  const siteId = fc.integer({ min: 1, max: 3 });
  const side = fc.constantFrom('above', 'below', null);
  const place = fc.oneof(
    fc.record({ kind: fc.constant('zone' as const), id: fc.integer({ min: 10, max: 15 }) }),
    fc.record({ kind: fc.constant('device' as const), id: fc.integer({ min: 21, max: 26 }) }),
    fc.record({ kind: fc.constant('site' as const), id: fc.constant(0) }),
    fc.constant(null),
  );
  const alerts = fc.uniqueArray(
    fc.record({
      id: fc.nat(50),
      siteId,
      severity: fc.nat(2),
      place,
      metric: fc.constantFrom('affluenceIn', 'inside', 'density', null),
      side,
      since: fc.nat(5),
    }),
    { selector: ({ id }) => id, maxLength: 8 },
  );
  const silent = fc.uniqueArray(fc.record({ siteId, deviceId: fc.integer({ min: 21, max: 26 }), since: fc.nat(9) }), {
    selector: ({ deviceId }) => deviceId,
    maxLength: 5,
  });
  const unjudged = fc.constantFrom<(Unjudged | null)[]>(null, null, null, 'firstHour', 'silent');
  const range = fc.option(
    fc.record({ lower: fc.integer({ min: 0, max: 1000 }), upper: fc.integer({ min: 1000, max: 2000 }) }),
    { nil: null, freq: 5 },
  );
  const numbers = fc.uniqueArray(
    fc.record({
      ...{ siteId, zoneId: zone, value: fc.option(fc.nat(6000), { nil: null }), unjudged, range },
      metric: fc.constantFrom(entries, power),
      usual: fc.constantFrom(1000, 1000, 1000, null),
      weight: fc.constantFrom(0, 0.1, 0.1, 0.5, 1),
      sensorIds: fc.subarray([21, 22, 23, 24]),
    }),
    { selector: (one) => [one.siteId, one.zoneId, one.metric.id].join(), maxLength: 14 },
  );
  /** 11 lies in 10, 12 in 11, 13 in 10; 14 and 15 in each other, which bad data could say. */
  const parentsOf = (zoneId: number) => ({ 11: [10], 12: [11], 13: [10], 14: [15], 15: [14] })[zoneId] ?? [];
  const observed = fc.record({ alerts, silent, numbers, parentsOf: fc.constant(parentsOf) });
  const linesOf = ({ now, watch }: Attention): readonly AttentionLine[] => [...now, ...watch];

  it('is ordered the same in whatever order it is given', () => {
    fc.assert(
      fc.property(observed, fc.infiniteStream(fc.nat()), (some, order) => {
        const shuffle = <One>(list: readonly One[]): One[] =>
          list
            .map((one) => ({ one, at: order.next().value as number }))
            .toSorted((left, right) => left.at - right.at)
            .map(({ one }) => one);
        const mixed = {
          ...some,
          alerts: shuffle(some.alerts),
          silent: shuffle(some.silent),
          numbers: shuffle(some.numbers),
        };
        expect(rankAttention(mixed)).toEqual(rankAttention(some));
      }),
      { numRuns: 300 },
    );
  });

  it('stays as it is while nothing changes', () => {
    fc.assert(
      fc.property(observed, (some) => {
        const first = rankAttention(some);
        expect(keysOf(rankAttention(some, getShownLines(first)))).toEqual(keysOf(first));
      }),
      { numRuns: 300 },
    );
  });

  it('has no finding twice, no key twice, alerts and silences in full, and four watched lines', () => {
    fc.assert(
      fc.property(observed, (some) => {
        const attention = rankAttention(some);
        const lines = linesOf(attention);
        const all: Finding[] = lines.flatMap(({ head, also }) => [head, ...also]);
        expect(new Set(all).size).toBe(all.length);
        expect(new Set(keysOf(attention)).size).toBe(lines.length);
        expect(all.filter(({ kind }) => kind === 'alert')).toHaveLength(some.alerts.length);
        expect(all.filter(({ kind }) => kind === 'silence')).toHaveLength(some.silent.length);
        expect(attention.watch.length).toBeLessThanOrEqual(4);
        // All findings of a line are of one site.
        for (const { siteId, also } of lines) expect(also.every((one) => one.siteId === siteId)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('never judges a number without a range, in its first hour or with silent sensors', () => {
    fc.assert(
      fc.property(observed, (some) => {
        for (const { head, also } of linesOf(rankAttention(some)))
          for (const finding of [head, ...also])
            if (finding.kind === 'surprise') {
              const { unjudged: why, range: own, figure } = finding.number;
              expect([why, own === null]).toEqual([null, false]);
              expect(figure.surprise).toBeGreaterThanOrEqual(1.5);
            }
      }),
      { numRuns: 300 },
    );
  });

  it('puts what is silent and what it explains on one line', () => {
    fc.assert(
      fc.property(observed, (some) => {
        for (const { head, also } of linesOf(rankAttention(some))) {
          if (head.kind !== 'surprise') continue;
          for (const { siteId: at, deviceId } of some.silent)
            for (const finding of [head, ...also])
              if (finding.kind === 'surprise' && at === head.siteId && finding.number.figure.side === 'below')
                expect(finding.number.sensorIds).not.toContain(deviceId);
        }
      }),
      { numRuns: 300 },
    );
  });
});
