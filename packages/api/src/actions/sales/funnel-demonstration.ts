import { type DemonstrationDay, inventDemonstrationDay } from '@atrium/domain/actions/sales';
import {
  addDays,
  err,
  type Failure,
  failure,
  type Instant,
  type LocalDate,
  ok,
  type Result,
  toSiteDay,
} from '@atrium/domain/core';
import type { Site } from '../../sites/index.ts';
import {
  type FunnelChange,
  type FunnelFigure,
  type FunnelFigures,
  figures,
  findCurrency,
  listFigures,
} from './funnel-figures.ts';

/** Days offered, up to yesterday, and the limit of days per query. */
const [offeredDays, maxDays] = [92, 400];
/** A multiple of 7, so that weekdays match. */
const yearBefore = -364;

/** Returns the days with demonstration figures, oldest first. */
export function listDemonstrationDays(shops: readonly Site[], now: Instant): readonly LocalDate[] {
  const [first] = shops;
  if (first === undefined) return [];
  const today = toSiteDay(first.topology, now);
  return Array.from({ length: offeredDays }, (_, day) => addDays(today, day - offeredDays));
}

/** Returns demonstration figures of each group of shops over these days, past days only. */
export function buildDemonstration(
  groups: readonly (readonly Site[])[],
  dates: readonly LocalDate[],
  compare: boolean,
  now: Instant,
): Result<readonly FunnelFigures[], Failure> {
  const days = [...new Set(dates)].sort();
  if (days.length > maxDays) return err(failure('BAD_INPUT', `dates takes at most ${maxDays} days`, 'dates'));
  return ok(
    groups.map((shops): FunnelFigures => {
      const past = shops.flatMap((shop) =>
        days.filter((day) => day < toSiteDay(shop.topology, now)).map((date) => ({ site: shop.id, date })),
      );
      const asked = listFigures(shops);
      const values = valuesOf(past.map(({ site, date }) => inventDemonstrationDay(site, date)));
      const before = valuesOf(past.map(({ site, date }) => inventDemonstrationDay(site, addDays(date, yearBefore))));
      return {
        values: Object.fromEntries(
          figures.map((figure) => [figure, asked.includes(figure) ? values[figure] : null]),
        ) as FunnelFigures['values'],
        currency: findCurrency(shops),
        soldDays: { known: past.length, all: past.length },
        changes: compare ? asked.map((figure) => changeOf(figure, values[figure], before[figure])) : [],
        isDemonstration: true,
        date: days.length === 1 ? (days[0] ?? null) : null,
      };
    }),
  );
}

/** Without days every figure is unknown. */
function valuesOf(days: readonly DemonstrationDay[]): Readonly<Record<FunnelFigure, number | null>> {
  const sum = (of: keyof DemonstrationDay) =>
    days.length === 0 ? null : days.reduce((total, day) => total + day[of], 0);
  const [pedestrian, affluenceIn, orders] = [sum('pedestrian'), sum('affluenceIn'), sum('orders')];
  const [goods, turnover] = [sum('goods'), sum('turnover')];
  return {
    pedestrian,
    affluenceIn,
    numberOfOrders: orders,
    numberOfGoodsSold: goods,
    turnover,
    captureRate: ratio(affluenceIn, pedestrian, 100),
    conversionRate: ratio(orders, affluenceIn, 100),
    avgBasketPrice: ratio(turnover, orders),
    avgBasketSize: ratio(goods, orders),
    salesIndex: ratio(turnover, affluenceIn),
  };
}

const ratio = (part: number | null, whole: number | null, scale = 1) =>
  part === null || whole === null || whole === 0 ? null : (part / whole) * scale;

function changeOf(figure: FunnelFigure, now: number | null, before: number | null): FunnelChange {
  const change = ratio(now, before, 100);
  return { figure, before, evolution: change === null ? null : change - 100 };
}
