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

export type Figure = Exclude<keyof FunnelFragment, 'currency' | 'soldDays' | 'changes'>;

/** A figure with that of the year before. */
export interface ComparedFigure {
  readonly now: number;
  readonly before: number;
}

/** Returns null if too little can be compared. */
export function findComparedFigure(funnel: FunnelFragment, figure: Figure): ComparedFigure | null {
  const before = funnel.changes.find((one) => one.figure === figure)?.before;
  const now = funnel[figure];
  return before == null || now == null ? null : { now, before };
}

/** Value of a change of the conversion rate. */
export interface Worth {
  /** Additional orders compared with last year's rate; negative for fewer. */
  readonly orders: number;
  /** The same at the current average basket, in the currency. */
  readonly money: number | null;
}

/**
 * Computes the value of the conversion rate's change since a year before: entries times the change of the rate. Null if
 * unknown or less than one order.
 */
export function computeWorth(funnel: FunnelFragment): Worth | null {
  const [rate, entries] = [findComparedFigure(funnel, 'conversionRate'), findComparedFigure(funnel, 'affluenceIn')];
  if (rate === null || entries === null) return null;
  const orders = Math.round((entries.now * (rate.now - rate.before)) / 100);
  if (orders === 0) return null;
  const basket = funnel.avgBasketPrice;
  return { orders, money: basket == null ? null : orders * basket };
}
