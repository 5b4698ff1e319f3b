import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type TypePolicies } from '@apollo/client';
import { cacheSizes } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { from, mergeMap } from 'rxjs';
import { getCachedAnswers } from '../../answers/index.ts';
import { earlyAnswers } from './early-answers.ts';
import { addToken, renewExpired, reportExpiry, reportViewerFailure, stripTypenames } from './links.ts';
import type { LiveLink } from './live-socket.ts';

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
function createLazyLive(onTakenAway: () => void): LiveLink {
  let opened: Promise<LiveLink> | null = null;
  return {
    link: new ApolloLink((operation, forward) => {
      opened ??= import('./live-socket.ts').then(({ openLive }) => openLive(onTakenAway));
      return from(opened).pipe(mergeMap(({ link }) => link.request(operation, forward)));
    }),
    close: () => void opened?.then(({ close }) => close()),
  };
}
