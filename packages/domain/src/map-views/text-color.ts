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
