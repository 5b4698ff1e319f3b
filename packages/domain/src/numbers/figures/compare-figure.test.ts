import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatNumber } from '../../core/format/index.ts';
import { compareFigure, deriveUsual, type FigureInput, roundAsShown, sumFigures } from './compare-figure.ts';

const people = { kind: 'flow', unit: 'visitors', decimals: 0, better: 'up' } as const;
const rate = { kind: 'ratio', unit: '%', decimals: 2, better: 'up' } as const;
const energy = { kind: 'counter', unit: 'kWh', decimals: 3, better: 'down' } as const;
const air = { kind: 'sample', unit: 'ppm', decimals: 0, better: 'down' } as const;
const goods = { kind: 'count', unit: '', decimals: 0, better: 'up' } as const;

describe('the usual of a whole value', () => {
  it('of what adds up is scaled from the known part', () => {
    const { usual } = deriveUsual('flow', 49_267, { value: 49_104, usual: 47_659 });
    expect(usual).toBeCloseTo(47_817.2, 1);
    expect(deriveUsual('flow', 0, { value: 0, usual: 12 }).usual).toBe(12);
    expect(deriveUsual('money', 50, { value: 50, usual: 40 }).usual).toBe(40);
  });

  it('of anything else keeps the difference', () => {
    expect(deriveUsual('sample', 700, { value: 650, usual: 600 }).usual).toBe(650);
    expect(deriveUsual('ratio', 31.84, { value: 31.84, usual: 30.52 }).usual).toBe(30.52);
  });

  it('is none where less than half is known, which is said', () => {
    const coverage = { known: 3, asked: 10 };
    expect(deriveUsual('flow', 100, { value: 49, usual: 40 })).toMatchObject({ usual: null, tooFew: { share: 0.49 } });
    expect(deriveUsual('flow', 100, { value: 49, usual: 40 }, coverage).tooFew).toEqual(coverage);
    expect(deriveUsual('flow', 100, { value: 50, usual: 40 }, coverage)).toMatchObject({ usual: 80, tooFew: null });
    expect(deriveUsual('sample', 100, { value: 100, usual: 40 }, coverage).tooFew).toEqual(coverage);
    expect(deriveUsual('flow', null, { value: 50, usual: 40 }, coverage)).toMatchObject({ usual: null, tooFew: null });
  });

  it('has its range scaled alike', () => {
    const range = { lower: 30, upper: 60 };
    expect(deriveUsual('flow', 100, { value: 50, usual: 40, range }).range).toEqual({ lower: 60, upper: 120 });
    expect(deriveUsual('state', 20, { value: 10, usual: 40, range }).range).toEqual({ lower: 40, upper: 70 });
  });
});

describe('a change', () => {
  test.each<[FigureInput['metric'], number, number, object]>([
    [people, 49_267, 47_817.2, { usual: 47_817, change: { change: (1450 / 47_817) * 100, people: false } }],
    // Computed from what is shown: 31 against 28.3 rather than 28.25.
    [people, 31, 28.25, { usual: 28.3, change: { people: true, change: 31 - 28.3, direction: 'up' } }],
    [people, 12, 24, { change: { people: true, change: -12, tone: 'neutral' }, verdict: 'less' }],
    [people, 7, 7.4, { change: { direction: 'flat' }, verdict: 'usual' }],
    [people, 30, 60, { change: { people: false, change: -50 } }],
    [people, 5, 0, { change: { people: true, change: 5 }, verdict: 'more' }],
    [people, 0, 0, { change: null, verdict: 'usual' }],
    [people, 102, 100, { verdict: 'usual', change: { direction: 'up' } }],
    [goods, 3, 5, { change: { people: true, change: -2, tone: 'neutral' } }],
    [rate, 31.84, 30.52, { change: { points: true, tone: 'neutral' } }],
    [energy, 10.8, 9.6, { change: { change: (1.2 / 9.6) * 100, tone: 'neutral' } }],
    [energy, 10.8, 0, { change: null, verdict: null }],
  ])('of %o: %d against %d', (metric, value, usual, expected) => {
    const figure = compareFigure({ metric, value, usual });
    const { change, ...rest } = expected as { change?: { change?: number } | null };
    expect(figure).toMatchObject(rest);
    if (change === null) expect(figure.change).toBeNull();
    else if (change !== undefined) {
      const { change: amount, ...more } = change;
      expect(figure.change).toMatchObject(more);
      if (amount !== undefined) expect(figure.change?.change).toBeCloseTo(amount, 9);
    }
  });

  it('is none without both sides', () => {
    for (const [value, usual] of [
      [null, 3],
      [3, null],
    ] as const)
      expect(compareFigure({ metric: people, value, usual })).toMatchObject({ change: null, verdict: null });
  });

  it('can be computed again from the figures as they are written', () => {
    const metrics = fc.constantFrom(people, rate, energy, air, goods);
    const amount = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(metrics, amount, amount, amount, (metric, value, known, then) => {
        const { usual } = deriveUsual(metric.kind, value, { value: known, usual: then });
        const figure = compareFigure({ metric, value, usual });
        const written = (one: number | null) =>
          one === null ? null : Number(formatNumber(one, { locale: 'en', decimals: 3 }).replace(/,/g, ''));
        expect(written(figure.value)).toBe(figure.value);
        if (figure.change === null || figure.usual === null || figure.value === null) return;
        const { change, points, people: counted } = figure.change;
        const again = figure.value - figure.usual;
        expect(change).toBeCloseTo(points || counted ? again : (again / Math.abs(figure.usual)) * 100, 9);
        expect(counted).toBe((metric === people || metric === goods) && Math.min(figure.value, figure.usual) < 30);
      }),
    );
  });

  it('rounds like the formats', () => {
    const amount = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(amount, fc.nat(3), (value, decimals) => {
        const format = { locale: 'en', decimals };
        expect(formatNumber(roundAsShown(value, decimals), format)).toBe(formatNumber(value, format));
      }),
    );
  });
});

describe('the range', () => {
  const range = { lower: 900, upper: 1200 };
  const at = (value: number, more: Partial<FigureInput> = {}) =>
    compareFigure({ metric: people, value, usual: 1000, range, ...more });

  it('has no change inside', () => {
    expect(at(1200)).toMatchObject({ side: 'within', change: null, verdict: 'usual', surprise: 1 });
    expect(at(901)).toMatchObject({ side: 'within', change: null, verdict: 'usual' });
  });

  it('names the side outside, with color', () => {
    expect(at(1300)).toMatchObject({
      side: 'above',
      surprise: 1.5,
      verdict: 'more',
      change: { change: 30, tone: 'good' },
    });
    expect(at(800)).toMatchObject({ side: 'below', surprise: 2, verdict: 'less', change: { tone: 'bad' } });
    expect(at(800, { metric: { ...people, better: 'none' } }).change).toMatchObject({ tone: 'neutral' });
  });

  it('is left later than it is entered', () => {
    expect(at(1170).side).toBe('within');
    expect(at(1170, { previous: 'above' }).side).toBe('above');
    expect(at(1160, { previous: 'above' }).side).toBe('within');
    expect(at(1170, { previous: 'below' }).side).toBe('within');
  });

  it.each(['firstHour', 'silent'] as const)('judges nothing: %s', (unjudged) => {
    expect(at(1300, { unjudged })).toMatchObject({
      side: null,
      verdict: null,
      change: { change: 30, tone: 'neutral' },
    });
    expect(at(1300, { unjudged, range: null }).verdict).toBeNull();
  });
});

describe('a sum', () => {
  it('adds up the known parts, and the usual of those that have one', () => {
    expect(
      sumFigures([
        { value: 100, usual: 80.4 },
        { value: 50, usual: 61.4 },
        { value: null, usual: 40 },
      ]),
    ).toEqual({ value: 150, usual: 141, comparable: null });
    expect(sumFigures([{ value: null, usual: 40 }])).toEqual({ value: null, usual: null, comparable: null });
  });

  it('is compared as a whole where most of it can be, and says of how many parts it can', () => {
    const [large, small, tiny] = [
      { value: 100, usual: 80 },
      { value: 50, usual: null },
      { value: 5, usual: null },
    ];
    expect(sumFigures([large, tiny])).toEqual({ value: 105, usual: 84, comparable: null });
    expect(sumFigures([large, small])).toEqual({ value: 150, usual: 120, comparable: { count: 1, all: 2 } });
    expect(sumFigures([tiny, small])).toEqual({ value: 55, usual: null, comparable: { count: 0, all: 2 } });
    expect(sumFigures([{ ...tiny, usual: 4 }, small])).toEqual({
      value: 55,
      usual: null,
      comparable: { count: 1, all: 2 },
    });
  });
});
