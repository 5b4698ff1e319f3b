import { numbersSpec } from '../numbers-spec.ts';
import { courseLook } from '../options/looks.ts';

/** A course over time as filled areas, stacked on request. */
export const areaChart = numbersSpec({
  groupBy: ['DATE'],
  size: { columns: 6, height: 250 },
  options: courseLook,
  isEvolution: true,
});
