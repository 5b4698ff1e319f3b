import { ApolloLink } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { ErrorLink } from '@apollo/client/link/error';
import { from, mergeMap, throwError } from 'rxjs';
import { session } from '../../access/index.ts';

/** Sends the token of the moment: a request repeated after a renewal carries the new one. */
export const authorise = new ApolloLink((operation, forward) => {
  const token = session.token();
  operation.setContext(({ headers }: { headers?: Record<string, string> }) => ({
    token,
    headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
  }));
  return forward(operation);
});

/** What was read may be sent back: the type marks of what was read, which no argument has, are taken off. */
export const stripped = new ApolloLink((operation, forward) => {
  operation.variables = JSON.parse(
    JSON.stringify(operation.variables, (name, value: unknown) => (name === '__typename' ? undefined : value)),
  );
  return forward(operation);
});

/** A token the server calls expired is renewed and the request repeated, once; one it does not know ends the session. */
export const renewExpired = new ErrorLink(({ error, operation, forward }) => {
  const codes = codesOf(error);
  const { token, renewed } = operation.getContext() as { token?: string | null; renewed?: boolean };
  if (codes.includes('TOKEN_EXPIRED') && typeof token === 'string' && renewed !== true) {
    operation.setContext({ renewed: true });
    return from(session.renew(token)).pipe(
      mergeMap((outcome) => (outcome.ok ? forward(operation) : throwError(() => new Error(outcome.error)))),
    );
  }
  // Only for the token still in use: a late answer to an older one must not end a session renewed since.
  if (codes.includes('UNAUTHENTICATED') && token === session.token()) session.end('expired');
  return undefined;
});

/** The server's error codes, also from answers whose HTTP status is an error. */
function codesOf(error: unknown): unknown[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors.map((each) => each.extensions?.code);
  if (!ServerError.is(error)) return [];
  try {
    const body = JSON.parse(error.bodyText) as { errors?: { extensions?: { code?: unknown } }[] };
    return body.errors?.map((each) => each.extensions?.code) ?? [];
  } catch {
    return [];
  }
}
