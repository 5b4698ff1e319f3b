import { addDays, instantToWall, startOfSiteDay, toSiteDay } from '@atrium/domain/core';
import type { Tariff } from '@atrium/domain/sites';
import { minute, type World } from './world.oracle.ts';

/** Kinds of tariffs by the metric they price, and the kind of a meter among them. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  electricityConsumption: ['electricity'],
  electricityProduction: ['feedIn'],
  heatConsumption: ['heat'],
  waterConsumption: ['water', 'hotWater', 'coldWater'],
  combustibleConsumption: ['gas', 'oil', 'wood', 'coal'],
};

/** Returns the kind of tariff that prices a meter: the specific one if the site ever has it at that minute. */
export function findKinds(metric: string, told: Readonly<Record<string, string>>): readonly string[] {
  if (metric === 'waterConsumption') return [`${told.waterTemperature}Water`, 'water'];
  if (metric === 'combustibleConsumption') return [told.combustibleType ?? ''];
  return kindsOf[metric] ?? [];
}

const tariffsOf = ({ site }: World, metric: string) =>
  (site.tariffs ?? []).filter(({ kind }) => kindsOf[metric]?.includes(kind));

const minutesPerWeek = 7 * 24 * 60;

/** Whether the low price applies at a minute, read from the clock on the wall. */
function isLow({ lowHours }: Tariff, wall: number): boolean {
  const date = new Date(wall);
  const now = ((date.getUTCDay() + 6) % 7) * 1440 + date.getUTCHours() * 60 + date.getUTCMinutes();
  return lowHours.some(({ begin, end }) => {
    const from = (begin[0] - 1) * 1440 + begin[1] * 60 + begin[2];
    const to = (end[0] - 1) * 1440 + end[1] * 60 + end[2];
    const length = (to - from + minutesPerWeek) % minutesPerWeek;
    return (now - from + minutesPerWeek) % minutesPerWeek < length;
  });
}

/** Returns the prices of a metric's kinds at a minute. */
export function pricesAt(world: World, metric: string, at: number): ReadonlyMap<string, number> {
  const prices = world.once(['prices', metric], () => new Map<number, ReadonlyMap<string, number>>());
  const known = prices.get(at);
  if (known !== undefined) return known;
  const wall = instantToWall(world.site.timezone, at);
  const date = new Date(wall).toISOString().slice(0, 10);
  const found = new Map(
    tariffsOf(world, metric)
      .filter(({ validFrom, validTo }) => (validFrom ?? date) <= date && (validTo === null || date < validTo))
      .map((tariff) => [tariff.kind, isLow(tariff, wall) ? (tariff.lowPrice as number) : tariff.price] as const),
  );
  prices.set(at, found);
  return found;
}

export const hasLowHours = (world: World, metric: string) =>
  tariffsOf(world, metric).some(({ lowHours }) => lowHours.length > 0);

/** Returns the standing charge of a minute: an even part of that of its day. */
export function standingAt(world: World, metric: string, at: number): number {
  const { site } = world;
  const perDay = world.once(['standing', metric], () => new Map<string, number>());
  const day = toSiteDay(site, at);
  const known = perDay.get(day);
  if (known !== undefined) return known;
  const [year = 0, month = 0] = day.split('-').map(Number);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const charge = tariffsOf(world, metric)
    .filter(({ validFrom, validTo }) => (validFrom ?? day) <= day && (validTo === null || day < validTo))
    .reduce((sum, one) => sum + (one.standingPerDay ?? 0) + (one.standingPerMonth ?? 0) / days, 0);
  const length = startOfSiteDay(site, addDays(day, 1)) - startOfSiteDay(site, day);
  perDay.set(day, (charge * minute) / length);
  return (charge * minute) / length;
}
