import type { OrganizationId } from '@atrium/domain/core';
import type { MeasurementQuery } from '@atrium/domain/measurements';
import type { Scope } from '../access/index.ts';
import type { AnswerQueries } from '../measurements/index.ts';

interface Waiting {
  readonly scope: Scope;
  readonly queries: MeasurementQuery[];
  answers: ReturnType<AnswerQueries> | null;
}

/**
 * Answers what is asked for an organization in one turn of the event loop together: a page that begins to watch all
 * sites reads them at once, not each by itself. For callers that all see the same of an organization.
 */
export function gatherQueries(answerQueries: AnswerQueries): AnswerQueries {
  const waiting = new Map<OrganizationId, Waiting>();
  return async (scope, queries) => {
    const found = waiting.get(scope.organizationId);
    const batch: Waiting = found ?? { scope, queries: [], answers: null };
    const begin = batch.queries.length;
    batch.queries.push(...queries);
    if (found === undefined) waiting.set(scope.organizationId, batch);
    await new Promise((resume) => setImmediate(resume));
    waiting.delete(scope.organizationId);
    batch.answers ??= answerQueries(batch.scope, batch.queries);
    return (await batch.answers).slice(begin, begin + queries.length);
  };
}
