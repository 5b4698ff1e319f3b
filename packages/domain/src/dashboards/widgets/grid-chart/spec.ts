import { numbersSpec } from '../numbers-spec.ts';
import { coloring } from '../options/option-names.ts';

/** Heat table: hours as columns, days or groups as rows, values as colors. */
export const gridChart = numbersSpec({
  groupBy: ['DATE'],
  byClock: true,
  options: ['showMinMaxLabel', ...coloring],
  size: { columns: 6, height: 250 },
  oneMetric: () => true,
});
