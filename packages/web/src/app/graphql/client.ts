import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type TypePolicies } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { cacheSizes } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { from, mergeMap, throwError } from 'rxjs';
import { i18n, type MessageId } from '../../i18n/index.ts';
import { getCachedAnswers } from '../../numbers/answers/index.ts';
import { session } from '../../people/access/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { classifyFault, isLeavingPage } from '../screens/page-fault.ts';
import { earlyAnswers } from './early-answers.ts';
import type { LiveLink } from './live-socket.ts';
import { createRetryLink, getSentErrors } from './retry-overloaded.ts';

/** Adds the current token. A request repeated after a renewal carries the new one. */
export const addToken = new ApolloLink((operation, forward) => {
  const token = session.token();
  operation.setContext(({ headers }: { headers?: Record<string, string> }) => ({
    token,
    headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
  }));
  return forward(operation);
});

/** Removes `__typename` from variables, so that query results can be sent back as arguments. */
export const stripTypenames = new ApolloLink((operation, forward) => {
  operation.variables = JSON.parse(
    JSON.stringify(operation.variables, (name, value: unknown) => (name === '__typename' ? undefined : value)),
  );
  return forward(operation);
});

/** The toast is translated when shown, in the page's current language. */
/** Shows nothing while the user leaves the page: the browser aborts its pending requests then. */
function showError(id: MessageId): void {
  if (!isLeavingPage()) showToast('error', () => i18n._(id));
}

/**
 * Renews an expired token and repeats the request once. An unknown token ends the session. A failed renewal shows a
 * message, because the next request may succeed.
 */
export const renewExpired = new ErrorLink(({ error, operation, forward }) => {
  const codes = codesOf(error);
  const { token, renewed } = operation.getContext() as { token?: string | null; renewed?: boolean };
  if (codes.includes('TOKEN_EXPIRED') && typeof token === 'string' && renewed !== true) {
    operation.setContext({ renewed: true });
    return from(session.renew(token)).pipe(
      mergeMap((outcome) => {
        if (outcome.ok) return forward(operation);
        if (outcome.error !== 'invalid token') showError('app.fault.retry');
        return throwError(() => new Error(outcome.error));
      }),
    );
  }
  // Only if the token is still in use: a late response to an older token must not end a renewed session.
  if (codes.includes('UNAUTHENTICATED') && token === session.token()) session.end('expired');
  return undefined;
});

/** Reports a request that the server rejects as expired even with a renewed token. */
export const reportExpiry = new ErrorLink(({ error, operation }) => {
  if (operation.getContext().renewed === true && codesOf(error).includes('TOKEN_EXPIRED'))
    showError('app.tokenExpired');
});

/** Reports that the viewer could not be loaded. Open pages continue with what they have. */
export const reportViewerFailure = new ErrorLink(({ error, operation }) => {
  const isOver = codesOf(error).some((code) => code === 'TOKEN_EXPIRED' || code === 'UNAUTHENTICATED');
  if (operation.operationName === 'Viewer' && !isOver)
    showError(classifyFault(error) === 'servers unavailable' ? 'app.fault.servers' : 'app.fault.unexpected');
});

const codesOf = (error: unknown): unknown[] => getSentErrors(error).map(({ extensions }) => extensions?.code);

/** Derived dashboards have a key and no id. Several lists request different fields of the same dashboards. */
const typePolicies: TypePolicies = {
  Dashboard: { keyFields: ({ key }) => (typeof key === 'string' ? `Dashboard:${key}` : undefined) },
  // A singleton. Queries request its parts at different times.
  FirstSteps: { keyFields: [] },
};

// Size of the result cache. Beyond these bounds the client rereads every list from its cache on each response. The
// bounds fit the lists of about a hundred sites with their zones, as read by half a dozen queries.
cacheSizes['inMemoryCache.executeSelectionSet'] = 400_000;
cacheSizes['inMemoryCache.executeSubSelectedArray'] = 100_000;
cacheSizes['inMemoryCache.maybeBroadcastWatch'] = 20_000;

export interface Data {
  readonly client: ApolloClient;
  /** Closes the socket and drops all fetched data, so the next user starts empty. */
  close(): void;
}

/** Creates the data client of the signed-in pages. One per sign-in, so that no data is left for the next user. */
export function createDataClient(): Data {
  const live = createLazyLive(() => {
    void client.refetchQueries({ include: 'active' });
    getCachedAnswers(client).askShown();
  });
  const overHttp = ApolloLink.from([
    reportViewerFailure,
    renewExpired,
    reportExpiry,
    createRetryLink(),
    stripTypenames,
    addToken,
    new HttpLink({ uri: endpointOf, fetch: earlyAnswers.fetch }),
  ]);
  const client: ApolloClient = new ApolloClient({
    cache: new InMemoryCache({ typePolicies }),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      live.link,
      overHttp,
    ),
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network' } },
  });
  return {
    client,
    close() {
      client.stop();
      void client.clearStore();
      live.close();
      earlyAnswers.clear();
    },
  };
}

/** Queries with `context: { hub: true }` (sales) go to the hub endpoint. */
const endpointOf = (operation: ApolloLink.Operation): string =>
  operation.getContext().hub === true ? '/hub/graphql' : '/v2/graphql';

/** Loads the socket's code with the first subscription, not with the page. */
function createLazyLive(onAccessLost: () => void): LiveLink {
  let opened: Promise<LiveLink> | null = null;
  return {
    link: new ApolloLink((operation, forward) => {
      opened ??= import('./live-socket.ts').then(({ openLive }) => openLive(onAccessLost));
      return from(opened).pipe(mergeMap(({ link }) => link.request(operation, forward)));
    }),
    close: () => void opened?.then(({ close }) => close()),
  };
}
