import { ApolloLink } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { OperationTypeNode } from 'graphql';
import { catchError, map, mergeMap, type Observable, of, throwError, timer } from 'rxjs';
import { getRetryDelayMs, maxRetries } from '../../numbers/answers/index.ts';

/** An error as the server sends it. */
export interface SentError {
  readonly extensions?: { readonly code?: unknown; readonly retryAfter?: unknown };
}

/** Returns the server's errors, also from responses with an HTTP error status. */
export function getSentErrors(error: unknown): readonly SentError[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors;
  if (!ServerError.is(error)) return [];
  try {
    return (JSON.parse(error.bodyText) as { errors?: readonly SentError[] }).errors ?? [];
  } catch {
    return [];
  }
}

/**
 * Sends queries again that an overloaded server refused. Changes are not repeated, because one that ran out of time may
 * have been stored. Queries that must not be repeated either have `isSentOnce` in their context.
 */
export const createRetryLink = (random: () => number = Math.random): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const isRepeatable = operation.operationType === OperationTypeNode.QUERY;
    if (!isRepeatable || operation.getContext().isSentOnce === true) return forward(operation);
    const send = (attempt: number): Observable<ApolloLink.Result> =>
      forward(operation).pipe(
        map((result) => ({ errors: (result.errors ?? []) as readonly SentError[], pass: of(result) })),
        catchError((error: unknown) => of({ errors: getSentErrors(error), pass: throwError(() => error) })),
        mergeMap(({ errors, pass }) => {
          const overload = errors.find(({ extensions }) => extensions?.code === 'OVERLOADED');
          if (overload === undefined || attempt === maxRetries) return pass;
          const seconds = Number(overload.extensions?.retryAfter ?? 0);
          return timer(getRetryDelayMs(attempt, seconds, random)).pipe(mergeMap(() => send(attempt + 1)));
        }),
      );
    return send(0);
  });
