import { numbersSpec } from '../numbers-spec.ts';
import { shareLook } from '../options/looks.ts';

/** Shares of a whole. */
export const pieChart = numbersSpec({
  groupBy: null,
  options: shareLook,
  size: { columns: 4, height: 250 },
  outline: 'ring',
});
