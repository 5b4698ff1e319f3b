import { getTimeChartSize } from '../numbers/plots.ts';
import { numbersSpec } from '../numbers-spec.ts';
import { courseLook } from '../options/looks.ts';

/** Vertical bars: over time, or by the metrics' groups. */
export const columnChart = numbersSpec({
  groupBy: ['DATE'],
  size: getTimeChartSize,
  options: courseLook,
  isEvolution: true,
});
