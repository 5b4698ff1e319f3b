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
import { type Coverage, type LabelledValue, type MeasurementQuery, quantitiesOf } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import type { Scope } from '../../access/scope.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { DayLedger } from '../rollups/index.ts';
import { newBranch } from './answer/answer-tree.ts';
import { coverageOf } from './answer/cover.ts';
import { type EvaluatedSite, growTree } from './answer/grow-tree.ts';
import { writeAnswer } from './answer/write-answer.ts';
import type { SalesReader } from './cells/counts/sales-cells.ts';
import { evaluate } from './cells/evaluate.ts';
import type { Evaluated, Evaluation } from './cells/evaluation.ts';
import { gatherSetPoints, type SetPointReader } from './cells/presence/set-points.ts';
import { compareModeOf, planEarlier } from './compare-time.ts';
import type { MeasurementFacts } from './facts.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { type Plan, type PlannedSite, planQuery } from './plan-query.ts';
import { splitsOf } from './planned-series.ts';
import { keepHeardDays } from './scans/heard-days.ts';
import { ReadingsGone } from './scans/kept-readings.ts';
import { rolledScanner } from './scans/rolled-scanner.ts';
import { rawScanner, type Scanner } from './scans/scanner.ts';
import { narrow } from './scoped-query.ts';
import { endTimeline, type Timeline } from './timeline.ts';

/** The numbers of one query. */
export interface Answer {
  readonly metric: string;
  readonly unit: string;
  readonly data: readonly LabelledValue[];
  /** The compared range under the labels of `data`, over the intervals known on both sides; null unless asked for. */
  readonly comparison: readonly LabelledValue[] | null;
  /** Change in % over the intervals known on both sides, under the same labels; null unless a comparison is asked for. */
  readonly evolution: readonly LabelledValue[] | null;
  /**
   * Seconds of the innermost grouping by date or hour of the day as answered (coarser than asked where sensors report
   * more rarely), else null.
   */
  readonly granularity: number | null;
  readonly coverage: Coverage;
}

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
  /** Where answers about days that are over are kept; without, each is read anew. */
  readonly kept?: KeptAnswers;
}

/**
 * Answers several queries of one viewer, in their order. They share what they read: the widgets of a page cost little
 * more than the slowest of them. Failures (an id that is not the viewer's, too many points) concern their query only.
 */
export type AnswerQueries = (
  scope: Scope,
  queries: readonly MeasurementQuery[],
) => Promise<readonly Result<Answer, Failure>[]>;

export function createAnswerQueries(deps: MeasurementDeps): AnswerQueries {
  const { analytics, sites, facts, sales, clock, ledger, kept, corrections = doorsAlone } = deps;
  const scannerOf = scanners(analytics, ledger);
  const answerQueries: AnswerQueries = async (scope, queries) => {
    const [topologies, allFacts] = await Promise.all([sites.topologies(scope), facts(scope)]);
    await ledger?.open();
    const reading = { scanner: scannerOf(scope.organizationId), sales, corrections: gatherSetPoints(corrections) };
    const now = clock.now();
    const since = ledger?.keptSince(scope.organizationId);
    const answers = await Promise.all(
      queries.map(async (query): Promise<Result<Answer, Failure>> => {
        const scopedQuery = narrow(scope, query, topologies, allFacts);
        if (!scopedQuery.ok) return err(scopedQuery.error);
        const known = kept?.find(scope, scopedQuery.value);
        if (known != null) return ok(known);
        const plans = planQuery(scopedQuery.value, now);
        if (!plans.ok) return plans;
        const keep = kept?.keeper(scope, scopedQuery.value, plans.value, now);
        const answered = await answer(plans.value, reading, now).then(ok, goneAsFailure);
        if (answered.ok) keep?.(answered.value);
        return answered;
      }),
    );
    // Readings that went while these were being read: then the rest is asked for again.
    return ledger?.keptSince(scope.organizationId) === since ? answers : answerQueries(scope, queries);
  };
  return answerQueries;
}

function scanners(analytics: AnalyticsStore, ledger: DayLedger | undefined): (organization: OrganizationId) => Scanner {
  if (ledger === undefined) return (organization) => rawScanner(analytics, organization);
  const heardDays = keepHeardDays(analytics, ledger);
  return (organization) => rolledScanner(analytics, organization, ledger, heardDays);
}

/** Rollups go back further than readings, but don't tell everything. */
function goneAsFailure(error: unknown): Result<never, Failure> {
  if (!(error instanceof ReadingsGone)) throw error;
  const date = new Date(error.since).toISOString().slice(0, 10);
  const message = `This needs single readings, which are kept since ${date} only: ask for later days, or for counts in coarser steps.`;
  return err(failure('READINGS_GONE', message, 'filters'));
}

/** Where numbers come from. */
type Reading = Pick<Evaluation, 'scanner' | 'sales' | 'corrections'>;

const doorsAlone: SetPointReader = { setPoints: async () => [] };

async function answer(plans: readonly Plan[], reading: Reading, now: Instant): Promise<Answer> {
  const evaluated = await Promise.all(
    plans.map((plan) => Promise.all(plan.sites.map((site) => evaluateSite(plan, site, reading, now)))),
  );
  const root = newBranch('', 0);
  for (const [index, plan] of plans.entries()) growTree(root, plan, evaluated[index] as EvaluatedSite[]);
  const [first] = plans as [Plan, ...Plan[]];
  return {
    metric: first.query.metric,
    unit: unitOf(first),
    ...writeAnswer(root, first),
    granularity: first.grain.innermost,
    coverage: coverageOf(plans, evaluated),
  };
}

/** Money is in the currency of the sites. */
function unitOf({ metric, sites }: Plan): string {
  return metric.unit.replace('currency', sites[0]?.topology.currency ?? 'currency');
}

async function evaluateSite(plan: Plan, site: PlannedSite, from: Reading, now: Instant): Promise<EvaluatedSite> {
  const at = (timeline: Timeline) => evaluateAt(plan, site, timeline, from, now);
  const reading = at(site.timeline);
  if (compareModeOf(plan) === null) {
    const current = await reading;
    return { current, compared: current, earlier: [] };
  }
  const isOver = site.spans.every((span) => span.to <= now);
  const ends = isOver ? [] : knownEnds(plan, await reading, now);
  const until = Math.min(now, ...ends);
  const earlier = planEarlier(plan, site, until);
  const isAhead = ends.some((end) => end > until);
  const [current, compared, ...then] = await Promise.all([
    reading,
    isAhead ? at(endTimeline(site.timeline, until)) : reading,
    ...earlier.map((one) => at(one.timeline)),
  ]);
  return {
    current,
    compared,
    earlier: earlier.map(({ matches }, index) => ({ matches, evaluated: then[index] as readonly Evaluated[] })),
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
    return devices.length === 0 ? [] : [Math.max(...devices.map(({ reported }) => reported.at(-1)?.to ?? 0))];
  });
}

/** Every quantity of the metric at one site over one time. */
function evaluateAt(
  plan: Plan,
  site: PlannedSite,
  timeline: Timeline,
  reading: Reading,
  now: Instant,
): Promise<readonly Evaluated[]> {
  return Promise.all(
    quantitiesOf(plan.metric).map(({ expression }, quantity) =>
      evaluate(expression, {
        ...reading,
        now,
        topology: site.topology,
        settings: plan.facts.settings,
        timeline,
        series: site.series.map(({ selection, sources }) => ({ selection, sources: sources[quantity] ?? [] })),
        splits: splitsOf(plan.query),
        descriptors: plan.query.descriptors,
        withValues: ['MEDIAN', 'P25', 'P75', 'P95'].includes(plan.query.aggregation),
      }),
    ),
  );
}
