import { arrivals, draw, gaussian } from './noise.ts';
import { computeDayFactor, getWeeklyPattern, QUARTERS } from './rhythm.ts';
import type { SiteModel, SiteSetting, TillModel } from './site-model.ts';

/** A receipt of a site's till, in the site's currency. A return is negative. */
export interface SoldReceipt {
  readonly receipt: string;
  readonly soldAt: number;
  readonly items: number;
  readonly turnover: number;
}

const QUARTER = 900_000;
const RETURNS = 0.03;
/** Share of receipts that exchange an item for another of the same price, so that nothing is paid. */
const EXCHANGES = 0.01;

/**
 * Returns the receipts in [from, to), sorted by time. A share of the people who entered a quarter earlier buys
 * something.
 */
export function simulateReceipts(site: SiteModel, setting: SiteSetting, from: number, to: number): SoldReceipt[] {
  const { tills } = site;
  if (tills === undefined) return [];
  const receipts: SoldReceipt[] = [];
  for (let quarter = Math.floor(from / QUARTER); quarter * QUARTER < to; quarter += 1) {
    const count = arrivals(tills.ordersPerDay * shareOfDay(site, setting, quarter - 1), setting.number, quarter, 41);
    for (let index = 0; index < count; index += 1) {
      const soldAt = quarter * QUARTER + Math.floor(draw(setting.number, quarter, index, 42) * QUARTER);
      if (soldAt < from || soldAt >= to) continue;
      receipts.push({ receipt: `${quarter}-${index}`, soldAt, ...basket(tills, [setting.number, quarter, index]) });
    }
  }
  return receipts.sort((one, other) => one.soldAt - other.soldAt);
}

function shareOfDay(site: SiteModel, { number, offsetAt }: SiteSetting, quarter: number): number {
  const local = quarter + offsetAt(quarter * QUARTER) / QUARTER;
  const day = Math.floor(local / QUARTERS);
  const share = getWeeklyPattern(site)[(((day + 3) % 7) + 7) % 7]?.[Math.floor(local - day * QUARTERS)] ?? 0;
  return share * computeDayFactor(site, number, day);
}

function basket({ itemsPerOrder, itemPrice, coin }: TillModel, keys: readonly number[]) {
  const chance = draw(...keys, 43);
  const items = 1 + arrivals(itemsPerOrder - 1, ...keys, 44);
  if (chance < EXCHANGES) return { items, turnover: 0 };
  const price = itemPrice * Math.exp(0.5 * gaussian(...keys, 45) - 0.125);
  const paid = Number((Math.max(1, Math.round((items * price) / coin)) * coin).toFixed(2));
  return chance < EXCHANGES + RETURNS ? { items: -1, turnover: -paid } : { items, turnover: paid };
}
