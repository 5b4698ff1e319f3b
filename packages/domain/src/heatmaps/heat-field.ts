/** Time spent at a place: `x` and `y` from 0 to 1 from the top left of the zone's plan, `seconds` of persons there. */
export interface Stay {
  readonly x: number;
  readonly y: number;
  readonly seconds: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Three box filters of this width come close to a bell; as a part of the plan's width. */
const boxShare = 0.03;
const passes = 3;

/**
 * How much time was spent around each pixel, row by row, from 0 to 1 at the busiest. Stays without a place on the plan
 * are left out; without any stay all is 0.
 */
export function heatField(stays: readonly Stay[], { width, height }: Size): Float32Array {
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
 * The mean of `reach` pixels to either side along lines of `length` pixels that are `step` apart in memory. What lies
 * beyond the edge counts as empty, so that nothing is gathered along walls that was not spent there.
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
