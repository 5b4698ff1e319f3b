import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMainDoors, findNotableSky } from './find-causes.ts';

const doors = (...changes: readonly (number | null)[]) =>
  changes.map((change, index) => ({
    name: 'abcdef'[index] ?? '',
    value: change === null ? null : 500 + change,
    usual: 500,
  }));

test.each([
  ['one door', -100, doors(-80, -15, -5), { names: ['a'], share: 0.8 }],
  ['one door, upwards', 100, doors(10, 80, 10), { names: ['b'], share: 0.8 }],
  ['two doors, none of which is most of it', -100, doors(-45, -40, -10, -5), { names: ['a', 'b'], share: 0.85 }],
  ['no door of many', -100, doors(-25, -25, -25, -25), null],
  ['both of two doors', -100, doors(-50, -50), null],
  ['the only door', -100, doors(-100), null],
  ['a door that cannot be compared', -100, doors(-80, -20, null), null],
  ['people who took another door', -100, doors(-160, 50, 10), null],
  ['doors that fell while the place rose', 100, doors(-80, -15, -5), null],
  ['doors that explain too little of it', -100, doors(-30, -5, -5), null],
  ['doors whose usual is another', -100, doors(-200, -30, -10), null],
  ['no difference', 0, doors(-80, 80, 0), null],
] as const)('names the doors behind most of a difference: %s', (_, difference, all, expected) => {
  const found = findMainDoors(difference, all);
  expect(found && { ...found, share: Number(found.share.toFixed(9)) }).toEqual(expected);
});

test('never claims more than all of it, nor what is not most of it', () => {
  const change = fc.integer({ min: -400, max: 400 });
  fc.assert(
    fc.property(change, fc.array(change, { maxLength: 6 }), (difference, changes) => {
      const found = findMainDoors(difference, doors(...changes));
      if (found === null) return;
      expect(found.share).toBeGreaterThan(0.5);
      expect(found.share).toBeLessThanOrEqual(1);
      expect(found.names.length).toBeLessThan(changes.length);
    }),
  );
});

test('notable weather is that of today', () => {
  const day = (date: string, sky: 'rain' | 'clear' | 'snow') =>
    ({ date, sky, low: 1, high: 2, rainChance: null }) as never;
  const days = [day('2026-03-12', 'rain'), day('2026-03-13', 'clear')];
  expect(findNotableSky({ days }, '2026-03-12')).toBe('rain');
  expect(findNotableSky({ days }, '2026-03-13')).toBeNull();
  expect(findNotableSky({ days }, '2026-03-14')).toBeNull();
});
