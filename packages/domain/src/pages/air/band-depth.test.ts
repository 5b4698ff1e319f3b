import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Band, computeScore, defaultBands } from '../../numbers/index.ts';
import { compareDepths, computeBandDepth, getBadSides, getGoodLimit } from './index.ts';

const of = (metric: string, value: number) => computeBandDepth(defaultBands[metric] as Band, value);

test.each([
  ['co2', 799, null],
  ['co2', 800, { score: 3, side: 'above', limit: 800, depth: 0 }],
  ['co2', 900, { score: 3, side: 'above', limit: 800, depth: 0.5 }],
  ['co2', 1000, { score: 2, side: 'above', limit: 1000, depth: 1 }],
  ['co2', 1200, { score: 2, side: 'above', limit: 1000, depth: 1.5 }],
  ['co2', 1800, { score: 1, side: 'above', limit: 1400, depth: 3 }],
  ['temperature', 26, null],
  ['temperature', 26.5, { score: 3, side: 'above', limit: 26, depth: 0.5 }],
  ['temperature', 18, { score: 3, side: 'below', limit: 19, depth: 1 }],
  ['temperature', 17, { score: 2, side: 'below', limit: 18, depth: 1.5 }],
  ['temperature', 12, { score: 1, side: 'below', limit: 16, depth: 4 }],
  ['luminosity', 250, { score: 3, side: 'below', limit: 300, depth: 0.5 }],
])('%s of %d lies %j beyond good', (metric, value, expected) => {
  expect(of(metric, value)).toEqual(expected);
});

test.each([
  ['co2', [800]],
  ['temperature', [26, 19]],
])('values of %s are good up to %j', (metric, limits) => {
  const band = defaultBands[metric] as Band;
  const found = getBadSides(band).map((side) => getGoodLimit(band, side));
  expect(found).toEqual(limits);
  for (const limit of found) expect(computeBandDepth(band, limit)?.depth ?? 0).toBe(0);
});

describe('which of two is worse', () => {
  it('compares the depth within each band, not the values or the names', () => {
    const warm = of('temperature', 28.5);
    const stale = of('co2', 1050);
    if (!warm || !stale) throw new Error('both are poor');
    expect(compareDepths(warm, stale)).toBeLessThan(0);
  });

  it('agrees with the scores, and grows outwards on either side, whatever the limits', () => {
    const step = fc.constantFrom(0, 0, 1, 2, 7);
    const band = fc
      .tuple(
        fc.integer({ min: -20, max: 20 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(step, { minLength: 6, maxLength: 6 }),
      )
      .map(([low, width, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]]): Band => {
        const high = low + width;
        return {
          within: [
            [low, high],
            [low - a, high + b],
            [low - a - c, high + b + d],
            [low - a - c - e, high + b + d + f],
          ],
        };
      });
    fc.assert(
      fc.property(
        band,
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: 0.01, max: 9, noNaN: true }),
        (limits, value, more) => {
          const depth = computeBandDepth(limits, value);
          expect(depth?.score ?? 5).toBe(depth === null ? 5 : computeScore(limits, value));
          expect(depth === null).toBe(computeScore(limits, value) >= 4);
          if (depth === null) return;
          const further = computeBandDepth(limits, depth.side === 'above' ? value + more : value - more);
          expect(further?.side).toBe(depth.side);
          expect(further?.depth).toBeGreaterThanOrEqual(depth.depth);
          expect(depth.side === 'above' ? value >= depth.limit : value <= depth.limit).toBe(true);
        },
      ),
    );
  });
});
