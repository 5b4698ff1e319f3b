import {
  addDays,
  daysBetween,
  getChangeOfDayMs,
  granularity,
  type Instant,
  type LocalDate,
  startOfSiteDay,
  toSiteDay,
} from '@atrium/domain/core';
import {
  findMetric,
  getPlacingMetrics,
  getQuantities,
  getQueryKey,
  isDescriptorCriterion,
  type MeasurementQuery,
  type Metric,
} from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Answer } from '../planner/answer/answer.ts';
import { numbering } from '../planner/answer-cache.ts';
import { getReportingMargin } from '../planner/evaluate/reporting/reporting.ts';
import type { MeasurementFacts } from '../planner/plan/scoped-query.ts';
import { VersionedCache } from '../planner/versioned-cache.ts';
import type { DirtyDays } from '../rollups/dirty-days.ts';
import type { ExpectedPlan, HistoryPlan } from './plan-expected.ts';
import { readHistories, replaceLastDays, type SlotHistories } from './slot-histories.ts';

/** History of the days before `end`. Only their last day may still change with readings of today. */
interface KeptHistory {
  readonly histories: SlotHistories;
  readonly end: LocalDate;
  /** Generation of all its days; null when it is not known. */
  readonly generation: number | null;
}

/** Days after which a kept history is read anew instead of moved on. */
const maxDaysMoved = 7;
/** Numbers held by all histories together: 24 MB. */
const cacheSize = 3_000_000;

/** Who asks, and when. */
export interface Asker {
  readonly scope: Scope;
  readonly facts: MeasurementFacts;
  readonly now: Instant;
}

/** A history that the cache has, or the query for what it lacks and what to do with its answer. */
export type WantedHistory =
  | { readonly key: string; readonly query: null; readonly known: SlotHistories }
  | { readonly key: string; readonly query: MeasurementQuery; take(answer: Answer): SlotHistories };

/** Cache of histories, valid while nobody writes to their days. Without a ledger, all are read each time. */
export class KeptHistories {
  readonly #ledger: DirtyDays | undefined;
  readonly #kept = new VersionedCache<KeptHistory>({ size: cacheSize, largest: cacheSize / 10 });
  readonly #numberOf = numbering();

  constructor(ledger: DirtyDays | undefined) {
    this.#ledger = ledger;
  }

  keyOf(asker: Asker, history: HistoryPlan): string {
    return `${history.first} ${history.end} ${this.#placeOf(asker, history)}`;
  }

  /** Returns the key of a history in the cache. Histories up to today move on with the days. */
  #placeOf({ scope, facts, now }: Asker, { sites, queryOf, first, end }: HistoryPlan): string {
    const isOfToday = toSiteDay(sites[0] as Topology, now) === end;
    return JSON.stringify([
      scope.organizationId,
      scope.installationIds === null ? null : [...scope.installationIds].sort((left, right) => left - right),
      sites.map(this.#numberOf),
      this.#numberOf(facts.tagCategories),
      this.#numberOf(facts.settings),
      this.#ledger?.keptSince(scope.organizationId) ?? null,
      isOfToday ? daysBetween(first, end) : [first, end],
      getQueryKey({ ...queryOf(first, end), periods: [] }),
    ]);
  }

  /** Finds a history, and decides what of it must be read. */
  want(asker: Asker, plan: ExpectedPlan, history: HistoryPlan): WantedHistory {
    const key = this.keyOf(asker, history);
    const place = this.#placeOf(asker, history);
    const form = { ...formOf(plan, history), end: history.end };
    // Late readings of the last day are usual, and west of Greenwich its last hours are written with today's.
    const lastingTo = (end: LocalDate) => this.#generationAt(addDays(end, -1), asker, history);
    const currentOfAll = () => this.#generationAt(history.end, asker, history);
    const generation = currentOfAll();
    const keep = this.#kept.keeper(place, () => lastingTo(history.end));
    const put = (histories: SlotHistories) => {
      const size = [...histories.values()].reduce((sum, { values }) => sum + values.length, 0);
      const isSame = currentOfAll() === generation;
      keep({ histories, end: history.end, generation: isSame ? generation : null }, size);
      return histories;
    };
    const known = this.#kept.find(place, ({ end }) => lastingTo(end));
    const moved = known === undefined ? -1 : daysBetween(known.end, history.end);
    if (known === undefined || moved < 0 || moved > maxDaysMoved) {
      const take = ({ data }: Answer) => put(readHistories(data, { ...form, first: history.first }));
      return { key, query: history.queryOf(history.first, history.end), take };
    }
    if (moved === 0 && known.generation !== null && known.generation === generation)
      return { key, query: null, known: known.histories };
    const first = addDays(known.end, -1);
    const days = daysBetween(history.first, history.end);
    const take = ({ data }: Answer) =>
      put(replaceLastDays(known.histories, readHistories(data, { ...form, first }), { days, moved }));
    return { key, query: history.queryOf(first, history.end), take };
  }

  /** Returns the generation of the days before `end`; null while they may change without a write to them. */
  #generationAt(
    end: LocalDate,
    { scope, now }: Asker,
    { sites, queryOf, first, end: last }: HistoryPlan,
  ): number | null {
    const until = Math.max(...sites.map((site) => startOfSiteDay(site, end) + getReportingMargin(site)));
    if (this.#ledger === undefined || until > now || !isLasting(queryOf(first, last))) return null;
    const installations = sites.map((site) => site.installationId);
    return this.#ledger.generationBefore(scope.organizationId, installations, until);
  }
}

/** Reads the answer to a history's query of the queried days themselves. */
export function readAskedDays({ data }: Answer, plan: ExpectedPlan, history: HistoryPlan): SlotHistories {
  const { first, last } = history.asked;
  return readHistories(data, { ...formOf(plan, history), first, end: addDays(last, 1) });
}

function formOf(plan: ExpectedPlan, { sites }: HistoryPlan) {
  const isDaily = plan.width >= granularity.day;
  // Totals and days of a site begin at its own change of day; shorter steps of several sites have the same clock times.
  const isOwn = isDaily || plan.total !== null;
  const change = changeOf(isOwn ? sites : plan.histories.flatMap((history) => history.sites).slice(0, 1), plan.width);
  return { datePlace: plan.datePlace, change, isDaily, isSummed: plan.total?.isSummed === true };
}

/** Returns the minutes from midnight to the change of day. Labels of days of sites that differ have only the date. */
export function changeOf(sites: readonly Topology[], width: number): number {
  const changes = new Set(sites.map((site) => getChangeOfDayMs(site) / 60_000));
  const [first = 0] = changes;
  return width >= granularity.day && changes.size > 1 ? 0 : first;
}

/** Whether only readings of the queried days change the answer. */
function isLasting(query: MeasurementQuery): boolean {
  const metric = findMetric(query.metric) as Metric;
  const isSplit = query.descriptors.length > 0 || query.groupBy.some(({ type }) => isDescriptorCriterion(type));
  const isOfSales = getQuantities(metric).some(({ expression }) => expression.type === 'sales');
  return !isSplit && !isOfSales && getPlacingMetrics(metric).length === 0;
}
