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
