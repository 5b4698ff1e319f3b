import {
  type Clock,
  err,
  type Failure,
  failure,
  type Instant,
  type OrganizationId,
  ok,
  type Result,
} from '@atrium/domain/core';
import { type MeasurementQuery, placedBy, quantitiesOf } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import { type AnalyticsStore, askerOf, type QuestionReader, readerFor } from '../../platform/analytics-store.ts';
import { Overloaded } from '../../platform/overloaded.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { DayLedger } from '../rollups/index.ts';
import type { Answer } from './answer/answer.ts';
import { newBranch } from './answer/answer-tree.ts';
import { coverageOf } from './answer/cover.ts';
import { type EvaluatedSite, growTree } from './answer/grow-tree.ts';
import { isToldBefore, notToldOf } from './answer/not-told-of.ts';
import { writeAnswer } from './answer/write-answer.ts';
import { type EvaluatedParts, markAbsence, partsOf } from './evaluate/compared-parts.ts';
import type { SalesReader } from './evaluate/counts/sales-reader.ts';
import { evaluate } from './evaluate/evaluate.ts';
import type { Evaluated, Evaluation } from './evaluate/evaluation.ts';
import type { SetPointReader } from './evaluate/presence/set-point-reader.ts';
import { gatherSetPoints } from './evaluate/presence/set-points.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { compareModeOf, planEarlier } from './plan/compare-time.ts';
import type { MeasurementFacts } from './plan/facts.ts';
import { planByReadings } from './plan/plan-by-readings.ts';
import type { Plan, PlannedSite } from './plan/plan-query.ts';
import { splitsOf } from './plan/planned-series.ts';
import { narrow, type ScopedQuery } from './plan/scoped-query.ts';
import { endTimeline, type Timeline } from './plan/timeline.ts';
import { keepHeardDays } from './read/activity/device-activity.ts';
import { ReadingsGone } from './read/kept-readings.ts';
import { rolledScanner } from './read/rolled-scanner.ts';
import { rawScanner, type Scanner } from './read/scanner.ts';
import { keepToldDescriptors, type ToldDescriptors } from './read/told/told-descriptors.ts';

export interface MeasurementDeps {
  readonly analytics: AnalyticsStore;
  readonly sites: { topologies(scope: Scope): Promise<readonly Topology[]> };
  readonly facts: (scope: Scope) => Promise<MeasurementFacts>;
  readonly sales: SalesReader;
  /** How many people were inside, where somebody said so; without, doors alone tell. */
  readonly corrections?: SetPointReader;
  readonly clock: Clock;
  /** Which days the rollups hold; without, every answer is read from the readings. */
  readonly ledger?: DayLedger;
  /** What sensors ever told; asked anew where nothing is said. */
  readonly told?: ToldDescriptors;
  /** Where answers about days that are over are kept; without, each is read anew. */
  readonly kept?: KeptAnswers;
}

/**
 * Answers several queries of one viewer, in their order. They share what they read: the widgets of a page cost little
 * more than the slowest of them. Failures (an id that is not the viewer's, too many points) concern their query only.
 * Rejects when `signal` is aborted, because nobody waits for the answers any more.
 */
export type AnswerQueries = (
  scope: Scope,
  queries: readonly MeasurementQuery[],
  signal?: AbortSignal,
) => Promise<readonly Result<Answer, Failure>[]>;

export function createAnswerQueries(deps: MeasurementDeps): AnswerQueries {
  const { analytics, sites, facts, sales, clock, ledger, kept, corrections = doorsAlone } = deps;
  const scannerOf = scanners(deps);
  const answerQueries: AnswerQueries = async (scope, queries, signal) => {
    const [topologies, allFacts] = await Promise.all([sites.topologies(scope), facts(scope)]);
    await ledger?.open();
    const reader = readerFor(analytics, askerOf(scope, signal));
    const reading = {
      scanner: scannerOf(reader, scope.organizationId),
      sales,
      corrections: gatherSetPoints(corrections),
    };
    const now = clock.now();
    const since = ledger?.keptSince(scope.organizationId);
    // All are planned before any is read: what they share is gathered from those that begin to read together.
    const planned = await Promise.all(
      queries.map(async (query): Promise<Planned> => {
        const scopedQuery = narrow(scope, query, topologies, allFacts);
        if (!scopedQuery.ok) return { done: scopedQuery };
        const known = kept?.find(scope, scopedQuery.value);
        if (known != null) return { done: ok(known) };
        const plans = await planByReadings(scopedQuery.value, now, reading.scanner).catch(asFailure);
        return plans.ok ? { scopedQuery: scopedQuery.value, plans: plans.value } : { done: plans };
      }),
    );
    const answers = await Promise.all(
      planned.map(async (one): Promise<Result<Answer, Failure>> => {
        if ('done' in one) return one.done;
        const keep = kept?.keeper(scope, one.scopedQuery, one.plans, now);
        const answered = await answer(one.plans, reading, now).then(ok, asFailure);
        if (!answered.ok) return answered;
        const { answer: found, isLasting } = answered.value;
        if (isLasting) keep?.(found);
        return ok(found);
      }),
    );
    // Readings that went while these were being read: then the rest is asked for again.
    return ledger?.keptSince(scope.organizationId) === since ? answers : answerQueries(scope, queries, signal);
  };
  return answerQueries;
}

/** Reads for one question: rollups where there are any, else readings. */
export function scanners({
  ledger,
  told,
}: MeasurementDeps): (reader: QuestionReader, organization: OrganizationId) => Scanner {
  if (ledger === undefined) return rawScanner;
  const heardDays = keepHeardDays(ledger);
  const toldDescriptors = told ?? keepToldDescriptors(ledger);
  return (reader, organization) => rolledScanner(reader, organization, ledger, heardDays, toldDescriptors);
}

/** Rollups go back further than readings, but don't tell everything; and more may be asked than can be read now. */
function asFailure(error: unknown): Result<never, Failure> {
  if (error instanceof Overloaded)
    return err({ ...failure('OVERLOADED', error.message), retryAfter: error.retryAfter });
  if (!(error instanceof ReadingsGone)) throw error;
  const date = new Date(error.since).toISOString().slice(0, 10);
  const message = `This needs single readings, which are kept since ${date} only: ask for later days, or for counts in coarser steps.`;
  return err(failure('READINGS_GONE', message, 'filters'));
}

/** A question that is known or refused already, or how it is to be read. */
type Planned =
  | { readonly done: Result<Answer, Failure> }
  | { readonly scopedQuery: ScopedQuery; readonly plans: readonly Plan[] };

/** Where numbers come from. */
type Reading = Pick<Evaluation, 'scanner' | 'sales' | 'corrections'>;

/** Where nobody says how many are inside. */
export const doorsAlone: SetPointReader = { setPoints: async () => [] };

interface Answered {
  readonly answer: Answer;
  /** False where readings of other days may change it: of what no sensor has told so far, or where only some tell it. */
  readonly isLasting: boolean;
}

async function answer(plans: readonly Plan[], reading: Reading, now: Instant): Promise<Answered> {
  const evaluated = await Promise.all(
    plans.map((plan) => Promise.all(plan.sites.map((site) => evaluateSite(plan, site, reading, now)))),
  );
  const root = newBranch('', 0);
  for (const [index, plan] of plans.entries()) growTree(root, plan, evaluated[index] as EvaluatedSite[]);
  const [first] = plans as [Plan, ...Plan[]];
  return {
    answer: {
      metric: first.query.metric,
      unit: unitOf(first),
      ...writeAnswer(root, first),
      granularity: first.grain.innermost,
      coverage: coverageOf(plans, evaluated),
      notTold: notToldOf(evaluated[0] as EvaluatedSite[]),
    },
    isLasting: evaluated.flat().every(isToldBefore) && plans.every(({ metric }) => placedBy(metric).length === 0),
  };
}

/** Money is in the currency of the sites. */
function unitOf({ metric, sites }: Plan): string {
  return metric.unit.replace('currency', sites[0]?.topology.currency ?? 'currency');
}

async function evaluateSite(plan: Plan, site: PlannedSite, from: Reading, now: Instant): Promise<EvaluatedSite> {
  const at = (timeline: Timeline) => evaluateAt(plan, site, timeline, from, now);
  const reading = at(site.timeline);
  if (compareModeOf(plan) === null) return { current: await reading, compared: [], until: now, earlier: [] };
  const isOver = site.spans.every((span) => span.to <= now);
  const ends = isOver ? [] : knownEnds(plan, await reading, now);
  const until = Math.min(now, ...ends);
  const earlier = planEarlier(plan, site, until);
  const inParts = (timeline: Timeline) => evaluateParts(plan, site, timeline, from, now);
  const [current, compared, ...then] = await Promise.all([
    reading,
    // What is silent since the last reading of all is no silence of the time before.
    inParts(isOver ? site.timeline : endTimeline(site.timeline, until)),
    ...earlier.map(({ timeline, matches }) => (matches.some((match) => match !== null) ? inParts(timeline) : [])),
  ]);
  return {
    current,
    compared,
    until,
    earlier: earlier.map(({ matches }, index) => ({ matches, evaluated: then[index] as readonly EvaluatedParts[] })),
  };
}

/**
 * How far each side of a metric is known: what came after the first of these ends has no counterpart yet. Sales are told
 * up to now; what is set is known wherever the rest is.
 */
function knownEnds({ metric }: Plan, sides: readonly Evaluated[], now: Instant): Instant[] {
  return quantitiesOf(metric).flatMap(({ expression }, index) => {
    if (expression.type === 'sales') return [now];
    const devices = [...(sides[index]?.devices.values() ?? [])];
    return devices.length === 0 ? [] : [Math.max(...devices.map(({ toldUntil }) => toldUntil))];
  });
}

/** Every quantity of the metric at one site over one time. */
export function evaluateAt(
  plan: Plan,
  site: PlannedSite,
  timeline: Timeline,
  reading: Reading,
  now: Instant,
): Promise<readonly Evaluated[]> {
  return Promise.all(
    quantitiesOf(plan.metric).map(({ expression }, quantity) =>
      evaluate(expression, {
        ...evaluationOf(plan, site, timeline, reading, now),
        series: site.series.map(({ selection, sources }) => ({ selection, sources: sources[quantity] ?? [] })),
      }),
    ),
  );
}

/** The same, each passage, sensor and meter by itself: what is compared. */
function evaluateParts(
  plan: Plan,
  site: PlannedSite,
  timeline: Timeline,
  reading: Reading,
  now: Instant,
): Promise<readonly EvaluatedParts[]> {
  return Promise.all(
    quantitiesOf(plan.metric).map(async ({ expression }, quantity): Promise<EvaluatedParts> => {
      const parts = site.series.map(({ sources }) => partsOf(expression, sources[quantity] ?? []));
      const starts = [0];
      for (const own of parts) starts.push((starts.at(-1) as number) + own.length);
      const series = site.series.flatMap(({ selection }, index) =>
        (parts[index] ?? []).map((sources) => ({ selection, sources })),
      );
      const evaluated = await evaluate(expression, {
        ...evaluationOf(plan, site, timeline, reading, now),
        series,
      });
      const cells = evaluated.cells.map((lines, index) =>
        markAbsence(expression, lines, series[index]?.sources ?? [], site.topology, timeline, evaluated.devices),
      );
      return { ...evaluated, cells, starts };
    }),
  );
}

function evaluationOf(
  plan: Plan,
  { topology }: PlannedSite,
  timeline: Timeline,
  reading: Reading,
  now: Instant,
): Omit<Evaluation, 'series'> {
  return {
    ...reading,
    now,
    topology,
    settings: plan.facts.settings,
    timeline,
    splits: splitsOf(plan.query),
    descriptors: plan.query.descriptors,
    withValues: ['MEDIAN', 'P25', 'P75', 'P95'].includes(plan.query.aggregation),
  };
}
