import { numbersSpec } from '../numbers-spec.ts';

/** Several metrics of a few groups: a radar chart, or parallel axes. */
export const webChart = numbersSpec({
  groupBy: ['ZONE'],
  options: ['isParallelCoordinates', 'showLegend'],
  size: { columns: 6, height: 320 },
  outline: 'ring',
});
