import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Overlaps } from './series-reporting.ts';

const instants = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 12 });
const edges = instants.map((some) => some.sort((left, right) => left - right));
const span = fc.record({ from: fc.integer({ min: -9, max: 70 }), length: fc.integer({ min: 0, max: 40 }) });

test('the overlap of each piece equals that of a pairwise comparison', () => {
  fc.assert(
    fc.property(edges, fc.array(span, { maxLength: 8 }), (cut, drawn) => {
      const spans = drawn.map(({ from, length }) => ({ from, to: from + length }));
      const overlaps = new Overlaps({ edges: cut });
      overlaps.add(spans);
      const held = cut.slice(1).map((to, piece) => {
        const begin = cut[piece] as number;
        const shares = spans.map((one) => Math.max(0, Math.min(one.to, to) - Math.max(one.from, begin)));
        return shares.reduce((sum, share) => sum + share, 0);
      });
      expect([...overlaps.sums()]).toEqual(held);
    }),
  );
});
