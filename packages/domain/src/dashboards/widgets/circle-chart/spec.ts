import { numbersSpec } from '../numbers-spec.ts';
import { coloring } from '../options/option-names.ts';

/** A number as a share of its maximum, as a full or half ring. */
export const circleChart = numbersSpec({
  groupBy: null,
  options: ['halfCircle', 'rowFormatter', 'thresholds', ...coloring],
  size: { columns: 4, height: 250 },
  outline: 'ring',
});
