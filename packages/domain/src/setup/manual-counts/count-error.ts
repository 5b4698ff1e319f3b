/** Tail probability on each side of a 95 % interval. */
const tail = 0.025;

/** Returns the exact confidence bounds of a Poisson mean after this many events (Garwood). */
export function computePoissonBounds(seen: number): { readonly least: number; readonly most: number } {
  const widest = seen + 10 * Math.sqrt(seen + 1) + 10;
  return {
    least: seen === 0 ? 0 : solve(seen, (mean) => 1 - atMost(seen - 1, mean) < tail),
    most: solve(widest, (mean) => atMost(seen, mean) > tail),
  };
}

/** Finds the point below which a condition holds, by bisection. */
function solve(high: number, holds: (mean: number) => boolean): number {
  let [from, to] = [0, high];
  for (let step = 0; step < 60; step++) {
    const middle = (from + to) / 2;
    if (holds(middle)) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/**
 * Returns the probability of at most this many events. In logarithms, because the first term of a large mean
 * underflows.
 */
function atMost(seen: number, mean: number): number {
  if (mean === 0) return 1;
  let [logOfTerm, sum] = [-mean, 0];
  for (let count = 0; count <= seen; count++) {
    if (count > 0) logOfTerm += Math.log(mean / count);
    sum += Math.exp(logOfTerm);
  }
  return Math.min(1, sum);
}

/** A sensor's error as a share of the people who really passed: 0.02 is 2 % too many. */
export interface CountError {
  readonly error: number;
  /** Bounds of the 95 % confidence interval. */
  readonly from: number;
  readonly to: number;
}

/** One direction of a passage during one sensor interval. */
export interface CountedCell {
  readonly hand: number;
  readonly sensor: number;
}

/** With fewer people, even a perfect sensor could seem wrong by an eighth. */
export const minPeople = 30;

/**
 * Returns a sensor's error with its confidence interval, or null with too few people. Both counted the same people, so
 * the uncertainty comes from the people the sensor missed or counted falsely, not from their number (decision 36).
 */
export function estimateError(cells: readonly CountedCell[]): CountError | null {
  const people = sum(cells, ({ hand }) => hand);
  if (people < minPeople) return null;
  const madeUp = sum(cells, ({ hand, sensor }) => Math.max(0, sensor - hand));
  const missed = sum(cells, ({ hand, sensor }) => Math.max(0, hand - sensor));
  const error = (madeUp - missed) / people;
  const [of, by] = [computePoissonBounds(missed), computePoissonBounds(madeUp)];
  const spread = spreadOf(cells, error, people);
  return {
    error,
    // A sensor can't miss more people than there were.
    from: Math.max(-1, Math.min(error - spread, (by.least - of.most) / people)),
    to: Math.max(error + spread, (by.most - of.least) / people),
  };
}

/** With fewer cells, their differences say little. */
const fewestCells = 4;

/**
 * Within one cell, a missed and a false count cancel out. Frequent errors show in the differences between cells.
 * Returns the half width of the confidence interval from these differences alone.
 */
function spreadOf(cells: readonly CountedCell[], error: number, people: number): number {
  const told = cells.filter(({ hand, sensor }) => hand > 0 || sensor > 0);
  if (told.length < fewestCells) return 0;
  const squares = sum(told, ({ hand, sensor }) => (sensor - hand - error * hand) ** 2 / Math.max(1, hand));
  const freedom = told.length - 1;
  return studentBound(freedom) * Math.sqrt(squares / freedom / people);
}

/** Returns the 95 % quantile of Student's distribution, from the normal one by a Cornish-Fisher expansion. */
function studentBound(freedom: number): number {
  const z = 1.959964;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}

const sum = (cells: readonly CountedCell[], of: (cell: CountedCell) => number) =>
  cells.reduce((total, cell) => total + of(cell), 0);
