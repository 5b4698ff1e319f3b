import { compareFigure, type FigureInput } from './compare-figure.ts';

/** What is usual of a value, as it is shown, and how far the value is from it. Negative below the usual. */
export interface FigureDeviation {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
  /** Percent of the usual. Null if that is 0. */
  readonly percent: number | null;
  /** Half widths of the range on that side; 1 is its edge. At most `maxHalfWidths`. */
  readonly halfWidths: number;
}

/** A range without width would make a deviation infinite, which JSON cannot hold. */
const maxHalfWidths = 1000;

/** Returns how far a value is from its usual, by the figures that are shown. Null without a range. */
export function measureDeviation(
  metric: FigureInput['metric'],
  value: number,
  expected: { readonly value: number | null; readonly lower: number | null; readonly upper: number | null },
): FigureDeviation | null {
  const { lower, upper } = expected;
  if (lower === null || upper === null) return null;
  const figure = compareFigure({ metric, value, usual: expected.value, range: { lower, upper } });
  if (figure.value === null || figure.usual === null || figure.range === null || figure.surprise === null) return null;
  const difference = figure.value - figure.usual;
  return {
    value: figure.usual,
    ...figure.range,
    percent: figure.usual === 0 ? null : (difference / Math.abs(figure.usual)) * 100,
    halfWidths: Math.sign(difference) * Math.min(figure.surprise, maxHalfWidths),
  };
}
