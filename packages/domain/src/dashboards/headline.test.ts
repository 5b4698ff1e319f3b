import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bandAt } from '../measurements/index.ts';
import { airVerdict, compared, mainContribution } from './headline.ts';

test.each([
  [110, 100, { verdict: 'more', percent: 10 }],
  [90, 100, { verdict: 'less', percent: 10 }],
  [102, 100, { verdict: 'usual', percent: 2 }],
  [0, 50, { verdict: 'less', percent: 100 }],
  [5, 0, null],
  [null, 5, null],
  [5, null, null],
])('%s against %s', (value, usual, expected) => {
  expect(compared(value, usual)).toEqual(expected);
});

describe('what explains a difference', () => {
  const total = { value: 1200, usual: 1000 };
  it('is the part that moved most the same way', () => {
    const parts = [
      { name: 'Ground', value: 700, usual: 620 },
      { name: 'Food', value: 400, usual: 250 },
      { name: 'Garden', value: 100, usual: 400 },
      { name: 'Silent', value: null, usual: 400 },
    ];
    expect(mainContribution(total, parts)).toMatchObject({ name: 'Food', difference: 150 });
    expect(mainContribution({ value: 700, usual: 1000 }, parts)).toMatchObject({ name: 'Garden', difference: 300 });
    expect(mainContribution({ value: 800, usual: 1000 }, parts)).toBeNull();
  });

  it('is nothing where no part stands out, or nothing changed', () => {
    expect(mainContribution(total, [{ name: 'Ground', value: 660, usual: 600 }])).toBeNull();
    expect(mainContribution({ value: 1000, usual: 1000 }, [{ name: 'Ground', value: 660, usual: 100 }])).toBeNull();
  });

  it('never points the other way', () => {
    const part = fc.record({ name: fc.string(), value: fc.nat(1000), usual: fc.nat(1000) });
    fc.assert(
      fc.property(fc.nat(5000), fc.integer({ min: 1, max: 5000 }), fc.array(part), (value, usual, parts) => {
        const found = mainContribution({ value, usual }, parts);
        if (found === null) return;
        const named = parts.filter(({ name }) => name === found.name);
        expect(named.some((each) => Math.sign(each.value - each.usual) === Math.sign(value - usual))).toBe(true);
        expect(found.difference).toBeGreaterThan(0);
      }),
    );
  });
});

const usual = (metric: string) => bandAt([], metric, null, '2026-06-01');

test('the air is as good as its worst sample', () => {
  expect(
    airVerdict(
      [
        { metric: 'co2', place: 'Hall', value: 640 },
        { metric: 'temperature', place: 'Hall', value: 22 },
        { metric: 'co2', place: 'Market', value: 1212 },
        { metric: 'humidity', place: 'Lounge', value: null },
      ],
      usual,
    ),
  ).toEqual({ score: 2, worst: { metric: 'co2', place: 'Market', value: 1212 }, places: 2, beyondGood: 1 });
  expect(airVerdict([{ metric: 'co2', place: 'Hall', value: null }], usual)).toBeNull();
});
