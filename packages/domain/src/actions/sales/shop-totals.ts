import { addDays, type Instant, type LocalDate, toSiteDay } from '../../core/index.ts';
import type { Shop, SoldReceipt } from './check-rows.ts';

/** Maximum number of consecutive days without receipts that count as days without sales. A longer gap is unknown. */
export const maxSilentDays = 14;

/** A day of a site with known sales. */
export interface KnownDay {
  readonly date: LocalDate;
  /** Known until then. Null: the whole day. */
  readonly until: Instant | null;
}

/**
 * Returns the days with known sales, oldest first: those with receipts, and short gaps between, which count as no
 * sales. Today is only known until its newest receipt. `days` maps each day to its newest receipt.
 */
export function findKnownDays(days: ReadonlyMap<LocalDate, Instant>, today: LocalDate): readonly KnownDay[] {
  const told: KnownDay[] = [];
  for (const date of [...days.keys()].sort()) {
    const last = told.at(-1)?.date;
    const between: LocalDate[] = [];
    if (last !== undefined)
      for (let day = addDays(last, 1); day < date && between.length <= maxSilentDays; day = addDays(day, 1))
        between.push(day);
    if (between.length <= maxSilentDays) told.push(...between.map((day) => ({ date: day, until: null })));
    told.push({ date, until: date < today ? null : (days.get(date) ?? null) });
  }
  return told;
}

/** Totals of one shop's receipts. */
export interface ShopTotal {
  readonly shop: Shop;
  readonly receipts: number;
  /** In the currency. */
  readonly turnover: number;
  /** ISO 4217 */
  readonly currency: string;
  readonly daysWithSales: number;
  /** Days with known sales, oldest first. */
  readonly told: readonly KnownDay[];
}

/** Sums money in ten-thousandths, so that the order of receipts does not matter. */
const parts = 10_000;

/** Sums the receipts of each shop, sorted by shop id. */
export function sumByShop(receipts: readonly SoldReceipt[], now: Instant): readonly ShopTotal[] {
  const sums = new Map<Shop, { count: number; parts: number; currency: string; days: Map<LocalDate, Instant> }>();
  for (const { shop, soldAt, turnover, currency } of receipts) {
    const sum = sums.get(shop) ?? { count: 0, parts: 0, currency, days: new Map<LocalDate, Instant>() };
    sums.set(shop, sum);
    sum.count += 1;
    sum.parts += Math.round(turnover * parts);
    const day = toSiteDay(shop, soldAt);
    sum.days.set(day, Math.max(soldAt, sum.days.get(day) ?? soldAt));
  }
  return [...sums]
    .map(([shop, sum]) => ({
      shop,
      receipts: sum.count,
      turnover: sum.parts / parts,
      currency: sum.currency,
      daysWithSales: sum.days.size,
      told: findKnownDays(sum.days, toSiteDay(shop, now)),
    }))
    .sort((a, b) => order.compare(a.shop.shopId, b.shop.shopId));
}

const order = new Intl.Collator('en', { numeric: true });
