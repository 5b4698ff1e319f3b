import type { ColorRange } from './map-config.ts';

const black = '#0b1016';
const white = '#ffffff';

/** Returns near black or white, whichever contrasts more with a colour over a surface. `#rrggbb`; opacity 0 to 1. */
export function chooseTextColor(fill: string, opacity: number, surface: string): string {
  const below = parseChannels(surface);
  const mixed = parseChannels(fill).map((channel, index) => channel * opacity + (below[index] ?? 0) * (1 - opacity));
  const light = computeLuminance(mixed);
  return computeContrast(light, computeLuminance(parseChannels(white))) >=
    computeContrast(light, computeLuminance(parseChannels(black)))
    ? white
    : black;
}

/** WCAG 2 contrast ratio, 1 to 21. */
export const computeContrast = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Returns the WCAG 2 relative luminance of channels from 0 to 255. */
export function computeLuminance(of: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = of.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export const parseChannels = (color: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

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
