/** Minutes of the local day that the drawing spans, and between two points of a line. */
export const dayBegin = 5 * 60;
export const dayEnd = 23 * 60;
const step = 10;

/** The last shop's day is under way. */
export const drawnNow = 14 * 60 + 48;

export interface DayCurve {
  /** People inside at `dayBegin`, `dayBegin + 10 min`, …, as a share of the busiest moment of all shops. */
  readonly levels: readonly number[];
}

/** Invented shops whose days look like real ones: a slow start, lunch, an afternoon dip, the rush after work. Always the same. */
export function dayCurves(count: number): readonly DayCurve[] {
  return Array.from({ length: count }, (_, shop) => ({ levels: drawDay(randomFrom(shop * 7919 + 17)) }));
}

export function minuteOf(index: number): number {
  return dayBegin + index * step;
}

function drawDay(random: () => number): number[] {
  const spread = (middle: number, width: number) => middle + (random() * 2 - 1) * width;
  const opens = spread(8.6, 0.7) * 60;
  const early = random() < 0.2 ? 90 : 0;
  const lunch = { at: spread(12.9, 0.45) * 60 - early / 2, width: spread(105, 18), height: spread(0.72, 0.2) };
  const evening = { at: spread(18, 0.45) * 60 - early, width: spread(92, 14), height: spread(0.82, 0.22) };
  const morning = spread(0.2, 0.06);
  const levels: number[] = [];
  let restless = 0;
  for (let minute = dayBegin; minute <= dayEnd; minute += step) {
    const open = rise(minute - opens, 28) * (1 - rise(minute - 20.2 * 60, 26));
    const people = open * (morning * rise(minute - opens - 60, 40) + bell(minute, lunch) + bell(minute, evening));
    // People come in groups: the noise wanders instead of jumping, and grows with the crowd.
    restless = restless * 0.72 + (random() - 0.5) * 0.075;
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

/** Numbers in [0, 1) that are the same on every machine (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
