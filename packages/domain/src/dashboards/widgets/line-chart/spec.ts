import { courseSize } from '../numbers/plots.ts';
import { numbersSpec } from '../numbers-spec.ts';
import { courseLook } from '../options/looks.ts';

/** A course over time, a line for each metric and group. */
export const lineChart = numbersSpec({
  groupBy: ['DATE'],
  size: courseSize,
  options: courseLook,
  isEvolution: true,
});
