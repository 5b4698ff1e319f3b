import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getScaleStep, layoutHeat } from './heat.ts';

const row = (values: readonly (number | null)[], closed = false) => ({ label: '', current: false, closed, values });

describe('heat grid', () => {
  it('prints one peak only, and never of a closed day', () => {
    const { cells, max } = layoutHeat([row([1, 9]), row([9, null]), row([50, 50], true)]);
    expect(max).toBe(9);
    expect(cells.flat().filter((cell) => cell.peak)).toHaveLength(1);
    expect(cells[0]?.[1]?.peak).toBe(true);
  });

  it('leaves the unknown without a step', () => {
    expect(layoutHeat([row([null, 0, 3])]).cells[0]?.map((cell) => cell.step)).toEqual([null, 0, 8]);
  });

  it('bins linearly into nine steps that never fall', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2 }),
        (max, shares) => {
          const steps = shares.toSorted((left, right) => left - right).map((share) => getScaleStep(share * max, max));
          expect(
            steps.every((step, index) => step >= 0 && step <= 8 && (index === 0 || step >= (steps[index - 1] ?? 0))),
          ).toBe(true);
        },
      ),
    );
  });
});
