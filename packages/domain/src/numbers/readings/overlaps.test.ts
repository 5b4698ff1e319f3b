import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeCountedShare } from './index.ts';

const minute = 60_000;
const from = (start: number, length: number) => ({ at: start * minute, interval: length * 60 });
const hour = from(0, 60);

it.each([
  ['nothing else', [], 1],
  ['itself and its like', [hour, from(30, 60)], 1],
  ['coarser ones', [from(-60, 180)], 1],
  ['a finer half', [from(30, 15), from(45, 15)], 0.5],
  ['all of it', [from(0, 30), from(30, 30)], 0],
  ['finer ones that overlap', [from(0, 30), from(15, 30), from(20, 5)], 0.25],
  ['finer ones that reach in and out', [from(-10, 30), from(50, 30)], 0.5],
  ['finer ones that touch', [from(-30, 30), from(60, 30)], 1],
  ['instants', [{ at: 5 * minute, interval: 0 }], 1],
])('a reading speaks for what no finer one covers: %s', (_, others, share) => {
  expect(computeCountedShare(hour, others)).toBeCloseTo(share, 12);
});

it('is the share of its minutes that no finer reading covers', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: 1, max: 90 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(some, (list) => {
      const others = list.map(([start, length]) => from(start, length));
      const free = Array.from({ length: 60 }, (_, at) => at).filter(
        (at) => !list.some(([start, length]) => length < 60 && start <= at && at < start + length),
      );
      expect(computeCountedShare(hour, others)).toBeCloseTo(free.length / 60, 9);
    }),
  );
});
