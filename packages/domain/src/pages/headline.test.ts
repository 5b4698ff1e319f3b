import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFigure } from '../numbers/index.ts';
import { addsUp, findMainContribution } from './headline.ts';

/** Direction of a difference between people. */
const verdictOf = (value: number, usual: number) =>
  compareFigure({ metric: { kind: 'flow', unit: 'visitors', decimals: 0, better: 'up' }, value, usual }).verdict ??
  'usual';

describe('what explains a difference', () => {
  const total = { value: 1200, usual: 1000 };
  it('is the part with the largest change in the same direction', () => {
    const parts = [
      { name: 'Ground', value: 700, usual: 620 },
      { name: 'Food', value: 400, usual: 250 },
      { name: 'Garden', value: 100, usual: 400 },
      { name: 'Silent', value: null, usual: 400 },
    ];
    expect(findMainContribution(total, 'more', parts)).toMatchObject({ name: 'Food', difference: 150 });
    expect(findMainContribution({ value: 700, usual: 1000 }, 'less', parts)).toMatchObject({
      name: 'Garden',
      difference: 300,
    });
    expect(findMainContribution({ value: 800, usual: 1000 }, 'less', parts)).toBeNull();
  });

  it('is nothing where no part stands out, or nothing changed', () => {
    expect(findMainContribution(total, 'more', [{ name: 'Ground', value: 660, usual: 600 }])).toBeNull();
    expect(
      findMainContribution({ value: 1000, usual: 1000 }, 'usual', [{ name: 'Ground', value: 660, usual: 100 }]),
    ).toBeNull();
  });

  it('must be more than half', () => {
    const doors = [
      { name: 'North', value: 600, usual: 500 },
      { name: 'South', value: 600, usual: 500 },
    ];
    expect(findMainContribution(total, 'more', doors)).toBeNull();
    expect(findMainContribution(total, 'more', [{ name: 'North', value: 601, usual: 500 }])).toMatchObject({
      name: 'North',
    });
  });

  it('is not the whole itself, as at a site with one door', () => {
    expect(findMainContribution(total, 'more', [{ name: 'Street door', ...total }])).toBeNull();
  });

  it.each([
    ['at present', { value: 1300, usual: 1190 }],
    ['usually', { value: 1200, usual: 1060 }],
    ['at both times', { value: 2320, usual: 2200 }],
  ])('is nothing where more was counted than in the whole, %s', (_, part) => {
    expect(findMainContribution(total, 'more', [{ name: 'Inner door', ...part }])).toBeNull();
  });

  it('makes up most of the whole, which has another part', () => {
    const part = fc.record({ name: fc.string(), value: fc.nat(1000), usual: fc.nat(1000) });
    const sum = (parts: readonly { value: number; usual: number }[], side: 'value' | 'usual') =>
      parts.reduce((all, each) => all + each[side], 0);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const whole = { value: sum(parts, 'value'), usual: sum(parts, 'usual') };
        const found = findMainContribution(whole, verdictOf(whole.value, whole.usual), parts);
        if (found === null) return;
        const change = Math.abs(whole.value - whole.usual);
        expect(found.difference).toBe(Math.abs(found.value - found.usual));
        expect(2 * found.difference).toBeGreaterThan(change);
        expect(found.difference).toBeLessThanOrEqual(change);
        expect(whole.value + whole.usual).toBeGreaterThan(found.value + found.usual);
      }),
    );
  });

  it('never points the other way', () => {
    const part = fc.record({ name: fc.string(), value: fc.nat(1000), usual: fc.nat(1000) });
    fc.assert(
      fc.property(fc.nat(5000), fc.integer({ min: 1, max: 5000 }), fc.array(part), (value, usual, parts) => {
        const found = findMainContribution({ value, usual }, verdictOf(value, usual), parts);
        if (found === null) return;
        const named = parts.filter(({ name }) => name === found.name);
        expect(named.some((each) => Math.sign(each.value - each.usual) === Math.sign(value - usual))).toBe(true);
        expect(found.difference).toBeGreaterThan(0);
      }),
    );
  });
});

describe('what makes up a whole', () => {
  const doors = [
    { value: 700, usual: 620 },
    { value: 500, usual: 380 },
  ];
  it.each([
    ['all doors', { value: 1200, usual: 1000 }, doors, true],
    ['a door that was silent then or now', { value: 1200, usual: 1000 }, [...doors, null], true],
    [
      'zones, whose inner doors are crossed too',
      { value: 1200, usual: 1000 },
      [...doors, { value: 90, usual: 80 }],
      false,
    ],
    ['other hours than the whole', { value: 1200, usual: 1040 }, doors, false],
    ['nothing', { value: 0, usual: 0 }, [], false],
    ['no comparison', null, doors, false],
  ] as const)('%s', (_, total, parts, expected) => {
    expect(
      addsUp(
        total,
        parts.map((known) => ({ known })),
      ),
    ).toBe(expected);
  });

  it('is made of changes that add up to its change', () => {
    const part = fc.record({ value: fc.nat(1000), usual: fc.nat(1000).map((four) => four / 4) });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 9 }), fc.boolean(), (parts, isWhole) => {
        const sum = (side: 'value' | 'usual') => parts.reduce((all, each) => all + each[side], 0);
        const total = { value: sum('value') + (isWhole ? 0 : 1), usual: sum('usual') };
        expect(
          addsUp(
            total,
            parts.map((known) => ({ known })),
          ),
        ).toBe(isWhole);
      }),
    );
  });
});
