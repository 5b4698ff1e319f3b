import { poissonBounds } from './poisson-bounds.ts';

/** What a sensor tells too much or too little, as a share of those who really went through: 0.02 is 2 % too many. */
export interface CountError {
  readonly error: number;
  /** The true error lies between these nineteen times in twenty. */
  readonly from: number;
  readonly to: number;
}

/** One way through a passage during one interval of its sensor. */
export interface CountedCell {
  readonly hand: number;
  readonly sensor: number;
}

/** Of fewer people even a sensor that makes no mistake could be wrong by an eighth. */
export const fewestPeople = 30;

/**
 * A sensor's error with its interval; null where too few people went through to tell it. Both counted the same people,
 * so it is not their number that chance decides, but how many the sensor missed and how many it made up (decision 36).
 */
export function countError(cells: readonly CountedCell[]): CountError | null {
  const people = sum(cells, ({ hand }) => hand);
  if (people < fewestPeople) return null;
  const madeUp = sum(cells, ({ hand, sensor }) => Math.max(0, sensor - hand));
  const missed = sum(cells, ({ hand, sensor }) => Math.max(0, hand - sensor));
  const error = (madeUp - missed) / people;
  const [of, by] = [poissonBounds(missed), poissonBounds(madeUp)];
  const spread = spreadOf(cells, error, people);
  return {
    error,
    // No sensor misses more people than there were.
    from: Math.max(-1, Math.min(error - spread, (by.least - of.most) / people)),
    to: Math.max(error + spread, (by.most - of.least) / people),
  };
}

/** With fewer cells than that how they differ says next to nothing. */
const fewestCells = 4;

/**
 * Within one cell, somebody missed and somebody made up don't show. That a sensor makes many such mistakes shows in how
 * the cells differ: the half width of the interval by that alone.
 */
function spreadOf(cells: readonly CountedCell[], error: number, people: number): number {
  const told = cells.filter(({ hand, sensor }) => hand > 0 || sensor > 0);
  if (told.length < fewestCells) return 0;
  const squares = sum(told, ({ hand, sensor }) => (sensor - hand - error * hand) ** 2 / Math.max(1, hand));
  const freedom = told.length - 1;
  return studentBound(freedom) * Math.sqrt(squares / freedom / people);
}

/** The quantile of Student's distribution for 95 %, from the normal one's by the series of Cornish and Fisher. */
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
