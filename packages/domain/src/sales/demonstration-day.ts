import { daysBetween, type LocalDate, weekdayOf } from '../core/index.ts';

/** What a shop might have counted and sold on a day. */
export interface DemonstrationDay {
  /** People who passed by. */
  readonly pedestrian: number;
  /** People who came in. */
  readonly affluenceIn: number;
  readonly orders: number;
  readonly goods: number;
  /** In the shop's currency. */
  readonly turnover: number;
}

/** By weekday, from Monday: how busy a day is beside the mean. */
const busyness = [0.8, 0.85, 0.9, 1, 1.2, 1.55, 0.7];

const origin = '2020-01-01' as LocalDate;

/**
 * Invented figures of a shop's day, for showing what a funnel tells where nobody sells yet. The same shop and day are the
 * same figures whenever they are asked for, so that sums of days agree; from year to year a few more people buy.
 */
export function demonstrationDay(site: number, date: LocalDate): DemonstrationDay {
  const day = daysBetween(origin, date);
  // Each figure has a chance of its own; what is about the shop alone does not change from day to day.
  const chance = (what: number, on = day) => fraction(Math.imul(site, 2_654_435_761) ^ Math.imul(on, 40_503) ^ what);
  const size = 900 + 1600 * chance(1, 0);
  const pedestrian = Math.round(size * (busyness[weekdayOf(date) - 1] as number) * (0.85 + 0.3 * chance(2)));
  const affluenceIn = Math.round(pedestrian * (0.12 + 0.1 * chance(3, 0)) * (0.9 + 0.2 * chance(4)));
  const years = Math.max(0, Math.min(20, day / 365));
  const rate = (0.09 + 0.06 * chance(5, 0)) * (1 + 0.03 * years) * (0.9 + 0.2 * chance(6));
  const orders = Math.round(affluenceIn * Math.min(0.6, rate));
  const goods = Math.round(orders * (1.4 + 0.8 * chance(7)));
  const turnover = Math.round(orders * (28 + 24 * chance(8, 0)) * (0.9 + 0.2 * chance(9)) * 100) / 100;
  return { pedestrian, affluenceIn, orders, goods, turnover };
}

/** 0 up to 1, of a number whose neighbours are far apart. */
function fraction(seed: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9_f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9_f3b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
