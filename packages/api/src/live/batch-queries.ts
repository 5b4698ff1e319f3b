import type { MeasurementQuery } from '@atrium/domain/measurements';
import type { AnswerQueries } from '../measurements/index.ts';
import { abortWhenAllAbort } from '../platform/cancelled.ts';
import { batchPerTick } from '../platform/concurrency/batch-per-tick.ts';
import type { Scope } from '../platform/tenancy/index.ts';

interface PendingQueries {
  readonly scope: Scope;
  readonly queries: readonly MeasurementQuery[];
  readonly signal: AbortSignal | undefined;
}

/**
 * Batches the queries of an organization within one tick of the event loop, so that a page that watches all sites reads
 * them together. All callers must have the same access. A batch is cancelled when all of its callers have aborted.
 */
export function batchQueries(answerQueries: AnswerQueries): AnswerQueries {
  const ask = batchPerTick((asks: readonly PendingQueries[]) => {
    const together = new Map(
      [...Map.groupBy(asks, ({ scope }) => scope.organizationId).values()].flatMap((alike) => {
        const queries = alike.flatMap((one) => one.queries);
        const signals = alike.flatMap(({ signal }) => signal ?? []);
        const signal = signals.length === alike.length ? abortWhenAllAbort(signals) : undefined;
        const answers = answerQueries((alike[0] as PendingQueries).scope, queries, signal);
        let begin = 0;
        return alike.map((one) => {
          const from = begin;
          begin += one.queries.length;
          return [one, answers.then((all) => all.slice(from, from + one.queries.length))] as const;
        });
      }),
    );
    return asks.map((one) => together.get(one) as ReturnType<AnswerQueries>);
  });
  return (scope, queries, signal) => ask({ scope, queries, signal });
}
