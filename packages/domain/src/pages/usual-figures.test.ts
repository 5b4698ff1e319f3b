import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ExpectedPoint, findMetric, type LabelledValue, type Metric } from '../numbers/index.ts';
import { listUsualFigures, type UsualFigure } from './usual-figures.ts';

const find = (id: string) => findMetric(id) as Metric;
const entries = find('affluenceIn');

const expectedOf = (value: number | null, more: Partial<ExpectedPoint> = {}): ExpectedPoint => ({
  ...{ value, lower: null, upper: null, warranty: null, reason: 'history' },
  ...more,
});
const inRange = (value: number, lower: number, upper: number) =>
  expectedOf(value, { lower, upper, warranty: { held: 90, of: 100 }, reason: null });

const percent = (value: number, usual: number) => (value / usual - 1) * 100;

/** Builds an answer of rows [label, value, usual, change in %, what is expected]. */
type Row = readonly [label: string, value: number | null, usual: number | null, change: number | null, ExpectedPoint?];
const answerOf = (rows: readonly Row[], more: object = {}) => ({
  data: rows.map(([label, value, , , expected]) => ({ label, value, ...(expected && { expected }) })),
  comparison: rows.map(([label, , value]) => ({ label, value })),
  evolution: rows.map(([label, , , value]) => ({ label, value })),
  ...{ comparisonCoverage: null, comparisonTimes: null, granularity: null, ...more },
});
const figuresOf = (rows: readonly Row[], metric = entries, more: object = {}) =>
  listUsualFigures(answerOf(rows, more), metric) as readonly UsualFigure[];

const none = {
  ...{ usual: null, lower: null, upper: null, change: null, changeUnit: null, side: null },
  ...{ times: null, tooFew: null, reason: null, name: null },
};

describe('the figures beside the numbers of an answer', () => {
  test('are the usual, its range, the side and the change between the rounded numbers', () => {
    const [within, above, few] = figuresOf([
      ['a', 67_126, 66_500.4, percent(67_126, 66_500.4), inRange(66_500.4, 51_000.2, 80_000.4)],
      ['b', 90_000, 66_500.4, percent(90_000, 66_500.4), inRange(66_500.4, 51_000.2, 80_000.4)],
      ['c', 12, 20, -40, inRange(20, 15, 25)],
    ]);
    const range = { usual: 66_500, lower: 51_000, upper: 80_000 };
    expect(within).toEqual({ ...none, label: 'a', value: 67_126, ...range, side: 'within' });
    expect(above).toMatchObject({ ...range, side: 'above', change: 35.3, changeUnit: 'PERCENT' });
    expect(few).toMatchObject({ side: 'below', change: -8, changeUnit: 'COUNT' });
  });

  test('say what the usual is the mean of, or why there is no range', () => {
    const fair = expectedOf(null, { reason: 'event', name: 'Fair' });
    const mean = expectedOf(null, { mean: { value: 100, days: 3 } });
    const [young, special] = figuresOf([
      ['a', 110, 100, 10, mean],
      ['b', 110, null, null, fair],
    ]);
    expect(young).toMatchObject({ usual: 100, times: 3, change: 10, side: null, reason: 'history' });
    expect(special).toMatchObject({ usual: null, times: null, reason: 'event', name: 'Fair' });
  });

  test('scale what is known on both sides to the whole, and state how little can be compared', () => {
    const [scaled, little] = figuresOf([
      ['a', 200, 90, percent(100, 90), inRange(90, 45, 180)],
      ['b', 200, 40, 25],
    ]);
    expect(scaled).toMatchObject({ usual: 180, lower: 90, upper: 360, side: 'within' });
    expect(little).toMatchObject({ usual: null, change: null, tooFew: { share: 0.25 } });
  });

  test('of a rate change in points', () => {
    const [rate] = figuresOf([['a', 12.5, 10, 25]], find('footfallCaptureRate'));
    expect(rate).toMatchObject({ usual: 10, change: 2.5, changeUnit: 'POINTS' });
  });

  test('nest like the values, and places of the same name are compared with nothing', () => {
    const inner = answerOf([
      ['x', 200, 90, percent(100, 90)],
      ['y', 5, 4, 25],
      ['y', 7, 9, 25],
    ]);
    const wrap = (value: readonly LabelledValue[]) => [{ label: 'Hall', value }];
    const nested = {
      ...inner,
      ...{ data: wrap(inner.data), comparison: wrap(inner.comparison), evolution: wrap(inner.evolution) },
    };
    expect(listUsualFigures(nested, entries)).toEqual([
      {
        label: 'Hall',
        value: [
          { ...none, label: 'x', value: 200, usual: 180, change: 11.1, changeUnit: 'PERCENT' },
          { ...none, label: 'y', value: 5 },
          { ...none, label: 'y', value: 7 },
        ],
      },
    ]);
  });

  test('of a step do not depend on how much of the whole time is known', () => {
    const rows: readonly Row[] = [['2026-03-09T00:00:00+01:00', 21.5, 20, 7.5]];
    const comparisonCoverage = { known: 1, asked: 7 };
    const steps = figuresOf(rows, find('temperature'), { comparisonCoverage, granularity: 86_400 });
    expect(steps[0]).toMatchObject({ usual: 20, tooFew: null });
    const total = figuresOf(rows, find('temperature'), { comparisonCoverage });
    expect(total[0]).toMatchObject({ usual: null, tooFew: comparisonCoverage });
  });

  test('can be computed again from each other', () => {
    const amount = fc.double({ min: 0, max: 100_000, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom('affluenceIn', 'electricityConsumption', 'co2'),
        amount,
        amount,
        amount,
        amount,
        (id, value, usual, down, up) => {
          const metric = find(id);
          const range = inRange(usual, Math.max(0, usual - down), usual + up);
          const [figure] = figuresOf([['a', value, usual, usual === 0 ? null : percent(value, usual), range]], metric);
          if (figure?.usual == null || figure.value === null) return;
          const { lower, upper } = figure as { lower: number; upper: number };
          const isOutside = figure.value > upper || figure.value < lower;
          expect(figure.side === 'within').toBe(!isOutside);
          if (figure.change === null) return;
          const difference = figure.value - figure.usual;
          const change = figure.changeUnit === 'COUNT' ? difference : (difference / figure.usual) * 100;
          expect(figure.change).toBeCloseTo(change, figure.changeUnit === 'COUNT' ? -0.31 : 0.98);
        },
      ),
    );
  });
});
