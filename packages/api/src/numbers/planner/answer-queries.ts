import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { MeasurementQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import { type AnalyticsStore, createQueryReader } from '../../platform/analytics-store.ts';
import { yieldToEventLoop } from '../../platform/concurrency/event-loop.ts';
import { buildQueryOwner, type QueryOwner } from '../../platform/concurrency/query-owner.ts';
import { Overloaded } from '../../platform/failures.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { type Answer, buildAnswer } from './answer/answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { batchSales } from './evaluate/counts/sales-cells.ts';
import { evaluatePlans } from './evaluate/evaluate-plan.ts';
import type { SalesReader, SetPointReader } from './evaluate/evaluation.ts';
import { batchSetPoints, noCorrections } from './evaluate/presence/set-points.ts';
import { createSharedEvaluations } from './evaluate/shared-evaluations.ts';
import { planByReadings } from './plan/plan-by-readings.ts';
import type { Plan, SharedTimelines } from './plan/plan-query.ts';
import { isLarge, type MeasurementFacts, narrow, type ScopedQuery } from './plan/scoped-query.ts';
import { ReadingsDeleted } from './read/read-context.ts';
import { createScanners, type ReadDependencies } from './read/scanner.ts';

export interface MeasurementDeps extends ReadDependencies {
  readonly analytics: AnalyticsStore;
  readonly sites: { topologies(scope: Scope): Promise<readonly Topology[]> };
  readonly facts: (scope: Scope) => Promise<MeasurementFacts>;
  readonly sales: SalesReader;
  /** Manual corrections of the people inside; by default only doors count. */
  readonly corrections?: SetPointReader;
  readonly clock: Clock;
  /** Cache of answers about past days; without it every answer is computed anew. */
  readonly kept?: AnswerCache;
}

/**
 * Answers several queries of one viewer, in their order. They share reads, so that a page costs little more than its
 * slowest widget. A failure (an id outside the viewer's scope, too many points) concerns its query only. Rejects when
 * `signal` is aborted.
 */
export type AnswerQueries = (
  scope: Scope,
  queries: readonly MeasurementQuery[],
  signal?: AbortSignal,
) => Promise<readonly Result<Answer, Failure>[]>;

export function createAnswerQueries(deps: MeasurementDeps): AnswerQueries {
  const { analytics, sites, facts, sales, clock, ledger, kept, corrections = noCorrections } = deps;
  const scannerOf = createScanners(deps);
  const answerQueries: AnswerQueries = async (scope, queries, signal) => {
    const [topologies, allFacts] = await Promise.all([sites.topologies(scope), facts(scope)]);
    await ledger?.open();
    await yieldToEventLoop();
    const narrowed = queries.map((query) => narrow(scope, query, topologies, allFacts));
    const isLong = narrowed.some((one) => one.ok && isLarge(one.value));
    const owner = buildQueryOwner(scope, signal, isLong);
    const reader = createQueryReader(analytics, owner);
    const ensureRoom = createOverloadCheck(analytics, owner);
    const reading = {
      scanner: scannerOf(reader, scope.organizationId),
      sales: batchSales(sales),
      corrections: batchSetPoints(corrections),
    };
    const now = clock.now();
    const since = ledger?.keptSince(scope.organizationId);
    const timelines: SharedTimelines = new Map();
    // All queries are planned before any is read, because queries that start reading together share statements.
    const planned = await Promise.all(
      narrowed.map(async (scopedQuery): Promise<Planned> => {
        if (!scopedQuery.ok) return { done: scopedQuery };
        const known = kept?.find(scope, scopedQuery.value);
        if (known != null) return { done: ok(known) };
        const plans = await planByReadings(
          scopedQuery.value,
          now,
          reading.scanner,
          () => ensureRoom(scopedQuery.value),
          timelines,
        ).catch(asFailure);
        return plans.ok ? { scopedQuery: scopedQuery.value, plans: plans.value } : { done: plans };
      }),
    );
    const shared = createSharedEvaluations();
    const answers = await Promise.all(
      planned.map(async (one): Promise<Result<Answer, Failure>> => {
        if ('done' in one) return one.done;
        const keep = kept?.keeper(scope, one.scopedQuery, one.plans, now);
        const evaluated = await evaluatePlans(one.plans, reading, now, shared).then(ok, asFailure);
        if (!evaluated.ok) return evaluated;
        await yieldToEventLoop();
        const { answer, isLasting } = await buildAnswer(one.plans, evaluated.value, now);
        if (isLasting) keep?.(answer);
        return ok(answer);
      }),
    );
    // Retention deleted readings during the reads; query again.
    await ledger?.open();
    return ledger?.keptSince(scope.organizationId) === since ? answers : answerQueries(scope, queries, signal);
  };
  return answerQueries;
}

/**
 * Rejects large queries before planning when the database is overloaded; planning one costs as much as several posts.
 * Decided once for all queries of the call. Small queries may still be answered from memory.
 */
function createOverloadCheck(analytics: AnalyticsStore, owner: QueryOwner): (scopedQuery: ScopedQuery) => void {
  let refusal: Overloaded | null | undefined;
  return (scopedQuery) => {
    if (!isLarge(scopedQuery)) return;
    refusal = refusal === undefined ? analytics.findOverload(owner) : refusal;
    if (refusal !== null) throw refusal;
  };
}

/**
 * Turns overload and deleted readings into failures. Rollups reach back further than readings but lack some details.
 */
function asFailure(error: unknown): Result<never, Failure> {
  if (error instanceof Overloaded)
    return err({ ...failure('OVERLOADED', error.message), retryAfter: error.retryAfter });
  if (!(error instanceof ReadingsDeleted)) throw error;
  const date = new Date(error.since).toISOString().slice(0, 10);
  const message = `This needs single readings, which are kept since ${date} only: ask for later days, or for counts in coarser steps.`;
  return err(failure('READINGS_GONE', message, 'filters'));
}

/** Query that is already answered or failed, or its plans. */
type Planned =
  | { readonly done: Result<Answer, Failure> }
  | { readonly scopedQuery: ScopedQuery; readonly plans: readonly Plan[] };

/** Hypothetical sites, with the facts that their numbers depend on. */
type Supposed = MeasurementFacts & { readonly sites: ReadonlyMap<number, { readonly topology: Topology }> };

/** Answers as if sites were built like this. Caches nothing. */
export const createAnswerOver =
  ({ kept: _kept, ...deps }: MeasurementDeps) =>
  (supposed: Supposed): AnswerQueries =>
    createAnswerQueries({
      ...deps,
      sites: { topologies: async () => [...supposed.sites.values()].map(({ topology }) => topology) },
      facts: async () => supposed,
    });
