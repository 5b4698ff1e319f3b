import { numbersSpec } from '../numbers-spec.ts';

/** Shares of a whole. */
export const pieChart = numbersSpec({ groupBy: null, size: { columns: 4, height: 250 }, outline: 'ring' });
