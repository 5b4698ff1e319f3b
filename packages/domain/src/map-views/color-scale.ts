import type { ColorRange } from './map-config.ts';
import { computeLuminance, parseChannels } from './text-color.ts';

/** Returns the first range with lower ≤ value < upper. */
export function findColorRange(ranges: readonly ColorRange[], value: number | null): ColorRange | null {
  if (value === null || !Number.isFinite(value)) return null;
  return (
    ranges.find(({ limits }) => value >= (limits.lower ?? -Infinity) && value < (limits.upper ?? Infinity)) ?? null
  );
}

/**
 * Adapts ranges to a dark background. Reverses a scale from light to dark, so that higher values still contrast more.
 * Other colours, such as a traffic light's, keep their meaning.
 */
export function adaptToDarkSurface(ranges: readonly ColorRange[]): readonly ColorRange[] {
  const light = ranges.map(({ color }) => computeLuminance(parseChannels(color)));
  const darkens = light.every((one, place) => place === 0 || one < (light[place - 1] ?? 0));
  if (ranges.length < 2 || !darkens) return ranges;
  return ranges.map((range, place) => ({ ...range, color: ranges[ranges.length - 1 - place]?.color ?? range.color }));
}

/**
 * Builds equal bands between the smallest value (at most 0) and the largest. Extends the outer bands by 1, so that they
 * include the extremes.
 */
export function buildRelativeRanges(
  colors: readonly { readonly color: string; readonly text?: string }[],
  values: readonly number[],
): readonly ColorRange[] {
  const known = values.filter(Number.isFinite);
  if (known.length === 0 || colors.length === 0) return [];
  const least = Math.min(0, ...known);
  const band = (Math.max(...known) - least) / colors.length;
  const [lightest] = colors;
  // Without differences there is a single band, so that an empty site does not look crowded.
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
