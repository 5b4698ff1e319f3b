import type { FunnelFragment } from './operations.generated.ts';

/** Difference in points that rounding alone explains. */
const rounding = 0.05;

type Counted = Pick<FunnelFragment, 'pedestrian' | 'affluenceIn' | 'numberOfOrders' | 'captureRate' | 'conversionRate'>;

/**
 * Tells whether a rate differs from the ratio of the totals beside it, because it uses only times known to both counts.
 */
export function hasPartialRates({ pedestrian, affluenceIn, numberOfOrders, captureRate, conversionRate }: Counted) {
  return differs(pedestrian, affluenceIn, captureRate) || differs(affluenceIn, numberOfOrders, conversionRate);
}

const differs = (all: number | null | undefined, part: number | null | undefined, rate: number | null | undefined) =>
  all != null && all > 0 && part != null && rate != null && Math.abs((100 * part) / all - rate) > rounding;
