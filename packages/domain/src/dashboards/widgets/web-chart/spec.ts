import { numbersSpec } from '../numbers-spec.ts';

/** Several measures of a few things at once: a web, or parallel axes. */
export const webChart = numbersSpec({
  groupBy: ['ZONE'],
  options: ['isParallelCoordinates', 'showLegend'],
  size: { columns: 6, height: 320 },
  outline: 'ring',
});
