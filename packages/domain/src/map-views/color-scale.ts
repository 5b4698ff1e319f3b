import type { ColorRange } from './map-config.ts';

/** The range a value belongs to: lower ≤ value < upper, the first that holds it. */
export function rangeOf(ranges: readonly ColorRange[], value: number | null): ColorRange | null {
  if (value === null || !Number.isFinite(value)) return null;
  return (
    ranges.find(({ limits }) => value >= (limits.lower ?? -Infinity) && value < (limits.upper ?? Infinity)) ?? null
  );
}

/**
 * The colours laid over what is there now: equal bands from the smallest value, or 0 where that is greater, to the
 * greatest. The outer edges are wider by 1, so that the extremes themselves belong to a band.
 */
export function relativeRanges(
  colors: readonly { readonly color: string; readonly text?: string }[],
  values: readonly number[],
): readonly ColorRange[] {
  const known = values.filter(Number.isFinite);
  if (known.length === 0 || colors.length === 0) return [];
  const least = Math.min(0, ...known);
  const band = (Math.max(...known) - least) / colors.length;
  const [lightest] = colors;
  // Where nothing differs there is one band: nobody anywhere is no crowd.
  if (band === 0 && lightest) return [{ ...lightest, limits: { lower: least - 1, upper: least + 1 } }];
  const last = colors.length - 1;
  return colors.map((one, index) => ({
    ...one,
    limits: {
      lower: least + index * band - (index === 0 ? 1 : 0),
      upper: least + (index + 1) * band + (index === last ? 1 : 0),
    },
  }));
}
