import {
  addDays,
  type Clock,
  dayOf,
  daysBetween,
  err,
  type Failure,
  failure,
  firstOfMonth,
  isLocalDate,
  type LocalDate,
  ok,
  type Result,
} from '@atrium/domain/core';
import {
  type DateInterval,
  findMetric,
  type MeasurementQuery,
  ownAggregation,
  plainQuery,
} from '@atrium/domain/measurements';
import type { Answer, AnswerQueries } from '../../measurements/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';
import type { ReceiptsStore } from '../receipts.store.ts';

/** The figures of a funnel, by the metrics they are. What passes by is counted at the passages for it alone. */
const funnelMetrics = {
  pedestrian: 'footfall',
  captureRate: 'footfallCaptureRate',
  affluenceIn: 'affluenceIn',
  conversionRate: 'conversionRate',
  numberOfOrders: 'numberOfOrders',
  numberOfGoodsSold: 'numberOfGoodsSold',
  turnover: 'turnover',
  avgBasketPrice: 'avgBasketPrice',
  avgBasketSize: 'avgBasketSize',
  salesIndex: 'salesIndex',
} as const;

export type FunnelFigure = keyof typeof funnelMetrics;

const figures = Object.keys(funnelMetrics) as FunnelFigure[];

export interface FunnelFigures {
  /** null: not known, or the shops sell in several currencies. */
  readonly values: Readonly<Record<FunnelFigure, number | null>>;
  /** ISO 4217; null: none is declared, or several are. */
  readonly currency: string | null;
  /** Days of shops of which it is known what was sold, of those the dates are about up to today. */
  readonly soldDays: { readonly known: number; readonly all: number };
  /** Empty unless asked for. */
  readonly changes: readonly FunnelChange[];
}

/** A figure beside the same days a year before. */
export interface FunnelChange {
  readonly figure: FunnelFigure;
  /** Over what is known in both years; null: too little is, or nothing. */
  readonly before: number | null;
  /** Over the same, in %. */
  readonly evolution: number | null;
}

/** What a funnel is asked of. */
export interface WantedFunnel {
  readonly siteIds: readonly number[];
  readonly dates: readonly string[];
  /** Beside the same days a year before. */
  readonly compare: boolean;
}

export interface FunnelOfSite extends FunnelFigures {
  readonly siteId: number;
}

/** A month something is known of, both days included. */
export interface FunnelPeriod {
  readonly datePeriodStart: LocalDate;
  readonly datePeriodEnd: LocalDate;
}

export interface FunnelReads {
  readonly sites: SiteSnapshots;
  readonly receipts: ReceiptsStore;
  readonly answerQueries: AnswerQueries;
  readonly clock: Clock;
}

/** Shops of one funnel; months of one funnel. */
export const mostShops = 100;
export const mostMonths = 36;

/** The months of which it is known what was sold at any of these sites, oldest first. Sites the caller does not see tell nothing. */
export async function funnelPeriods(
  { sites, receipts }: FunnelReads,
  scope: Scope,
  siteIds: readonly number[],
): Promise<Result<readonly FunnelPeriod[], Failure>> {
  const shops = await shopsOf(sites, scope, siteIds);
  if (!shops.ok) return shops;
  const months = await receipts.coveredMonths(
    scope.organizationId,
    shops.value.map(({ id }) => id),
  );
  return ok(months.map((first) => ({ datePeriodStart: first, datePeriodEnd: addDays(firstOfMonth(first, 1), -1) })));
}

/** The funnel of each shop over the months that hold these dates, in the order asked for. */
export async function funnelOfSites(
  reads: FunnelReads,
  scope: Scope,
  wanted: WantedFunnel,
  signal?: AbortSignal,
): Promise<Result<readonly FunnelOfSite[], Failure>> {
  const [shops, months] = [await shopsOf(reads.sites, scope, wanted.siteIds), monthsOf(wanted.dates)];
  if (!shops.ok) return shops;
  if (!months.ok) return months;
  const read = await figuresOf(
    reads,
    scope,
    shops.value.map((shop) => [shop]),
    months.value,
    wanted.compare,
    signal,
  );
  if (!read.ok) return read;
  return ok(shops.value.map((shop, index) => ({ siteId: shop.id, ...(read.value[index] as FunnelFigures) })));
}

/** The same of all shops together: rates are of their sums. null: none of them is seen. */
export async function funnelOfAll(
  reads: FunnelReads,
  scope: Scope,
  wanted: WantedFunnel,
  signal?: AbortSignal,
): Promise<Result<FunnelFigures | null, Failure>> {
  const [shops, months] = [await shopsOf(reads.sites, scope, wanted.siteIds), monthsOf(wanted.dates)];
  if (!shops.ok) return shops;
  if (!months.ok) return months;
  if (shops.value.length === 0) return ok(null);
  const read = await figuresOf(reads, scope, [shops.value], months.value, wanted.compare, signal);
  return read.ok ? ok(read.value[0] ?? null) : read;
}

async function shopsOf(
  sites: SiteSnapshots,
  scope: Scope,
  siteIds: readonly number[],
): Promise<Result<readonly Site[], Failure>> {
  if (siteIds.length > mostShops) return err(failure('BAD_INPUT', `siteIds takes at most ${mostShops}`, 'siteIds'));
  const seen = (await sites.snapshot(scope)).sites;
  return ok([...new Set(siteIds)].flatMap((id) => seen.get(id as Site['id']) ?? []));
}

/** The first days of the months that hold these dates, oldest first. */
function monthsOf(dates: readonly string[]): Result<readonly LocalDate[], Failure> {
  if (!dates.every(isLocalDate)) return err(failure('BAD_INPUT', 'dates takes days like 2026-10-01', 'dates'));
  const months = [...new Set(dates.map((date) => firstOfMonth(date)))].sort();
  return months.length > mostMonths
    ? err(failure('BAD_INPUT', `dates takes at most ${mostMonths} months`, 'dates'))
    : ok(months);
}

/** The figures of groups of shops, one question for each figure of a group. */
async function figuresOf(
  { answerQueries, receipts, clock }: FunnelReads,
  scope: Scope,
  groups: readonly (readonly Site[])[],
  months: readonly LocalDate[],
  compare: boolean,
  signal: AbortSignal | undefined,
): Promise<Result<readonly FunnelFigures[], Failure>> {
  const periods = months.map(
    (first): DateInterval => ({ kind: 'days', days: { from: first, to: firstOfMonth(first, 1) } }),
  );
  const asked = groups.flatMap((shops, group) =>
    askedOf(shops, periods).map((figure) => ({
      group,
      figure,
      query: queryOf(funnelMetrics[figure], shops, periods, compare),
    })),
  );
  const answers = await answerQueries(
    scope,
    asked.map(({ query }) => query),
    signal,
  );
  const failed = answers.find((answer) => !answer.ok);
  if (failed !== undefined && !failed.ok) return failed;
  const now = clock.now();
  const answered = asked.map((one, index) => ({ ...one, answer: answers[index] }));
  const read = groups.map(async (shops, of): Promise<FunnelFigures> => {
    const own = answered.filter(({ group }) => group === of);
    const known = new Map(own.map(({ figure, answer }) => [figure, numberOf(answer?.ok ? answer.value.data : null)]));
    return {
      values: Object.fromEntries(
        figures.map((figure) => [figure, known.get(figure) ?? null]),
      ) as FunnelFigures['values'],
      currency: currencyOf(shops),
      soldDays: await soldDaysOf(receipts, shops, months, now),
      changes: compare ? own.map(({ figure, answer }) => changeOf(figure, answer)) : [],
    };
  });
  return ok(await Promise.all(read));
}

/** What can be asked of shops: no money of several currencies, and nothing of no time. */
function askedOf(shops: readonly Site[], periods: readonly DateInterval[]): readonly FunnelFigure[] {
  if (periods.length === 0) return [];
  const isMixed = currenciesOf(shops).length > 1;
  return figures.filter((figure) => !(isMixed && findMetric(funnelMetrics[figure])?.unit.startsWith('currency')));
}

const currenciesOf = (shops: readonly Site[]) => [...new Set(shops.map(({ topology }) => topology.currency))];

/** The one currency of shops; null: none is declared, or several are. */
function currencyOf(shops: readonly Site[]): string | null {
  const [currency, ...others] = currenciesOf(shops);
  return others.length > 0 ? null : (currency ?? null);
}

function queryOf(
  id: string,
  shops: readonly Site[],
  periods: readonly DateInterval[],
  compare: boolean,
): MeasurementQuery {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`the funnel asks for ${id}, which is no metric`);
  return {
    ...plainQuery,
    metric: id,
    aggregation: ownAggregation(metric),
    periods,
    compare: compare ? 'YEAR' : null,
    installations: { exclude: false, ids: shops.map((shop) => shop.id).toSorted((a, b) => a - b) },
  };
}

function changeOf(figure: FunnelFigure, answer: Result<Answer, Failure> | undefined): FunnelChange {
  const told = answer?.ok ? answer.value : null;
  return { figure, before: numberOf(told?.comparison), evolution: numberOf(told?.evolution) };
}

/** What is known of the whole time, the only point of an answer that is not grouped. */
function numberOf(points: Answer['comparison'] | undefined): number | null {
  const point = points?.[0];
  return point?.state === undefined && typeof point?.value === 'number' ? point.value : null;
}

/** How much is known of what was sold, up to the day each shop has now. */
async function soldDaysOf(
  receipts: ReceiptsStore,
  shops: readonly Site[],
  months: readonly LocalDate[],
  now: number,
): Promise<FunnelFigures['soldDays']> {
  const first = months[0];
  const last = months.at(-1);
  if (first === undefined || last === undefined) return { known: 0, all: 0 };
  const isAsked = (date: LocalDate) => months.includes(firstOfMonth(date));
  const ofShops = await Promise.all(
    shops.map(async ({ topology }) => {
      const end = addDays(firstOfMonth(last, 1), -1);
      const today = dayOf(topology, now);
      const until = end < today ? end : today;
      const days =
        until < first ? [] : Array.from({ length: daysBetween(first, until) + 1 }, (_, day) => addDays(first, day));
      const known = await receipts.coveredDays(topology, first, until);
      const asked = days.filter(isAsked);
      return { known: asked.filter((day) => known.has(day)).length, all: asked.length };
    }),
  );
  return {
    known: ofShops.reduce((sum, shop) => sum + shop.known, 0),
    all: ofShops.reduce((sum, shop) => sum + shop.all, 0),
  };
}
