import { draw } from './noise.ts';
import { patterns, weekdayFactors } from './pattern.ts';
import type { OutageModel, SiteModel } from './site-model.ts';

/** Quarter-hours of a local day. */
export const QUARTERS = 96;

const days = new WeakMap<SiteModel, readonly (readonly number[])[]>();

/**
 * Returns the share of an average day's visitors that arrive in each local quarter-hour, by weekday (0 = Monday). An
 * average day sums to 1, a busy one to more. Quarters past midnight belong to the calendar day they are on.
 */
export function getWeeklyPattern(site: SiteModel): readonly (readonly number[])[] {
  let week = days.get(site);
  if (!week) {
    week = Array.from({ length: 7 }, (_, weekday) => dayRhythm(site, weekday));
    days.set(site, week);
  }
  return week;
}

function dayRhythm(site: SiteModel, weekday: number): number[] {
  const shape = patterns[site.pattern];
  const raw = Array.from({ length: QUARTERS }, (_, quarter) => {
    const hour = (quarter + 0.5) / 4;
    return isOpen(site, weekday, hour) ? shape(hour, weekday) : 0;
  });
  const sum = raw.reduce((total, value) => total + value, 0);
  const factor = weekdayFactors[site.pattern][weekday] ?? 1;
  return sum === 0 ? raw : raw.map((value) => (value / sum) * factor);
}

/** Arrivals stop a little before closing, so that people have left by then. */
function isOpen(site: SiteModel, weekday: number, hour: number): boolean {
  const today = site.hours[weekday];
  const yesterday = site.hours[(weekday + 6) % 7];
  const lastEntry = (close: number) => close - 0.25;
  return (
    (today != null && hour >= today[0] && hour < lastEntry(today[1])) ||
    (yesterday != null && yesterday[1] > 24 && hour < lastEntry(yesterday[1]) - 24)
  );
}

const monthFactors = [0.92, 0.9, 0.96, 0.98, 1, 1.01, 0.97, 0.94, 1, 1.02, 1.1, 1.28];

/** Returns how busy a date is: season, weather, holidays, sales. `dayNumber` counts days since 1970-01-01. */
export function computeDayFactor(site: SiteModel, siteNumber: number, dayNumber: number): number {
  const date = new Date(dayNumber * 86_400_000);
  const written = date.toISOString().slice(0, 10);
  if (site.closedDates.includes(written)) return 0;
  const season = site.pattern === 'office' || site.pattern === 'station' ? 1 : (monthFactors[date.getUTCMonth()] ?? 1);
  const weather = 0.86 + 0.28 * draw(siteNumber, dayNumber, 7);
  const lift = site.lifts?.find(({ from, to }) => written >= from && written <= to)?.factor ?? 1;
  return season * weather * lift;
}

/** Returns the outage of a device at this hour of this day, if any. */
export function findOutage(
  outages: readonly OutageModel[] | undefined,
  dayNumber: number,
  hour: number,
): OutageModel | null {
  return outages?.find((o) => dayNumber % o.everyDays === 0 && hour >= o.from && hour < o.to) ?? null;
}
