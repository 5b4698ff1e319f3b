import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Random } from './index.ts';

const some = (seed: number) => {
  const random = new Random(seed);
  return Array.from({ length: 20 }, () => random.next());
};

test('a seed determines the numbers, and another seed gives others', () => {
  expect(some(7)).toEqual(some(7));
  expect(some(7)).not.toEqual(some(8));
});

test('numbers are below their limit and cover the whole range', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 10 }), (seed, limit) => {
      const random = new Random(seed);
      const drawn = new Set(Array.from({ length: 400 }, () => random.below(limit)));
      expect([...drawn].sort((left, right) => left - right)).toEqual(
        Array.from({ length: limit }, (_, index) => index),
      );
    }),
  );
});

test('shuffling loses nothing, adds nothing and leaves its list as it was', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.integer()), (seed, list) => {
      const before = [...list];
      const shuffled = new Random(seed).shuffled(list);
      expect(list).toEqual(before);
      expect([...shuffled].sort()).toEqual([...list].sort());
    }),
  );
});
