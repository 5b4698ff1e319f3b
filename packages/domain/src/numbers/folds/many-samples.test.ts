import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldCells } from './fold-cells.ts';
import type { Cell } from './measure.ts';

/** Builds the cell of a device's values in one interval, each once or as often as its weight. */
function cellOf(values: readonly number[], weights?: readonly number[]): Cell {
  const stats = { sum: 0, count: values.length, min: 0, max: 0, first: 0, firstAt: 0, last: 0, lastAt: 0, values };
  const devices = new Map([[1, weights === undefined ? stats : { ...stats, weights }]]);
  return { state: 'known', partial: false, measure: { kind: 'sample', devices } };
}

const valueAt = (cells: readonly Cell[], aggregation: 'MEDIAN' | 'P25' | 'P75' | 'P95') => {
  const point = foldCells(cells, aggregation);
  return point.state === 'known' ? point.value : null;
};

/** By definition: sort, then interpolate between two neighbours. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)] as number;
  return low + ((sorted[Math.floor(place) + 1] ?? low) - low) * (place - Math.floor(place));
}

const shares = { MEDIAN: 0.5, P25: 0.25, P75: 0.75, P95: 0.95 } as const;
const aggregations = Object.keys(shares) as (keyof typeof shares)[];
/** Integers that can be counted in an array, some out of range, and non-integers. */
const numbers = [fc.nat(10_000), fc.integer({ min: -5, max: 10_005 }), fc.nat(40_000).map((number) => number / 4)];

it.each(numbers.map((number, index) => [index, number] as const))('percentiles of many samples (%i)', (_, number) => {
  fc.assert(
    fc.property(
      fc.array(fc.array(number, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1, 7, 60),
      fc.constantFrom(...aggregations),
      (intervals, times, aggregation) => {
        const many = Array.from({ length: times }, () => intervals).flat();
        const expected = quantile(many.flat(), shares[aggregation]);
        const once = many.map((values) => cellOf(values));
        expect(valueAt(once, aggregation)).toBe(expected);
        const weighted = intervals.map((values) => cellOf(values, Array(values.length).fill(times)));
        expect(valueAt(weighted, aggregation)).toBe(expected);
      },
    ),
  );
});
