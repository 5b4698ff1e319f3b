import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { MeasurementQuery } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import { type AnalyticsStore, readerFor } from '../../platform/analytics-store.ts';
import { type Asker, askerOf } from '../../platform/concurrency/asker.ts';
import { ownTurn } from '../../platform/concurrency/own-turn.ts';
import { Overloaded } from '../../platform/overloaded.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Answer } from './answer/answer.ts';
import { answerOf } from './answer/answer-of.ts';
import { gatherSales } from './evaluate/counts/gather-sales.ts';
import type { SalesReader } from './evaluate/counts/sales-reader.ts';
import { evaluatePlans } from './evaluate/evaluate-plan.ts';
import type { SetPointReader } from './evaluate/presence/set-point-reader.ts';
import { doorsAlone, gatherSetPoints } from './evaluate/presence/set-points.ts';
import { shareEvaluations } from './evaluate/shared-evaluations.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { isLarge } from './plan/asked-time.ts';
import type { MeasurementFacts } from './plan/facts.ts';
import { planByReadings } from './plan/plan-by-readings.ts';
import type { Plan } from './plan/plan-query.ts';
import { narrow, type ScopedQuery } from './plan/scoped-query.ts';
import { ReadingsGone } from './read/kept-readings.ts';
import { type ReadDependencies, scanners } from './read/scanners.ts';

export interface MeasurementDeps extends ReadDependencies {
  readonly analytics: AnalyticsStore;
  readonly sites: { topologies(scope: Scope): Promise<readonly Topology[]> };
  readonly facts: (scope: Scope) => Promise<MeasurementFacts>;
  readonly sales: SalesReader;
  /** Manual corrections of the people inside; by default only doors count. */
  readonly corrections?: SetPointReader;
  readonly clock: Clock;
  /** Cache of answers about past days; without it every answer is computed anew. */
  readonly kept?: KeptAnswers;
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
  const { analytics, sites, facts, sales, clock, ledger, kept, corrections = doorsAlone } = deps;
  const scannerOf = scanners(deps);
  const answerQueries: AnswerQueries = async (scope, queries, signal) => {
    const [topologies, allFacts] = await Promise.all([sites.topologies(scope), facts(scope)]);
    await ledger?.open();
    await ownTurn();
    const narrowed = queries.map((query) => narrow(scope, query, topologies, allFacts));
    const isLong = narrowed.some((one) => one.ok && isLarge(one.value));
    const asker = askerOf(scope, signal, isLong);
    const reader = readerFor(analytics, asker);
    const ensureRoom = roomFor(analytics, asker);
    const reading = {
      scanner: scannerOf(reader, scope.organizationId),
      sales: gatherSales(sales),
      corrections: gatherSetPoints(corrections),
    };
    const now = clock.now();
    const since = ledger?.keptSince(scope.organizationId);
    // All queries are planned before any is read, because queries that start reading together share statements.
    const planned = await Promise.all(
      narrowed.map(async (scopedQuery): Promise<Planned> => {
        if (!scopedQuery.ok) return { done: scopedQuery };
        const known = kept?.find(scope, scopedQuery.value);
        if (known != null) return { done: ok(known) };
        const plans = await planByReadings(scopedQuery.value, now, reading.scanner, () =>
          ensureRoom(scopedQuery.value),
        ).catch(asFailure);
        return plans.ok ? { scopedQuery: scopedQuery.value, plans: plans.value } : { done: plans };
      }),
    );
    const shared = shareEvaluations();
    const answers = await Promise.all(
      planned.map(async (one): Promise<Result<Answer, Failure>> => {
        if ('done' in one) return one.done;
        const keep = kept?.keeper(scope, one.scopedQuery, one.plans, now);
        const evaluated = await evaluatePlans(one.plans, reading, now, shared).then(ok, asFailure);
        if (!evaluated.ok) return evaluated;
        await ownTurn();
        const { answer, isLasting } = answerOf(one.plans, evaluated.value);
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
function roomFor(analytics: AnalyticsStore, asker: Asker): (scopedQuery: ScopedQuery) => void {
  let refusal: Overloaded | null | undefined;
  return (scopedQuery) => {
    if (!isLarge(scopedQuery)) return;
    refusal = refusal === undefined ? analytics.noRoomFor(asker) : refusal;
    if (refusal !== null) throw refusal;
  };
}

/**
 * Turns overload and deleted readings into failures. Rollups reach back further than readings but lack some details.
 */
function asFailure(error: unknown): Result<never, Failure> {
  if (error instanceof Overloaded)
    return err({ ...failure('OVERLOADED', error.message), retryAfter: error.retryAfter });
  if (!(error instanceof ReadingsGone)) throw error;
  const date = new Date(error.since).toISOString().slice(0, 10);
  const message = `This needs single readings, which are kept since ${date} only: ask for later days, or for counts in coarser steps.`;
  return err(failure('READINGS_GONE', message, 'filters'));
}

/** Query that is already answered or failed, or its plans. */
type Planned =
  | { readonly done: Result<Answer, Failure> }
  | { readonly scopedQuery: ScopedQuery; readonly plans: readonly Plan[] };
