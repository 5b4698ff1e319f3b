import type { ColorRange } from './map-config.ts';
import { channels, luminance } from './readable-on.ts';

/** The range a value belongs to: lower ≤ value < upper, the first that holds it. */
export function rangeOf(ranges: readonly ColorRange[], value: number | null): ColorRange | null {
  if (value === null || !Number.isFinite(value)) return null;
  return (
    ranges.find(({ limits }) => value >= (limits.lower ?? -Infinity) && value < (limits.upper ?? Infinity)) ?? null
  );
}

/**
 * The same ranges on a dark surface: a scale that runs from light to dark runs the other way, so that more stays further
 * from the surface. Colours that are no such scale, as of a traffic light, keep their meaning.
 */
export function onDarkSurface(ranges: readonly ColorRange[]): readonly ColorRange[] {
  const light = ranges.map(({ color }) => luminance(channels(color)));
  const darkens = light.every((one, place) => place === 0 || one < (light[place - 1] ?? 0));
  if (ranges.length < 2 || !darkens) return ranges;
  return ranges.map((range, place) => ({ ...range, color: ranges[ranges.length - 1 - place]?.color ?? range.color }));
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
