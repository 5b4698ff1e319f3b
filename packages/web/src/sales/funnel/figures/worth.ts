import type { FunnelFragment } from '../operations.generated.ts';

export type Figure = Exclude<keyof FunnelFragment, 'currency' | 'soldDays' | 'changes'>;

/** A figure over what is known in both years. */
export interface Beside {
  readonly now: number;
  readonly before: number;
}

/** null: too little can be compared. */
export function besideOf({ changes }: Pick<FunnelFragment, 'changes'>, figure: Figure): Beside | null {
  const change = changes.find((one) => one.figure === figure);
  if (change?.before == null || change.evolution == null) return null;
  return { now: change.before * (1 + change.evolution / 100), before: change.before };
}

/** What a change of the conversion rate was worth. */
export interface Worth {
  /** More orders than at the rate of a year before; fewer below 0. */
  readonly orders: number;
  /** The same at the average basket of now, in the currency. */
  readonly money: number | null;
}

/**
 * What the change of the conversion rate since a year before was worth: those who came in, times how much the rate
 * changed. null: it is not known, or came to less than one order.
 */
export function worthOf(funnel: FunnelFragment): Worth | null {
  const [rate, entries] = [besideOf(funnel, 'conversionRate'), besideOf(funnel, 'affluenceIn')];
  if (rate === null || entries === null) return null;
  const orders = Math.round((entries.now * (rate.now - rate.before)) / 100);
  if (orders === 0) return null;
  const basket = funnel.avgBasketPrice;
  return { orders, money: basket == null ? null : orders * basket };
}
