import { numbersSpec } from '../numbers-spec.ts';
import { coloring } from '../options/option-names.ts';

/** A number as part of the most it can be, as a ring or half of one. */
export const circleChart = numbersSpec({
  groupBy: null,
  options: ['halfCircle', 'rowFormatter', 'thresholds', ...coloring],
  size: { columns: 4, height: 250 },
  outline: 'ring',
});
