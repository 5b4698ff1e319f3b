import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RepeatFilter } from './logger.ts';

test('logs five lines of a kind per minute, then the number of suppressed ones', () => {
  const gate = new RepeatFilter();
  const taken = Array.from({ length: 300 }, (_, second) => gate.take('disk full', second * 100));
  expect(taken.filter((skipped) => skipped !== null)).toEqual([0, 0, 0, 0, 0]);
  expect(gate.take('another', 30_000)).toBe(0);
  expect(gate.take('disk full', 60_000)).toBe(295);
});

test('every line is either logged or counted in a later one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 2 }))), (steps) => {
      const gate = new RepeatFilter();
      let now = 0;
      let [told, counted] = [0, 0];
      const lines = [...steps, ...[0, 1, 2].map((kind) => [120_000, kind] as const)];
      for (const [pause, kind] of lines) {
        now += pause;
        const skipped = gate.take(`${kind}`, now);
        if (skipped !== null) [told, counted] = [told + 1, counted + skipped];
      }
      expect(told + counted).toBe(lines.length);
    }),
  );
});

test('the number of remembered kinds is limited', () => {
  const gate = new RepeatFilter();
  for (let kind = 0; kind < 10_000; kind += 1) expect(gate.take(`${kind}`, kind)).toBe(0);
});
