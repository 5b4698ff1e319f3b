import { numbersSpec } from '../numbers-spec.ts';
import { coloring } from '../options/option-names.ts';

/** Hours across, days or groups down, the value as colour. */
export const gridChart = numbersSpec({
  groupBy: ['DATE'],
  byClock: true,
  options: ['showMinMaxLabel', ...coloring],
  size: { columns: 6, height: 250 },
  oneMetric: () => true,
});
