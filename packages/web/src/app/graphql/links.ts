import { ApolloLink } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { ErrorLink } from '@apollo/client/link/error';
import { from, mergeMap, throwError } from 'rxjs';
import { session } from '../../access/index.ts';
import { i18n, type MessageId } from '../../i18n/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import { faultOf } from '../screens/fault.ts';
import { isLeavingPage } from '../screens/leaving-page.ts';

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

/** In whatever language the page is in while it is shown. */
/** Not while the page is left: what it still asks is ended by that, and the next page comes. */
function complain(id: MessageId): void {
  if (!isLeavingPage()) toast('error', () => i18n._(id));
}

/**
 * A token the server calls expired is renewed and the request repeated, once; one it does not know ends the session. A
 * renewal that did not come about is said, for the next click may bring it.
 */
export const renewExpired = new ErrorLink(({ error, operation, forward }) => {
  const codes = codesOf(error);
  const { token, renewed } = operation.getContext() as { token?: string | null; renewed?: boolean };
  if (codes.includes('TOKEN_EXPIRED') && typeof token === 'string' && renewed !== true) {
    operation.setContext({ renewed: true });
    return from(session.renew(token)).pipe(
      mergeMap((outcome) => {
        if (outcome.ok) return forward(operation);
        if (outcome.error !== 'invalid token') complain('app.fault.retry');
        return throwError(() => new Error(outcome.error));
      }),
    );
  }
  // Only for the token still in use: a late answer to an older one must not end a session renewed since.
  if (codes.includes('UNAUTHENTICATED') && token === session.token()) session.end('expired');
  return undefined;
});

/** Of a request that was repeated with a renewed token, which the server calls expired too. */
export const tellOfExpiry = new ErrorLink(({ error, operation }) => {
  if (operation.getContext().renewed === true && codesOf(error).includes('TOKEN_EXPIRED')) complain('app.tokenExpired');
});

/** Who looks could not be read: the pages that are open go on with what they know, and it is said. */
export const tellOfViewer = new ErrorLink(({ error, operation }) => {
  const isOver = codesOf(error).some((code) => code === 'TOKEN_EXPIRED' || code === 'UNAUTHENTICATED');
  if (operation.operationName === 'Viewer' && !isOver)
    complain(faultOf(error) === 'servers unavailable' ? 'app.fault.servers' : 'app.fault.unexpected');
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
