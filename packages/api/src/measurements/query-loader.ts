import { setImmediate } from 'node:timers';
import type { Failure, Result } from '@atrium/domain/core';
import { type MeasurementQuery, queryKey } from '@atrium/domain/measurements';
import type { SignedInContext } from '../platform/graphql/context.ts';
import type { Answer, AnswerQueries } from './planner/answer-queries.ts';

type Outcome = Result<Answer, Failure>;

interface Batch {
  readonly queries: MeasurementQuery[];
  readonly answers: Promise<readonly Outcome[]>;
  readonly indexOf: Map<string, number>;
}

/**
 * Answers all queries of one request together: those asked for before the event loop turns form a batch, in which
 * equal queries are answered once. Batches belong to a request, so nobody's answer reaches anybody else.
 */
export function createQueryLoader(answerQueries: AnswerQueries) {
  const open = new WeakMap<object, Batch>();
  return async (context: SignedInContext, query: MeasurementQuery): Promise<Outcome> => {
    const batch = open.get(context) ?? openBatch(context);
    const key = queryKey(query);
    const index = batch.indexOf.get(key) ?? batch.queries.push(query) - 1;
    batch.indexOf.set(key, index);
    return (await batch.answers)[index] as Outcome;
  };

  function openBatch(context: SignedInContext): Batch {
    const queries: MeasurementQuery[] = [];
    const answers = new Promise<readonly Outcome[]>((resolve, reject) => {
      setImmediate(() => {
        open.delete(context);
        answerQueries(context.scope, queries).then(resolve, reject);
      });
    });
    const batch = { queries, answers, indexOf: new Map<string, number>() };
    open.set(context, batch);
    return batch;
  }
}
