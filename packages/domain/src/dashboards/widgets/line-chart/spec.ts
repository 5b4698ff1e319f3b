import { getTimeChartSize } from '../numbers/plots.ts';
import { numbersSpec } from '../numbers-spec.ts';
import { courseLook } from '../options/looks.ts';

/** Time series, one line per metric and group. */
export const lineChart = numbersSpec({
  groupBy: ['DATE'],
  size: getTimeChartSize,
  options: courseLook,
  isEvolution: true,
});
