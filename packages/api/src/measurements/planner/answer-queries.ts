import { type Clock, err, type Failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { type Coverage, type LabelledValue, type MeasurementQuery, quantitiesOf } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import type { Scope } from '../../access/scope.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { DayLedger } from '../rollups/index.ts';
import { coverageOf } from './answer/cover.ts';
import { type EvaluatedSite, growTree } from './answer/grow-tree.ts';
import { writeAnswer } from './answer/write-answer.ts';
import { evaluate } from './cells/evaluate.ts';
import type { Evaluated } from './cells/evaluation.ts';
import { type Plan, type PlannedSite, planQuery } from './plan-query.ts';
import { splitsOf } from './planned-series.ts';
import { rolledScanner } from './scans/rolled-scanner.ts';
import { rawScanner, type Scanner } from './scans/scanner.ts';
import { narrow } from './scoped-query.ts';
import type { Timeline } from './timeline.ts';

/** The numbers of one query. */
export interface Answer {
  readonly metric: string;
  readonly unit: string;
  readonly data: readonly LabelledValue[];
  /** The compared range under the labels of `data`, over the intervals known on both sides; null unless asked for. */
  readonly comparison: readonly LabelledValue[] | null;
  /** Change in % over the intervals known on both sides, under the same labels; null unless a comparison is asked for. */
  readonly evolution: readonly LabelledValue[] | null;
  /** Seconds of the innermost DATE grouping as answered (coarser than asked where sensors report more rarely), else null. */
  readonly granularity: number | null;
  readonly coverage: Coverage;
}

export interface MeasurementDeps {
  readonly analytics: AnalyticsStore;
  readonly sites: { topologies(scope: Scope): Promise<readonly Topology[]> };
  readonly clock: Clock;
  /** Which days the rollups hold; without, every answer is read from the readings. */
  readonly ledger?: DayLedger;
}

/**
 * Answers several queries of one viewer, in their order. They share what they read: the widgets of a page cost little
 * more than the slowest of them. Failures (an id that is not the viewer's, too many points) concern their query only.
 */
export type AnswerQueries = (
  scope: Scope,
  queries: readonly MeasurementQuery[],
) => Promise<readonly Result<Answer, Failure>[]>;

export function createAnswerQueries({ analytics, sites, clock, ledger }: MeasurementDeps): AnswerQueries {
  return async (scope, queries) => {
    const topologies = await sites.topologies(scope);
    await ledger?.open();
    const scanner =
      ledger === undefined
        ? rawScanner(analytics, scope.organizationId)
        : rolledScanner(analytics, scope.organizationId, ledger);
    const now = clock.now();
    return Promise.all(
      queries.map(async (query): Promise<Result<Answer, Failure>> => {
        const scopedQuery = narrow(scope, query, topologies);
        if (!scopedQuery.ok) return err(scopedQuery.error);
        const plan = planQuery(scopedQuery.value, now);
        return plan.ok ? ok(await answer(plan.value, scanner, now)) : plan;
      }),
    );
  };
}

async function answer(plan: Plan, scanner: Scanner, now: Instant): Promise<Answer> {
  const evaluated = await Promise.all(plan.sites.map((site) => evaluateSite(plan, site, scanner, now)));
  const { metric, query, grain } = plan;
  return {
    metric: metric.id,
    unit: metric.unit,
    ...writeAnswer(growTree(plan, evaluated), query, metric),
    granularity: grain.dates.at(-1) ?? null,
    coverage: coverageOf(plan, evaluated),
  };
}

async function evaluateSite(plan: Plan, site: PlannedSite, scanner: Scanner, now: Instant): Promise<EvaluatedSite> {
  const at = (timeline: Timeline) => evaluateAt(plan, site, timeline, scanner, now);
  const [current, ...earlier] = await Promise.all([at(site.timeline), ...site.earlier.map((one) => at(one.timeline))]);
  return { current, earlier };
}

/** Every quantity of the metric at one site over one time. */
function evaluateAt(
  plan: Plan,
  site: PlannedSite,
  timeline: Timeline,
  scanner: Scanner,
  now: Instant,
): Promise<readonly Evaluated[]> {
  return Promise.all(
    quantitiesOf(plan.metric).map(({ expression }, quantity) =>
      evaluate(expression, {
        scanner,
        now,
        topology: site.topology,
        timeline,
        series: site.series.map(({ selection, sources }) => ({ selection, sources: sources[quantity] ?? [] })),
        splits: splitsOf(plan.query),
        descriptors: plan.query.descriptors,
        withValues: ['MEDIAN', 'P25', 'P75', 'P95'].includes(plan.query.aggregation),
      }),
    ),
  );
}
