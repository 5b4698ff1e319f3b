import type { Failure, Result } from '@atrium/domain/core';
import { getQueryKey, type MeasurementQuery } from '@atrium/domain/numbers';
import { batchPerTick } from '../platform/concurrency/event-loop.ts';
import type { SignedInContext } from '../platform/graphql/context.ts';
import type { Answer } from './planner/answer/answer.ts';
import type { AnswerQueries } from './planner/answer-queries.ts';

type Outcome = Result<Answer, Failure>;
type Load = (query: MeasurementQuery) => Promise<Outcome>;

/**
 * Answers the queries of one request in batches, one per turn of the event loop; equal queries are answered once.
 * Batches belong to a request, so that no answer reaches another viewer.
 */
export function createQueryLoader(answerQueries: AnswerQueries) {
  const loads = new WeakMap<object, Load>();
  return (context: SignedInContext, query: MeasurementQuery): Promise<Outcome> => {
    const load = loads.get(context) ?? loadOf(context);
    loads.set(context, load);
    return load(query);
  };

  function loadOf({ scope, signal }: SignedInContext): Load {
    return batchPerTick((queries) => {
      const unlike: MeasurementQuery[] = [];
      const placeOf = new Map<string, number>();
      const places = queries.map((query) => {
        const key = getQueryKey(query);
        const place = placeOf.get(key) ?? unlike.push(query) - 1;
        placeOf.set(key, place);
        return place;
      });
      const answers = answerQueries(scope, unlike, signal);
      return places.map((place) => answers.then((all) => all[place] as Outcome));
    });
  }
}
