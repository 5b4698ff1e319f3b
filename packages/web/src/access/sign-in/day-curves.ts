/** Range of the drawing, and distance between two points, in minutes of the local day. */
export const dayBegin = 5 * 60;
export const dayEnd = 23 * 60;
const step = 6;

/** Current minute of the frontmost shop's unfinished day. */
export const currentMinute = 14 * 60 + 48;

export interface DayCurve {
  /** People inside at `dayBegin`, `dayBegin + 6 min`, …, as a share of the maximum over all shops. */
  readonly levels: readonly number[];
}

/**
 * Generates invented shop days that look real: a slow start, lunch, an afternoon dip, the evening rush. Deterministic.
 */
export function buildDayCurves(count: number): readonly DayCurve[] {
  return Array.from({ length: count }, (_, shop) => ({ levels: drawDay(randomFrom(shop * 7919 + 17)) }));
}

export function toMinute(index: number): number {
  return dayBegin + index * step;
}

function drawDay(random: () => number): number[] {
  const spread = (middle: number, width: number) => middle + (random() * 2 - 1) * width;
  const opens = spread(8.6, 0.7) * 60;
  const sooner = random() < 0.2 ? 85 : 0;
  const lunch = { at: spread(12.9, 0.45) * 60 - sooner / 2, width: spread(98, 16), height: spread(0.66, 0.2) };
  const evening = { at: spread(18, 0.45) * 60 - sooner, width: spread(88, 14), height: spread(0.82, 0.22) };
  const morning = spread(0.26, 0.07);
  const levels: number[] = [];
  let restless = 0;
  for (let minute = dayBegin; minute <= dayEnd; minute += step) {
    const open = rise(minute - opens - 20, 11) * (1 - rise(minute - 20.2 * 60, 26));
    const early = morning * rise(minute - opens - 55, 24) * (1 - rise(minute - 16 * 60, 50));
    const people = open * (early + bell(minute, lunch) + bell(minute, evening));
    // People come in groups: the noise drifts instead of jumping, and grows with the crowd.
    restless = restless * 0.7 + (random() - 0.5) * 0.068;
    levels.push(Math.max(0, people * (1 + restless)));
  }
  return levels;
}

function bell(minute: number, { at, width, height }: { at: number; width: number; height: number }): number {
  return height * Math.exp(-(((minute - at) / width) ** 2));
}

function rise(minutes: number, softness: number): number {
  return 1 / (1 + Math.exp(-minutes / softness));
}

/** Returns a deterministic generator of numbers in [0, 1) (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns the level at a minute of the day, interpolated linearly. */
export function interpolateLevel({ levels }: DayCurve, minute: number): number {
  const place = (minute - dayBegin) / step;
  const before = levels[Math.floor(place)] ?? 0;
  const after = levels[Math.ceil(place)] ?? before;
  return before + (after - before) * (place - Math.floor(place));
}
