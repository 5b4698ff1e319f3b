import { randomUUID } from 'node:crypto';
import { type ErrorCode, errorCodes, type Failure, type Result } from '@atrium/domain/core';
import { GraphQLError } from 'graphql';
import type { GraphqlContext } from './context.ts';

/** The value of a result, or its failure thrown in the form the answer carries. The last step of a resolver. */
export function orThrow<Value>(result: Result<Value, Failure>): Value {
  if (result.ok) return result.value;
  throw graphqlErrorOf(result.error);
}

export function graphqlErrorOf({ code, message, field, reason }: Failure): GraphQLError {
  const extensions = { code, ...(field === undefined ? {} : { field }), ...(reason === undefined ? {} : { reason }) };
  return new GraphQLError(message, { extensions });
}

/** Why somebody may not do what they asked: an expired token renews and retries, another one signs out. */
export function refusalOf({ scope, tokenProblem }: GraphqlContext): GraphQLError {
  if (scope !== null) return graphqlErrorOf({ code: 'FORBIDDEN', message: 'You do not have the right to do this' });
  return tokenProblem === 'expired'
    ? graphqlErrorOf({ code: 'TOKEN_EXPIRED', message: 'Your token has expired, please get a new one' })
    : graphqlErrorOf({ code: 'UNAUTHENTICATED', message: 'Sign in first' });
}

export interface ErrorLog {
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

const isKnownCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCodes, code);

/** A fault of the caller's own document or variables: found before any resolver ran, so nothing of ours is in it. */
function isAboutTheRequest(error: GraphQLError): boolean {
  const raisedByUs = error.originalError !== undefined && !(error.originalError instanceof GraphQLError);
  return error.path === undefined && !raisedByUs;
}

/**
 * The one seam between what went wrong and what the caller reads. Failures with a code of the table pass; anything else
 * is logged under an id, and only the id goes out.
 */
export function maskErrors(log: ErrorLog): (error: unknown) => Error {
  return (error) => {
    if (error instanceof GraphQLError) {
      if (isKnownCode(error.extensions.code)) return error;
      if (isAboutTheRequest(error)) return recoded(error, 'BAD_INPUT');
    }
    const id = randomUUID();
    const thrown = error instanceof GraphQLError ? (error.originalError ?? error) : error;
    const path = error instanceof GraphQLError ? error.path?.join('.') : undefined;
    log.error({ id, path, err: thrown }, 'unexpected error');
    return new GraphQLError('Unexpected error', {
      ...(error instanceof GraphQLError ? { path: error.path ?? null } : {}),
      extensions: { code: 'INTERNAL', id },
    });
  };
}

function recoded(error: GraphQLError, code: ErrorCode): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { ...error.extensions, code },
  });
}
