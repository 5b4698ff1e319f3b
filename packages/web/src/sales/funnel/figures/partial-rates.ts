import type { FunnelFragment } from '../operations.generated.ts';

/** Points of a rate that rounding alone explains. */
const rounding = 0.05;

type Counted = Pick<FunnelFragment, 'pedestrian' | 'affluenceIn' | 'numberOfOrders' | 'captureRate' | 'conversionRate'>;

/** Whether a rate is not the ratio of the totals beside it: it leaves out the times that only one of both counts knows. */
export function hasPartialRates({ pedestrian, affluenceIn, numberOfOrders, captureRate, conversionRate }: Counted) {
  return differs(pedestrian, affluenceIn, captureRate) || differs(affluenceIn, numberOfOrders, conversionRate);
}

const differs = (all: number | null | undefined, part: number | null | undefined, rate: number | null | undefined) =>
  all != null && all > 0 && part != null && rate != null && Math.abs((100 * part) / all - rate) > rounding;
