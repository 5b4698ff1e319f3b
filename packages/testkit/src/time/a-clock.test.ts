import { expect, test } from 'vitest';
import { aClock } from './index.ts';

test('a test clock stands still until it is set, also through a detached now()', () => {
  const clock = aClock('2026-03-01T08:00:00Z');
  const { now } = clock;
  expect([clock.now(), now()]).toEqual([1_772_352_000_000, 1_772_352_000_000]);
  clock.time += 60_000;
  expect([clock.now(), now()]).toEqual([1_772_352_060_000, 1_772_352_060_000]);
  expect(aClock(5).now()).toBe(5);
});
