import {
  addDays,
  dateToWall,
  err,
  type Failure,
  failure,
  type Instant,
  type LocalDate,
  listDays,
  ok,
  type Result,
  type SiteCalendar,
  type Span,
  toDaySpan,
  wallToInstant,
} from '../core/index.ts';
import { listOpenSpans } from './opening-spans.ts';
import type { OpeningSpan } from './opening-week.ts';

/** What a tariff prices: energy and water that is used, or electricity that is fed into the grid. */
export const tariffKinds = [
  'electricity',
  'feedIn',
  'heat',
  'water',
  'hotWater',
  'coldWater',
  'gas',
  'oil',
  'wood',
  'coal',
] as const;

export type TariffKind = (typeof tariffKinds)[number];

/**
 * Prices of one kind of energy at a site, in its currency. Periods of one kind do not overlap. Without a tariff, the
 * cost of a time is unknown.
 */
export interface Tariff {
  readonly kind: TariffKind;
  /** The local date from whose midnight on it applies; null: always. */
  readonly validFrom: LocalDate | null;
  /** The local date at whose midnight it ends; null: never. */
  readonly validTo: LocalDate | null;
  /** Price of one kWh or m³. */
  readonly price: number;
  /** Price in the low hours; null without any. */
  readonly lowPrice: number | null;
  /** Hours of the week, local time, in which the low price applies. */
  readonly lowHours: readonly OpeningSpan[];
  /** Standing charge of a day and of a month, in addition to each other; null: none. */
  readonly standingPerDay: number | null;
  readonly standingPerMonth: number | null;
}

const maxTariffs = 200;
const maxPrice = 1e9;

/**
 * Checks the tariffs of a site and returns them by kind and date. Fails with BAD_INPUT on prices below 0, low hours
 * without a low price (or the reverse), empty periods, periods of one kind that overlap, and standing charges of feed-in.
 */
export function checkTariffs(tariffs: readonly Tariff[]): Result<readonly Tariff[], Failure> {
  if (tariffs.length > maxTariffs) return refuse(`At most ${maxTariffs} tariffs can be set.`);
  for (const tariff of tariffs) {
    const problem = findProblem(tariff);
    if (problem !== null) return refuse(`The tariff of ${tariff.kind} ${problem}`);
  }
  const sorted = tariffKinds.flatMap((kind) =>
    tariffs
      .filter((one) => one.kind === kind)
      .sort((left, right) => ((left.validFrom ?? '') < (right.validFrom ?? '') ? -1 : 1)),
  );
  const overlapping = sorted.find((one, index) => {
    const next = sorted[index + 1];
    return next?.kind === one.kind && (one.validTo === null || next.validFrom === null || next.validFrom < one.validTo);
  });
  return overlapping === undefined ? ok(sorted) : refuse(`Two tariffs of ${overlapping.kind} apply on the same day.`);
}

function findProblem(tariff: Tariff): string | null {
  const { kind, validFrom, validTo, price, lowPrice, lowHours, standingPerDay, standingPerMonth } = tariff;
  const amounts = [price, lowPrice ?? 0, standingPerDay ?? 0, standingPerMonth ?? 0];
  if (amounts.some((amount) => !(amount >= 0 && amount <= maxPrice))) return `needs prices from 0 to ${maxPrice}.`;
  if (validFrom !== null && validTo !== null && validTo <= validFrom) return 'must end after it begins.';
  if ((lowPrice === null) !== (lowHours.length === 0)) return 'needs a low price and its hours together.';
  if (kind === 'feedIn' && (standingPerDay ?? standingPerMonth) !== null) return 'has no standing charge.';
  return null;
}

function refuse(message: string): Result<never, Failure> {
  return err(failure('BAD_INPUT', message, 'tariffs'));
}

/** Prices of a site within a span. */
export interface PriceList {
  /** Instants within the span at which a price of these kinds may change, ascending. */
  readonly changes: readonly Instant[];
  /** Whether a low price applies within the span. */
  readonly hasLowHours: boolean;
  /** Returns the price at an instant of the span, of the first of the kinds that has one; null if none has. */
  findPrice(kinds: readonly TariffKind[], at: Instant): number | null;
}

interface Dated {
  readonly tariff: Tariff;
  readonly from: Instant;
  readonly to: Instant;
  readonly low: readonly Span[];
}

/** Returns the prices of some kinds within a span. Low hours follow the site's clock, also where it changes. */
export function listPrices(
  { timezone, changeOfDay, tariffs }: SiteCalendar & { readonly tariffs?: readonly Tariff[] },
  kinds: readonly TariffKind[],
  span: Span,
): PriceList {
  const midnight = (date: LocalDate) => wallToInstant(timezone, dateToWall(date, 0));
  const dated = (tariffs ?? []).flatMap((tariff): Dated[] => {
    if (!kinds.includes(tariff.kind)) return [];
    const from = Math.max(span.from, tariff.validFrom === null ? span.from : midnight(tariff.validFrom));
    const to = Math.min(span.to, tariff.validTo === null ? span.to : midnight(tariff.validTo));
    if (from >= to) return [];
    const week = { timezone, changeOfDay, openingHours: { spans: tariff.lowHours, reset: false }, closedDates: [] };
    // Without hours, a site counts as always open.
    const low = tariff.lowHours.length === 0 ? [] : listOpenSpans(week, { from, to });
    return [{ tariff, from, to, low }];
  });
  const edges = dated.flatMap(({ from, to, low }) => [from, to, ...low.flatMap((one) => [one.from, one.to])]);
  const changes = [...new Set(edges)]
    .filter((at) => at > span.from && at < span.to)
    .sort((left, right) => left - right);
  return {
    changes,
    hasLowHours: dated.some(({ low }) => low.length > 0),
    findPrice(asked, at) {
      for (const kind of asked) {
        const found = dated.find(({ tariff, from, to }) => tariff.kind === kind && from <= at && at < to);
        if (found !== undefined) return isLow(found.low, at) ? found.tariff.lowPrice : found.tariff.price;
      }
      return null;
    },
  };
}

/** The spans are ascending and disjoint. */
function isLow(spans: readonly Span[], at: Instant): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).to <= at) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && (spans[low] as Span).from <= at;
}

/** A part of a day with its standing charge. */
export interface StandingCharge extends Span {
  /** Charge of the whole part. */
  readonly amount: number;
}

/**
 * Returns the standing charges of some kinds, one per day of the site that has any. A month's charge is spread evenly
 * over its days. A day's charge is spread evenly over its time, so `amount × share of the time` is that of a part.
 */
export function listStandingCharges(
  site: SiteCalendar & { readonly tariffs?: readonly Tariff[] },
  kinds: readonly TariffKind[],
  span: Span,
): readonly StandingCharge[] {
  const charged = (site.tariffs ?? []).filter(
    ({ kind, standingPerDay, standingPerMonth }) =>
      kinds.includes(kind) && (standingPerDay !== null || standingPerMonth !== null),
  );
  if (charged.length === 0) return [];
  return listDays(site, span).flatMap((date) => {
    const valid = charged.filter(
      ({ validFrom, validTo }) => (validFrom ?? date) <= date && (validTo === null || date < validTo),
    );
    const amount = valid.reduce(
      (sum, { standingPerDay, standingPerMonth }) =>
        sum + (standingPerDay ?? 0) + (standingPerMonth ?? 0) / countDaysOfMonth(date),
      0,
    );
    return valid.length === 0 ? [] : [{ ...toDaySpan(site, date), amount }];
  });
}

function countDaysOfMonth(date: LocalDate): number {
  const next = addDays(`${date.slice(0, 7)}-28`, 4);
  return Number(addDays(`${next.slice(0, 7)}-01`, -1).slice(8));
}
