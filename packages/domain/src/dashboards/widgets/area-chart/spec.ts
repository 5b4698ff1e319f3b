import { numbersSpec } from '../numbers-spec.ts';

/** A course over time as filled areas, stacked on request. */
export const areaChart = numbersSpec({ groupBy: ['DATE'], size: { columns: 6, height: 250 }, isEvolution: true });
