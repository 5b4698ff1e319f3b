import { daysBetween, getWeekday, type LocalDate } from '../../core/index.ts';

/** Invented counts and sales of a shop's day. */
export interface DemonstrationDay {
  /** Passers-by. */
  readonly pedestrian: number;
  /** Visitors. */
  readonly affluenceIn: number;
  readonly orders: number;
  readonly goods: number;
  /** In the shop's currency. */
  readonly turnover: number;
}

/** How busy each weekday is relative to the mean, from Monday. */
const busyness = [0.8, 0.85, 0.9, 1, 1.2, 1.55, 0.7];

const origin = '2020-01-01' as LocalDate;

/**
 * Invents a shop's day, to show the sales funnel before there are sales. Deterministic per shop and day, so that sums
 * of days agree. Conversion grows a little each year.
 */
export function inventDemonstrationDay(site: number, date: LocalDate): DemonstrationDay {
  const day = daysBetween(origin, date);
  // Draws a pseudo-random number for each kind of figure. The shop's own numbers do not depend on the day.
  const chance = (what: number, on = day) => fraction(Math.imul(site, 2_654_435_761) ^ Math.imul(on, 40_503) ^ what);
  const size = 900 + 1600 * chance(1, 0);
  const pedestrian = Math.round(size * (busyness[getWeekday(date) - 1] as number) * (0.85 + 0.3 * chance(2)));
  const affluenceIn = Math.round(pedestrian * (0.12 + 0.1 * chance(3, 0)) * (0.9 + 0.2 * chance(4)));
  const years = Math.max(0, Math.min(20, day / 365));
  const rate = (0.09 + 0.06 * chance(5, 0)) * (1 + 0.03 * years) * (0.9 + 0.2 * chance(6));
  const orders = Math.round(affluenceIn * Math.min(0.6, rate));
  const goods = Math.round(orders * (1.4 + 0.8 * chance(7)));
  const turnover = Math.round(orders * (28 + 24 * chance(8, 0)) * (0.9 + 0.2 * chance(9)) * 100) / 100;
  return { pedestrian, affluenceIn, orders, goods, turnover };
}

/** Hashes a seed to a number from 0 up to 1, so that neighbouring seeds differ widely. */
function fraction(seed: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9_f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9_f3b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
