import { numbersSpec } from '../numbers-spec.ts';

/** Hours across, days or groups down, the value as colour. */
export const gridChart = numbersSpec({
  groupBy: ['DATE'],
  byClock: true,
  size: { columns: 6, height: 250 },
  oneMetric: () => true,
});
