import {
  addDays,
  type Clock,
  err,
  type Failure,
  failure,
  isLocalDate,
  type LocalDate,
  ok,
  type Result,
  startOfMonth,
  toDaysSpan,
  toSiteDay,
} from '@atrium/domain/core';
import {
  type DateInterval,
  emptyQuery,
  findMetric,
  getDefaultAggregation,
  type MeasurementQuery,
} from '@atrium/domain/numbers';
import { getAnswerTotal, getPointValue } from '@atrium/domain/pages';
import { listOpenSpans, type OpeningCalendar } from '@atrium/domain/sites';
import type { Answer, AnswerQueries, CoveredDays } from '../../numbers/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';
import { buildDemonstration, listDemonstrationDays } from './funnel-demonstration.ts';
import {
  type FunnelChange,
  type FunnelFigure,
  type FunnelFigures,
  figures,
  findCurrency,
  funnelMetrics,
  listFigures,
} from './funnel-figures.ts';
import type { ReceiptsStore } from './receipts.store.ts';

export interface FunnelRequest {
  readonly siteIds: readonly number[];
  readonly dates: readonly string[];
  /** Compare with the same days of the previous year. */
  readonly compare: boolean;
}

export interface SiteFunnel extends FunnelFigures {
  readonly siteId: number;
}

/** A month with sales data, or a demonstration day. Both dates are inclusive. */
export interface FunnelPeriod {
  readonly datePeriodStart: LocalDate;
  readonly datePeriodEnd: LocalDate;
  readonly isDemonstration: boolean;
}

export interface FunnelReads {
  readonly sites: SiteSnapshots;
  readonly receipts: ReceiptsStore;
  readonly answerQueries: AnswerQueries;
  readonly clock: Clock;
  /** Returns whether a caller sees demonstration figures by day instead of real ones. */
  readonly demonstratesTo: (scope: Scope) => Promise<boolean>;
}

/** Limits of shops and months per query. */
export const maxShops = 100;
export const maxMonths = 36;
/** Maximum number of shop-months for which rates use hours, as everywhere. Larger queries use days. */
const maxHourlyShopMonths = 108;
/** Shop-months per batch. Between batches other queries run, and memory is released. */
const shopMonthsPerBatch = 18;

/**
 * Returns the months with sales data at any of these sites, oldest first. Sites the caller does not see are ignored.
 */
export async function readFunnelPeriods(
  { sites, receipts, clock, demonstratesTo }: FunnelReads,
  scope: Scope,
  siteIds: readonly number[],
): Promise<Result<readonly FunnelPeriod[], Failure>> {
  const shops = await shopsOf(sites, scope, siteIds);
  if (!shops.ok) return shops;
  if (await demonstratesTo(scope))
    return ok(
      listDemonstrationDays(shops.value, clock.now()).map((day) => ({
        datePeriodStart: day,
        datePeriodEnd: day,
        isDemonstration: true,
      })),
    );
  const months = await receipts.coveredMonths(
    scope.organizationId,
    shops.value.map(({ id }) => id),
  );
  return ok(
    months.map((first) => ({
      datePeriodStart: first,
      datePeriodEnd: addDays(startOfMonth(first, 1), -1),
      isDemonstration: false,
    })),
  );
}

/** Returns the funnel of each shop over the months of these dates, in the requested order. */
export async function readSiteFunnels(
  reads: FunnelReads,
  scope: Scope,
  wanted: FunnelRequest,
  signal?: AbortSignal,
): Promise<Result<readonly SiteFunnel[], Failure>> {
  const shops = await shopsOf(reads.sites, scope, wanted.siteIds);
  if (!shops.ok) return shops;
  const groups = shops.value.map((shop) => [shop]);
  const read = await readFiguresInBatches(reads, scope, groups, wanted, signal);
  if (!read.ok) return read;
  return ok(shops.value.map((shop, index) => ({ siteId: shop.id, ...(read.value[index] as FunnelFigures) })));
}

/** Returns the funnel of all shops together, with rates of their sums. Null: the caller sees none of them. */
export async function readTotalFunnel(
  reads: FunnelReads,
  scope: Scope,
  wanted: FunnelRequest,
  signal?: AbortSignal,
): Promise<Result<FunnelFigures | null, Failure>> {
  const shops = await shopsOf(reads.sites, scope, wanted.siteIds);
  if (!shops.ok) return shops;
  const groups = shops.value.length === 0 ? [] : [shops.value];
  const read = await readFiguresInBatches(reads, scope, groups, wanted, signal);
  return read.ok ? ok(read.value[0] ?? null) : read;
}

async function shopsOf(
  sites: SiteSnapshots,
  scope: Scope,
  siteIds: readonly number[],
): Promise<Result<readonly Site[], Failure>> {
  if (siteIds.length > maxShops) return err(failure('BAD_INPUT', `siteIds takes at most ${maxShops}`, 'siteIds'));
  const seen = (await sites.snapshot(scope)).sites;
  return ok([...new Set(siteIds)].flatMap((id) => seen.get(id as Site['id']) ?? []));
}

/** Returns the first days of the months of these dates, oldest first. */
function monthsOf(dates: readonly LocalDate[]): Result<readonly LocalDate[], Failure> {
  const months = [...new Set(dates.map((date) => startOfMonth(date)))].sort();
  return months.length > maxMonths
    ? err(failure('BAD_INPUT', `dates takes at most ${maxMonths} months`, 'dates'))
    : ok(months);
}

/** Returns the figures of groups of shops, in batches. */
async function readFiguresInBatches(
  reads: FunnelReads,
  scope: Scope,
  groups: readonly (readonly Site[])[],
  { dates, compare }: FunnelRequest,
  signal: AbortSignal | undefined,
): Promise<Result<readonly FunnelFigures[], Failure>> {
  if (!dates.every(isLocalDate)) return err(failure('BAD_INPUT', 'dates takes days like 2026-10-01', 'dates'));
  if (await reads.demonstratesTo(scope)) return buildDemonstration(groups, dates, compare, reads.clock.now());
  const found = monthsOf(dates);
  if (!found.ok) return found;
  const months = found.value;
  const byDays = groups.flat().length * months.length > maxHourlyShopMonths;
  const batchSize = Math.max(1, Math.floor((shopMonthsPerBatch * (byDays ? 24 : 1)) / Math.max(1, months.length)));
  const all: FunnelFigures[] = [];
  for (let begin = 0; begin < groups.length; begin += batchSize) {
    const read = await readFigures(reads, scope, groups.slice(begin, begin + batchSize), {
      months,
      compare,
      byDays,
      signal,
    });
    if (!read.ok) return read;
    all.push(...read.value);
  }
  return ok(all);
}

interface Asking {
  readonly months: readonly LocalDate[];
  readonly compare: boolean;
  readonly byDays: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Runs one query per figure and group, all in one call. */
async function readFigures(
  { answerQueries, receipts, clock }: FunnelReads,
  scope: Scope,
  groups: readonly (readonly Site[])[],
  { months, compare, byDays, signal }: Asking,
): Promise<Result<readonly FunnelFigures[], Failure>> {
  const periods = months.map(
    (first): DateInterval => ({ kind: 'days', days: { from: first, to: startOfMonth(first, 1) } }),
  );
  const asked = groups.flatMap((shops, group) =>
    (periods.length === 0 ? [] : listFigures(shops)).map((figure) => ({
      group,
      figure,
      query: { ...queryOf(funnelMetrics[figure], shops, periods, compare), ...(byDays && { byDays }) },
    })),
  );
  const questions = asked.map(({ query }) => query);
  const [answers, covered] = await Promise.all([
    answerQueries(scope, questions, signal),
    findCoveredDays(receipts, groups.flat(), months),
  ]);
  const failed = answers.find((answer) => !answer.ok);
  if (failed !== undefined && !failed.ok) return failed;
  const now = clock.now();
  const answered = asked.map((one, index) => ({ ...one, answer: answers[index] }));
  const read = groups.map((shops, of): FunnelFigures => {
    const own = answered.filter(({ group }) => group === of);
    const known = new Map(own.map(({ figure, answer }) => [figure, numberOf(answer?.ok ? answer.value.data : null)]));
    return {
      values: Object.fromEntries(
        figures.map((figure) => [figure, known.get(figure) ?? null]),
      ) as FunnelFigures['values'],
      currency: findCurrency(shops),
      soldDays: countSoldDays(shops, covered, months, now),
      changes: compare ? own.map(({ figure, answer }) => changeOf(figure, answer)) : [],
      isDemonstration: false,
      date: null,
    };
  });
  return ok(read);
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
    ...emptyQuery,
    metric: id,
    aggregation: getDefaultAggregation(metric),
    periods,
    compare: compare ? 'YEAR' : null,
    installations: { exclude: false, ids: shops.map((shop) => shop.id).toSorted((a, b) => a - b) },
  };
}

function changeOf(figure: FunnelFigure, answer: Result<Answer, Failure> | undefined): FunnelChange {
  const metric = findMetric(funnelMetrics[figure]);
  if (!answer?.ok || metric === undefined) return { figure, before: null, evolution: null };
  const { point, usual: before } = getAnswerTotal(answer.value, metric);
  const value = getPointValue(point);
  const evolution = value === null || before === null || before === 0 ? null : ((value - before) / before) * 100;
  return { figure, before, evolution };
}

/** Returns the known value of an ungrouped answer, which has one point. */
function numberOf(points: Answer['comparison'] | undefined): number | null {
  const point = points?.[0];
  return point?.state === undefined && typeof point?.value === 'number' ? point.value : null;
}

/** Returns the days with sales data in these months, by shop. */
async function findCoveredDays(
  receipts: ReceiptsStore,
  shops: readonly Site[],
  months: readonly LocalDate[],
): Promise<ReadonlyMap<Site, CoveredDays>> {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const topologies = shops.map(({ topology }) => topology);
  const days = await receipts.coveredDays(topologies, first, addDays(startOfMonth(last, 1), -1));
  return new Map(shops.map((shop, index) => [shop, days[index] ?? new Map()]));
}

/** Counts the open days of the shops up to their today, and those with sales data. */
function countSoldDays(
  shops: readonly Site[],
  covered: ReadonlyMap<Site, CoveredDays>,
  months: readonly LocalDate[],
  now: number,
): FunnelFigures['soldDays'] {
  const first = months[0];
  const last = months.at(-1);
  if (first === undefined || last === undefined) return { known: 0, all: 0 };
  const isAsked = (date: LocalDate) => months.includes(startOfMonth(date));
  const ofShops = shops.map((shop) => {
    const { topology } = shop;
    const end = addDays(startOfMonth(last, 1), -1);
    const today = toSiteDay(topology, now);
    const until = end < today ? end : today;
    const asked = listOpenDays(topology, first, until).filter(isAsked);
    return { known: asked.filter((day) => covered.get(shop)?.has(day)).length, all: asked.length };
  });
  return {
    known: ofShops.reduce((sum, shop) => sum + shop.known, 0),
    all: ofShops.reduce((sum, shop) => sum + shop.all, 0),
  };
}

/** Returns the open days of a shop, both ends inclusive. No sales are expected on the others. */
function listOpenDays(calendar: OpeningCalendar, first: LocalDate, last: LocalDate): readonly LocalDate[] {
  if (last < first) return [];
  const days = new Set<LocalDate>();
  for (const { from, to } of listOpenSpans(calendar, toDaysSpan(calendar, first, addDays(last, 1))))
    for (let day = toSiteDay(calendar, from); day <= toSiteDay(calendar, to - 1); day = addDays(day, 1)) days.add(day);
  return [...days];
}
