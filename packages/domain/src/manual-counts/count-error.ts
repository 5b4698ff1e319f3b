import { computePoissonBounds } from './poisson-bounds.ts';

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
