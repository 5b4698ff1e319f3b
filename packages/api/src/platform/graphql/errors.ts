import { randomUUID } from 'node:crypto';
import { type ErrorCode, errorCodes, type Failure, type OrganizationId, type Result } from '@atrium/domain/core';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { Cancelled, findOverload } from '../failures.ts';
import { checkSeesAllSites, type Scope } from '../tenancy/index.ts';
import { findUnavailable } from '../unavailable.ts';
import type { GraphqlContext } from './context.ts';

/** Returns the value of a result, or throws its failure as a GraphQL error. Last step of a resolver. */
export function orThrow<Value>(result: Result<Value, Failure>): Value {
  if (result.ok) return result.value;
  throw toGraphqlError(result.error);
}

export function toGraphqlError({ code, message, field, reason, retryAfter }: Failure): GraphQLError {
  const known = Object.entries({ field, reason, retryAfter }).filter(([, value]) => value !== undefined);
  return new GraphQLError(message, { extensions: { code, ...Object.fromEntries(known) } });
}

/**
 * Builds the error for a refused operation. Clients renew an expired token and retry; other problems sign the user out.
 */
export function buildAccessError({ scope, tokenProblem }: GraphqlContext): GraphQLError {
  if (scope !== null) return toGraphqlError({ code: 'FORBIDDEN', message: 'You do not have the right to do this' });
  return tokenProblem === 'expired'
    ? toGraphqlError({ code: 'TOKEN_EXPIRED', message: 'Your token has expired, please get a new one' })
    : toGraphqlError({ code: 'UNAUTHENTICATED', message: 'Sign in first' });
}

export interface ErrorLog {
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
  /** For caller errors that are no fault of the server. */
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

const isKnownCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCodes, code);

/**
 * Whether the error concerns the caller's document or variables. It then occurred before any resolver ran, so it
 * reveals nothing internal.
 */
function isAboutTheRequest(error: GraphQLError): boolean {
  const raisedByUs = error.originalError !== undefined && !(error.originalError instanceof GraphQLError);
  return error.path === undefined && !raisedByUs;
}

/**
 * Creates the function that decides what callers see of an error. Failures with a known code pass. Anything else is
 * logged under an id, and only the id is returned. Errors of an unreachable store ask the caller to retry.
 */
export function createErrorMask(log: Pick<ErrorLog, 'error'>): (error: unknown) => Error {
  return (error) => {
    if (error instanceof GraphQLError) {
      if (isKnownCode(error.extensions.code)) return error;
      if (isAboutTheRequest(error)) return recoded(error, 'BAD_INPUT');
    }
    const thrown = error instanceof GraphQLError ? (error.originalError ?? error) : error;
    const place = error instanceof GraphQLError ? { path: error.path ?? null } : {};
    const overload = findOverload(thrown);
    if (overload !== null) {
      const { message, retryAfter, cause } = overload;
      // A full queue needs no log entry; a query that the engine aborted does.
      if (cause !== undefined) log.error({ path: place.path?.join('.'), err: cause }, 'a question took too much');
      return new GraphQLError(message, { ...place, extensions: { code: 'OVERLOADED', retryAfter } });
    }
    // The caller has disconnected.
    if (thrown instanceof Cancelled) return new GraphQLError(thrown.message, { extensions: { code: 'OVERLOADED' } });
    const id = randomUUID();
    log.error({ id, path: place.path?.join('.'), err: thrown }, 'unexpected error');
    const unavailable = findUnavailable(thrown);
    if (unavailable === null)
      return new GraphQLError('Unexpected error', { ...place, extensions: { code: 'INTERNAL', id } });
    const { message, retryAfter } = unavailable;
    return new GraphQLError(message, { ...place, extensions: { code: 'OVERLOADED', retryAfter, id } });
  };
}

/** Returns the seconds until a retry when the whole answer was refused as overloaded; null for any other answer. */
export function getRetryAfter({ data, errors = [] }: ExecutionResult): number | null {
  if (errors.length === 0 || Object.values(data ?? {}).some((value) => value != null)) return null;
  if (errors.some(({ extensions }) => extensions.code !== 'OVERLOADED')) return null;
  return Math.max(1, ...errors.map(({ extensions }) => Number(extensions.retryAfter ?? 0)));
}

function recoded(error: GraphQLError, code: ErrorCode): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { ...error.extensions, code },
  });
}

/**
 * Returns the organization of a scope that sees all of its sites; throws FORBIDDEN otherwise. For operations that
 * affect every site.
 */
export function requireWholeOrganization(scope: Scope): OrganizationId {
  orThrow(checkSeesAllSites(scope, null));
  return scope.organizationId;
}
