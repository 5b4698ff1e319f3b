export const heatThemes = ['light', 'dark'] as const;
export type HeatTheme = (typeof heatThemes)[number];

/**
 * The product's sequential colour scale from its second step: higher is darker in the light theme, lighter in the dark
 * one.
 */
export const heatSteps: Readonly<Record<HeatTheme, readonly string[]>> = {
  light: ['#BDD0FF', '#98B5FF', '#6F96FF', '#4474FB', '#1F55EE', '#133FC4', '#0D2C8C'],
  dark: ['#1F4084', '#2853AE', '#3B6BDB', '#5E8FFF', '#93B5FF', '#CFDEFF', '#F3F7FF'],
};

type Rgb = readonly [red: number, green: number, blue: number];

const parse = (color: string): Rgb => {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
};
const parsed: Readonly<Record<HeatTheme, readonly Rgb[]>> = {
  light: heatSteps.light.map(parse),
  dark: heatSteps.dark.map(parse),
};

/** Returns the colour of a share of the peak, 0 to 1, interpolated between steps. */
export function getHeatColor(value: number, theme: HeatTheme): Rgb {
  const steps = parsed[theme];
  const place = Math.min(1, Math.max(0, value)) * (steps.length - 1);
  const index = Math.min(steps.length - 2, Math.floor(place));
  const [low, high] = [steps[index] as Rgb, steps[index + 1] as Rgb];
  const mixed = (part: 0 | 1 | 2) => Math.round(low[part] + (high[part] - low[part]) * (place - index));
  return [mixed(0), mixed(1), mixed(2)];
}

/** Person-seconds at a position: `x` and `y` from 0 to 1 from the top left of the zone's plan. */
export interface Stay {
  readonly x: number;
  readonly y: number;
  readonly seconds: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Width of the box filters as a share of the plan's width. Three passes approximate a Gaussian blur. */
const boxShare = 0.03;
const passes = 3;

/**
 * Returns the time spent around each pixel, row by row, normalized to 1 at the busiest. Ignores stays outside the plan.
 * All 0 without stays.
 */
export function buildHeatField(stays: readonly Stay[], { width, height }: Size): Float32Array {
  let field: Float32Array<ArrayBufferLike> = new Float32Array(width * height);
  for (const { x, y, seconds } of stays) {
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1 && seconds > 0)) continue;
    const column = Math.min(width - 1, Math.floor(x * width));
    const row = Math.min(height - 1, Math.floor(y * height));
    const place = row * width + column;
    field[place] = (field[place] ?? 0) + seconds;
  }
  const reach = Math.max(1, Math.round((boxShare * width) / 2));
  for (let pass = 0; pass < passes; pass += 1) {
    field = boxFilter(field, width, height, 1, width, reach);
    field = boxFilter(field, height, width, width, 1, reach);
  }
  return normalized(field);
}

/**
 * Averages `reach` pixels to either side, along lines of `length` pixels that are `step` apart in memory. Pixels beyond
 * the edge count as 0, so that no time accumulates along walls.
 */
function boxFilter(
  from: Float32Array,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
  reach: number,
): Float32Array {
  const to = new Float32Array(from.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep;
    let sum = 0;
    for (let at = 0; at < Math.min(reach, length); at += 1) sum += from[start + at * step] ?? 0;
    for (let at = 0; at < length; at += 1) {
      if (at + reach < length) sum += from[start + (at + reach) * step] ?? 0;
      to[start + at * step] = Math.max(0, sum) / (2 * reach + 1);
      if (at - reach >= 0) sum -= from[start + (at - reach) * step] ?? 0;
    }
  }
  return to;
}

function normalized(field: Float32Array): Float32Array {
  let peak = 0;
  for (const value of field) if (value > peak) peak = value;
  return peak === 0 ? field : field.map((value) => value / peak);
}

/** Share of the peak below which the image is transparent. */
const visibleFrom = 0.04;
/** Maximum opacity, so that the plan stays readable below the busiest place. */
const maxOpaque = 0.88;

/**
 * Renders where people spent their time as an overlay of the zone's plan: RGBA, row by row, transparent where no one
 * was.
 */
export function renderHeatImage(stays: readonly Stay[], size: Size, theme: HeatTheme): Uint8Array {
  const field = buildHeatField(stays, size);
  const pixels = new Uint8Array(field.length * 4);
  for (const [place, value] of field.entries()) {
    if (value < visibleFrom) continue;
    const [red, green, blue] = getHeatColor(value, theme);
    const opacity = maxOpaque * Math.min(1, (value - visibleFrom) / 0.25);
    pixels.set([red, green, blue, Math.round(255 * opacity)], place * 4);
  }
  return pixels;
}
