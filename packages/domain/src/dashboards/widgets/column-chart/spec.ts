import { courseSize } from '../numbers/plots.ts';
import { numbersSpec } from '../numbers-spec.ts';
import { courseLook } from '../options/looks.ts';

/** Upright bars: over time, or by what the metrics are grouped by. */
export const columnChart = numbersSpec({
  groupBy: ['DATE'],
  size: courseSize,
  options: courseLook,
  isEvolution: true,
});
