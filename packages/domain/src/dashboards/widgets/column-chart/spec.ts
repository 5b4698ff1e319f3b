import { numbersSpec } from '../numbers-spec.ts';

/** Upright bars: over time, or by what the metrics are grouped by. */
export const columnChart = numbersSpec({ groupBy: ['DATE'], size: { columns: 6, height: 250 }, isEvolution: true });
