import { type AlertCondition, emptyCondition, type Observation } from '@atrium/domain/actions/alerts';
import type { LabelledValue } from '@atrium/domain/numbers';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../numbers/index.ts';
import type { Site } from '../../../sites/index.ts';
import { toAlertPoint, toObservations } from './to-observations.ts';

const hour = 3_600_000;
const midnight = Date.parse('2026-03-02T00:00:00Z');
const at = (hours: number) => midnight + hours * hour;

const spans = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ begin: [day, 9, 0], end: [day, 19, 0] }) as const);
const topology = aSite(1, {
  timezone: 'UTC',
  zones: [aZone(7)],
  passages: [aDoor(11, null, 7)],
  devices: Array.from({ length: 5 }, (_, index) => aPad(21 + index, 11, { interval: 3600 })),
});
const site = { id: 1, topology } as unknown as Site;
const open = { id: 1, topology: { ...topology, openingHours: { spans, reset: false } } } as unknown as Site;

const condition: AlertCondition = {
  ...emptyCondition('expected'),
  metric: 'affluenceIn',
  interval: 3600,
  deviation: 'outsideRange',
};
const place = { kind: 'site', id: 1 } as never;
const range = { value: 100, lower: 80, upper: 130, warranty: null, reason: null };

function observe(
  points: readonly (Partial<LabelledValue> & { readonly hours: number })[],
  changes: Partial<AlertCondition> = {},
  of: Site = site,
  silent: Answer['coverage']['silent'] = [],
): readonly Observation[] {
  const data = points.map(({ hours, ...point }) => ({
    label: new Date(at(hours)).toISOString(),
    value: 120,
    expected: range,
    ...point,
  }));
  const answer = { data, granularity: 3600, coverage: { ratio: 1, silent } } as unknown as Answer;
  const watch = { place, metrics: ['affluenceIn'], aggregation: null, deviceIds: [] };
  const observed = { site: of, condition: { ...condition, ...changes }, span: { from: at(0), to: at(24) } };
  return toObservations([[answer]], observed, watch, at(12.5));
}

const kindsOf = (observations: readonly Observation[]) =>
  observations.map((one) => (one.kind === 'closed' ? (one.because ?? 'closed') : one.kind));

describe('values compared with what is expected', () => {
  test('are drawn over the range they are judged by', () => {
    const missing = { hours: 11, value: null, state: 'missing' } as const;
    expect(observe([{ hours: 10 }, missing]).map(toAlertPoint)).toEqual([
      { at: at(10), value: 120, lower: 80, upper: 130 },
      { at: at(11), value: null, lower: null, upper: null },
    ]);
  });

  test('have their distance from it, as shown', () => {
    const [above, below] = observe([{ hours: 10 }, { hours: 11, value: 70 }]);
    expect(above).toMatchObject({
      kind: 'known',
      value: 120,
      usual: { value: 100, lower: 80, upper: 130, percent: 20, halfWidths: 20 / 30 },
    });
    expect(below).toMatchObject({ usual: { percent: -30, halfWidths: -1.5 } });
  });

  test('are not judged before opening nor in the first open hour, if they are about people', () => {
    const hours = [{ hours: 8 }, { hours: 9 }, { hours: 10 }, { hours: 20 }];
    expect(kindsOf(observe(hours, {}, open))).toEqual(['firstHour', 'firstHour', 'known', 'known']);
    expect(kindsOf(observe(hours, { metric: 'electricityConsumption' }, open))).toEqual(hours.map(() => 'known'));
    expect(kindsOf(observe(hours, { onlyWhileOpen: true }, open))).toEqual(['closed', 'firstHour', 'known', 'closed']);
    expect(kindsOf(observe(hours))).toEqual(hours.map(() => 'known'));
  });

  test('are not judged without a range, nor on holidays and events, which are named', () => {
    const without = { ...range, lower: null, upper: null };
    const observed = observe([
      { hours: 0, expected: { ...without, reason: 'history' } },
      { hours: 1, expected: { ...without, value: null, reason: 'holiday', name: 'New Year' } },
      { hours: 2, value: null, state: 'missing', expected: { ...without, reason: 'event', name: 'Fair' } },
    ]);
    expect(kindsOf(observed)).toEqual(['history', 'holiday', 'event']);
    expect(observed[1]).toMatchObject({ name: 'New Year' });
  });

  test('are known in part while sensors are silent, and unknown when all are', () => {
    const gap = (from: number, to: number) => ({ deviceId: 21, from: at(from), to: at(to) });
    const observed = observe(
      [
        { hours: 10, partial: true },
        { hours: 11, partial: true },
        { hours: 9, value: null, state: 'missing' },
      ],
      {},
      site,
      [gap(10, 10.5), gap(11, 12)],
    );
    // One of five sensors for half of the hour, and for all of it.
    expect(observed[0]).toMatchObject({ kind: 'known', coverage: 0.9 });
    expect(observed[1]).toMatchObject({ kind: 'known', coverage: 0.8 });
    expect(kindsOf(observed)[2]).toBe('missing');
  });

  test('of an interval in progress are marked, and other days are left out', () => {
    const observed = observe([{ hours: -1 }, { hours: 12, partial: true }, { hours: 24 }]);
    expect(observed).toMatchObject([{ kind: 'known', from: at(12), isInProgress: true }]);
  });

  test('of days with a change of clocks last as long as the day', () => {
    const zurich = { id: 1, topology: { ...topology, timezone: 'Europe/Zurich' } } as unknown as Site;
    const label = '2026-03-29T00:00:00+01:00';
    const answer = { data: [{ label, value: 120, expected: range }], granularity: 86_400 } as unknown as Answer;
    const from = Date.parse(label);
    const [day] = toObservations(
      [[{ ...answer, coverage: { ratio: 1, silent: [] } } as unknown as Answer]],
      { site: zurich, condition: { ...condition, interval: 86_400 }, span: { from, to: from + 24 * hour } },
      { place, metrics: ['affluenceIn'], aggregation: null, deviceIds: [] },
      from + 48 * hour,
    );
    expect(day).toMatchObject({ from, to: from + 23 * hour });
  });
});
