import { numbersSpec } from '../numbers-spec.ts';
import { courseLook } from '../options/looks.ts';

/** Upright bars: over time, or by what the metrics are grouped by. */
export const columnChart = numbersSpec({
  groupBy: ['DATE'],
  size: { columns: 6, height: 250 },
  options: courseLook,
  isEvolution: true,
});
