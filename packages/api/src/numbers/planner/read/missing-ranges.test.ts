import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeMissingRanges } from './device-activity.ts';

const days = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 });
const lacking = fc.record({
  installations: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
  metrics: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
  days: days.map((some) => new Set(some)),
});
const eachDay = (some: Iterable<number>) => [...some].map((day) => ({ from: day, to: day + 1 }));

test('each part is in a merged range of at most twice the size of its parts', () => {
  fc.assert(
    fc.property(fc.array(lacking, { maxLength: 12 }), (all) => {
      const joined = mergeMissingRanges(all, eachDay);
      expect(new Set(joined.flatMap(({ parts }) => parts))).toEqual(new Set(all));
      for (const { parts, whole } of joined) {
        let size = 0;
        for (const part of parts) {
          expect(whole.installations).toEqual(expect.arrayContaining([...part.installations]));
          expect(whole.metrics).toEqual(expect.arrayContaining([...part.metrics]));
          expect([...whole.days]).toEqual(expect.arrayContaining([...part.days]));
          size += part.installations.length * part.metrics.length * part.days.size;
        }
        expect(whole.installations.length * whole.metrics.length * whole.days.size).toBeLessThanOrEqual(2 * size);
      }
    }),
  );
});
