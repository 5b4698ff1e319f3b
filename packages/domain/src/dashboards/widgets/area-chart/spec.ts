import { courseSize } from '../numbers/plots.ts';
import { numbersSpec } from '../numbers-spec.ts';
import { courseLook } from '../options/looks.ts';

/** A course over time as filled areas, stacked on request. */
export const areaChart = numbersSpec({
  groupBy: ['DATE'],
  size: courseSize,
  options: courseLook,
  isEvolution: true,
});
