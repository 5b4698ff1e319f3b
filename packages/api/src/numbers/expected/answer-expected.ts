import {
  addDays,
  type Clock,
  daysBetween,
  type Failure,
  getChangeOfDayMs,
  granularity,
  type Instant,
  instantToWall,
  type LocalDate,
  ok,
  type Result,
  startOfSiteDay,
  toSiteDay,
} from '@atrium/domain/core';
import {
  type ExpectedPoint,
  type ExpectedReason,
  findMetric,
  getPlacingMetrics,
  getQuantities,
  getQueryKey,
  isDescriptorCriterion,
  type LabelledValue,
  type MeasurementQuery,
  type Metric,
} from '@atrium/domain/numbers';
import { type ExpectedSlot, ExpectedValues, sumHistories } from '@atrium/domain/numbers/expected';
import type { Topology } from '@atrium/domain/sites';
import { yieldToEventLoop } from '../../platform/concurrency/event-loop.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Answer } from '../planner/answer/answer.ts';
import { numbering } from '../planner/answer-cache.ts';
import type { AnswerQueries, MeasurementDeps } from '../planner/answer-queries.ts';
import { getReportingMargin } from '../planner/evaluate/reporting/reporting.ts';
import { narrow } from '../planner/plan/scoped-query.ts';
import { VersionedCache } from '../planner/versioned-cache.ts';
import type { FindHolidays } from './holidays.ts';
import { type ExpectedPlan, type HistoryPlan, planExpected } from './plan-expected.ts';
import {
  keyOfPath,
  readHistories,
  readLabel,
  replaceLastDay,
  type SlotHistories,
  type SlotHistory,
  sumUntil,
  toHistory,
} from './slot-histories.ts';
import { type DatedEvent, listUnusualDays, type UnusualDays } from './unusual-days.ts';

export interface ExpectedDeps extends Pick<MeasurementDeps, 'sites' | 'facts' | 'ledger'> {
  readonly clock: Clock;
  /** Events of a viewer's sites. */
  readonly events: (scope: Scope) => Promise<ReadonlyMap<number, readonly DatedEvent[]>>;
  readonly findHolidays: FindHolidays;
}

/** History of the days before today. Only their last day may still change with readings of today. */
interface KeptHistory {
  readonly histories: SlotHistories;
  /** Generation of all its days; null when it is not known. */
  readonly generation: number | null;
}

/** Numbers held by all histories together: 24 MB. */
const cacheSize = 3_000_000;

/**
 * Adds expected values and ranges to the answers of queries that compare with EXPECTED. Each query takes one more: the
 * history of the days before, which is read together with the query and then cached. Days that may still change are
 * read again.
 */
export function createExpectedAnswers(deps: ExpectedDeps): (answerQueries: AnswerQueries) => AnswerQueries {
  const { sites, facts, ledger, clock, events, findHolidays } = deps;
  const kept = new VersionedCache<KeptHistory>({ size: cacheSize, largest: cacheSize / 10 });
  const numberOf = numbering();
  const computed = { steps: new WeakMap<SlotHistory, Computed>(), totals: new WeakMap<SlotHistory, Computed>() };
  const joined = new WeakMap<ExpectedValues, Joined>();

  return (answerQueries) => async (scope, queries, signal) => {
    if (!queries.some(({ compare }) => compare === 'EXPECTED')) return answerQueries(scope, queries, signal);
    const [topologies, allFacts, datedEvents] = await Promise.all([
      sites.topologies(scope),
      facts(scope),
      events(scope),
    ]);
    await ledger?.open();
    const now = clock.now();
    const plans = queries.map((query) => {
      if (query.compare !== 'EXPECTED') return null;
      const narrowed = narrow(scope, query, topologies, allFacts);
      if (!narrowed.ok) return null;
      return planExpected(
        query,
        narrowed.value.sites.map(({ topology }) => topology),
        now,
      );
    });
    const wanted = new Map<string, WantedHistory>();
    for (const plan of plans) {
      if (plan === null || typeof plan === 'string') continue;
      for (const history of plan.histories) {
        const key = keyOfHistory(plan, history);
        if (!wanted.has(key)) wanted.set(key, want(key, plan, history));
      }
    }
    const read = [...wanted.values()].flatMap((one) => (one.query === null ? [] : [one]));
    const answers = await answerQueries(scope, [...queries, ...read.map(({ query }) => query)], signal);
    const found = new Map<string, Result<SlotHistories, Failure>>();
    for (const one of wanted.values()) {
      if (one.query === null) found.set(one.key, ok(one.known));
      else {
        const answer = answers[queries.length + read.indexOf(one)] as Result<Answer, Failure>;
        found.set(one.key, answer.ok ? ok(one.take(answer.value)) : answer);
      }
    }
    return Promise.all(
      queries.map(async (query, index) => {
        const outcome = answers[index] as (typeof answers)[number];
        const plan = plans[index] ?? null;
        if (!outcome.ok || plan === null) return outcome;
        if (typeof plan === 'string') return ok(withReason(outcome.value, plan));
        const histories: SlotHistories[] = [];
        for (const history of plan.histories) {
          const one = found.get(keyOfHistory(plan, history)) as Result<SlotHistories, Failure>;
          if (one.ok) histories.push(one.value);
          else if (one.error.code === 'OVERLOADED') return one;
          else return ok(withReason(outcome.value, reasonOfFailure(one.error)));
        }
        return ok(await addExpected(query, plan, outcome.value, histories));
      }),
    );

    function keyOfHistory(plan: ExpectedPlan, history: HistoryPlan): string {
      return JSON.stringify([
        scope.organizationId,
        scope.installationIds === null ? null : [...scope.installationIds].sort((left, right) => left - right),
        history.sites.map(numberOf),
        numberOf(allFacts.tagCategories),
        numberOf(allFacts.settings),
        ledger?.keptSince(scope.organizationId) ?? null,
        getQueryKey(history.queryOf(plan.first, plan.end)),
      ]);
    }

    /** Finds a history in the cache, and decides what of it must be read. */
    function want(key: string, plan: ExpectedPlan, history: HistoryPlan): WantedHistory {
      const yesterday = addDays(plan.end, -1);
      const whole = history.queryOf(plan.first, plan.end);
      const form = { ...formOf(plan, history), end: plan.end };
      const generationAt = (end: LocalDate): number | null => {
        const until = Math.max(...history.sites.map((site) => startOfSiteDay(site, end) + getReportingMargin(site)));
        if (ledger === undefined || until > now || !isLasting(whole)) return null;
        return ledger.generationBefore(
          scope.organizationId,
          history.sites.map((site) => site.installationId),
          until,
        );
      };
      // Of the last day, late readings are usual, and west of Greenwich its last hours are written with today's.
      const current = () => generationAt(yesterday);
      const generation = generationAt(plan.end);
      const keep = kept.keeper(key, current);
      const put = (histories: SlotHistories) => {
        const size = [...histories.values()].reduce((sum, { values }) => sum + values.length, 0);
        keep({ histories, generation: generationAt(plan.end) === generation ? generation : null }, size);
        return histories;
      };
      const known = kept.find(key, current);
      if (known !== undefined && known.generation !== null && known.generation === generation)
        return { key, query: null, known: known.histories };
      if (known === undefined) {
        const take = ({ data }: Answer) => put(readHistories(data, { ...form, first: plan.first }));
        return { key, query: whole, take };
      }
      return {
        key,
        query: history.queryOf(yesterday, plan.end),
        take: ({ data }: Answer) => {
          const last = readHistories(data, { ...form, first: yesterday });
          return put(replaceLastDay(known.histories, last) ?? known.histories);
        },
      };
    }

    async function addExpected(
      query: MeasurementQuery,
      plan: ExpectedPlan,
      answer: Answer,
      histories: readonly SlotHistories[],
    ): Promise<Answer> {
      const all = plan.histories.flatMap((history) => history.sites);
      const unusual = new Map(
        await Promise.all(
          all.map(async (site) => {
            const own = datedEvents.get(site.installationId) ?? [];
            return [site, await listUnusualDays(site, own, plan.first, plan.last, findHolidays)] as const;
          }),
        ),
      );
      const made = new Map<string, ExpectedValues | null>();
      const valuesOf = (key: string): ExpectedValues | null => {
        const known = made.get(key);
        if (known !== undefined) return known;
        const parts = plan.histories.flatMap((history, index) => {
          const slots = histories[index]?.get(key);
          return slots === undefined ? [] : [partOf(plan, history, slots, answer.knownUntil, unusual)];
        });
        const [only] = parts;
        const values = parts.length > 1 ? joinParts(plan, parts) : (only ?? null);
        made.set(key, values);
        return values;
      };
      const change = changeOf(plan.width < granularity.day ? all.slice(0, 1) : all, plan.width);
      const unusualNames = new Map([...unusual.values()].flatMap((days) => [...days]));
      const data: LabelledValue[] = [];
      const names = countLabels(answer.data);
      for (const row of answer.data) {
        // The first point of a place computes its residuals.
        if (Array.isArray(row.value)) await yieldToEventLoop();
        data.push(attach(row, [], names));
      }
      return { ...answer, data };

      function attach(
        row: LabelledValue,
        labels: readonly string[],
        siblings: ReadonlyMap<string, number>,
      ): LabelledValue {
        const path = [...labels, row.label];
        // Places of the same name cannot be told apart.
        if (siblings.get(row.label) !== 1) return withReasonIn(row, 'form');
        if (!Array.isArray(row.value)) return { ...row, expected: pointOf(path) };
        const children: readonly LabelledValue[] = row.value;
        const counts = countLabels(children);
        return { ...row, value: children.map((child) => attach(child, path, counts)) };
      }

      function pointOf(path: readonly string[]): ExpectedPoint {
        const { total, datePlace } = plan;
        if (total !== null) {
          const values = valuesOf(keyOfPath(query.groupBy.length === 0 ? [] : path));
          return values === null ? without('history') : toPoint(values.at(total.date)[0], total.date);
        }
        const { date, minutes } = readLabel(path[datePlace] as string, change, plan.width >= granularity.day);
        const values = valuesOf(keyOfPath(path.toSpliced(datePlace, 1)));
        return values === null ? without('history') : toPoint(values.at(date)[values.slots.indexOf(minutes)], date);
      }

      function toPoint(slot: ExpectedSlot | undefined, date: LocalDate): ExpectedPoint {
        if (slot === undefined) return without('gaps');
        const { expected, ...rest } = slot;
        const name = unusualNames.get(date)?.name ?? null;
        const isNamed = name !== null && (rest.reason === 'holiday' || rest.reason === 'event');
        return { value: expected, ...rest, ...(isNamed && { name }) };
      }
    }
  };

  /** Returns the history of a place in the plan's form, and its expected values. */
  function partOf(
    plan: ExpectedPlan,
    history: HistoryPlan,
    slots: SlotHistory,
    knownUntil: Answer['knownUntil'],
    unusual: ReadonlyMap<Topology, UnusualDays>,
  ): ExpectedValues {
    const unusualDays = history.sites.map((site) => unusual.get(site) ?? new Map());
    const reasonOf = (date: LocalDate) => unusualDays.find((found) => found.has(date))?.get(date)?.reason ?? null;
    const dates = Array.from({ length: daysBetween(plan.first, plan.last) + 1 }, (_, day) => addDays(plan.first, day));
    const reasons = dates.map(reasonOf);
    const ahead = new Map(
      dates.flatMap((date, day) => {
        const reason = reasons[day] ?? null;
        return date < plan.end || reason === null ? [] : [[date, reason] as const];
      }),
    );
    const days = { first: plan.first, unusualOf: (day: number) => reasons[day] ?? null, ahead };
    const cut = plan.total?.isSummed === true ? minutesKnown(history.sites, plan.total.date, knownUntil) : null;
    const stamp = JSON.stringify([plan.method, plan.first, cut, reasons]);
    const own = cut === null ? computed.steps : computed.totals;
    const known = own.get(slots);
    if (known?.stamp === stamp) return known.values;
    const values = new ExpectedValues(cut === null ? toHistory(slots, days) : sumUntil(slots, cut, days), plan.method);
    own.set(slots, { stamp, values });
    return values;
  }

  function joinParts(plan: ExpectedPlan, parts: readonly ExpectedValues[]): ExpectedValues {
    const [first] = parts as [ExpectedValues, ...ExpectedValues[]];
    const known = joined.get(first);
    if (known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index]))
      return known.values;
    const sum = sumHistories(parts.map(({ history }) => history));
    const values = new ExpectedValues(sum, plan.method, parts);
    joined.set(first, { parts, values });
    return values;
  }
}

/** What was computed from a history. */
interface Computed {
  /** Everything else that it depends on. */
  readonly stamp: string;
  readonly values: ExpectedValues;
}

interface Joined {
  readonly parts: readonly ExpectedValues[];
  readonly values: ExpectedValues;
}

/** A history that the cache has, or the query for what it lacks and what to do with its answer. */
type WantedHistory =
  | { readonly key: string; readonly query: null; readonly known: SlotHistories }
  | { readonly key: string; readonly query: MeasurementQuery; take(answer: Answer): SlotHistories };

const minuteMs = 60_000;

function formOf(plan: ExpectedPlan, { sites }: HistoryPlan) {
  const isDaily = plan.width >= granularity.day;
  // Totals and days of a site begin at its own change of day; shorter steps of several sites have the same clock times.
  const isOwn = isDaily || plan.total !== null;
  const change = changeOf(isOwn ? sites : plan.histories.flatMap((history) => history.sites).slice(0, 1), plan.width);
  return { datePlace: plan.datePlace, change, isDaily, isSummed: plan.total?.isSummed === true };
}

/** Returns the minutes from midnight to the change of day. Labels of days of sites that differ have only the date. */
function changeOf(sites: readonly Topology[], width: number): number {
  const changes = new Set(sites.map((site) => getChangeOfDayMs(site) / minuteMs));
  const [first = 0] = changes;
  return width >= granularity.day && changes.size > 1 ? 0 : first;
}

/** Returns how many minutes of a day are known, by the clock of its site. */
function minutesKnown([site]: readonly Topology[], date: LocalDate, knownUntil: ReadonlyMap<number, Instant>): number {
  const until = site === undefined ? undefined : knownUntil.get(site.installationId);
  if (site === undefined || until === undefined || toSiteDay(site, until) > date) return 1440;
  if (toSiteDay(site, until) < date) return 0;
  const begin = instantToWall(site.timezone, startOfSiteDay(site, date));
  return Math.min(1440, Math.max(0, Math.floor((instantToWall(site.timezone, until) - begin) / minuteMs)));
}

/** Whether only readings of the queried days change the answer. */
function isLasting(query: MeasurementQuery): boolean {
  const metric = findMetric(query.metric) as Metric;
  const isSplit = query.descriptors.length > 0 || query.groupBy.some(({ type }) => isDescriptorCriterion(type));
  const isOfSales = getQuantities(metric).some(({ expression }) => expression.type === 'sales');
  return !isSplit && !isOfSales && getPlacingMetrics(metric).length === 0;
}

function without(reason: ExpectedReason): ExpectedPoint {
  return { value: null, lower: null, upper: null, warranty: null, reason };
}

function withReason(answer: Answer, reason: ExpectedReason): Answer {
  return { ...answer, data: answer.data.map((row) => withReasonIn(row, reason)) };
}

function withReasonIn(row: LabelledValue, reason: ExpectedReason): LabelledValue {
  if (!Array.isArray(row.value)) return { ...row, expected: without(reason) };
  const children: readonly LabelledValue[] = row.value;
  return { ...row, value: children.map((child) => withReasonIn(child, reason)) };
}

function reasonOfFailure({ code }: Failure): ExpectedReason {
  if (code === 'RANGE_TOO_WIDE') return 'width';
  return code === 'READINGS_GONE' ? 'history' : 'form';
}

function countLabels(rows: readonly LabelledValue[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}
