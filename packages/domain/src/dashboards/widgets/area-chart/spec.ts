import { getTimeChartSize } from '../numbers/plots.ts';
import { numbersSpec } from '../numbers-spec.ts';
import { courseLook } from '../options/looks.ts';

/** Time series as areas, optionally stacked. */
export const areaChart = numbersSpec({
  groupBy: ['DATE'],
  size: getTimeChartSize,
  options: courseLook,
  isEvolution: true,
});
