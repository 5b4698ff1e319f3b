import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type TypePolicies } from '@apollo/client';
import { cacheSizes } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { from, mergeMap } from 'rxjs';
import { answersOf } from '../../answers/index.ts';
import { earlyAnswers } from './early-answers.ts';
import { authorise, renewExpired, stripped, tellOfExpiry, tellOfViewer } from './links.ts';
import type { LiveLink } from './live-socket.ts';

/** Derived dashboards have a key and no id. Several lists ask for different fields of the same ones. */
const typePolicies: TypePolicies = {
  Dashboard: { keyFields: ({ key }) => (typeof key === 'string' ? `Dashboard:${key}` : undefined) },
  // There is one. Its parts are asked for at different times.
  FirstSteps: { keyFields: [] },
};

// What the client remembers of how it read its cache. Beyond these bounds it reads every list anew at each answer, of
// whatever question: they hold the lists of some hundred sites with their zones, which half a dozen questions ask for.
cacheSizes['inMemoryCache.executeSelectionSet'] = 400_000;
cacheSizes['inMemoryCache.executeSubSelectedArray'] = 100_000;
cacheSizes['inMemoryCache.maybeBroadcastWatch'] = 20_000;

export interface Data {
  readonly client: ApolloClient;
  /** Closes the socket and drops everything fetched; the next person starts with nothing. */
  close(): void;
}

/** What the signed-in pages fetch with. One per sign-in, so nothing of one person's is left for the next. */
export function createData(): Data {
  const live = lateLive(() => {
    void client.refetchQueries({ include: 'active' });
    answersOf(client).askShown();
  });
  const overHttp = ApolloLink.from([
    tellOfViewer,
    renewExpired,
    tellOfExpiry,
    stripped,
    authorise,
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

/** Sales are asked of the hub: with `context: { hub: true }`. */
const endpointOf = (operation: ApolloLink.Operation): string =>
  operation.getContext().hub === true ? '/hub/graphql' : '/v2/graphql';

/** The socket's code comes with the first question that needs it, not with the page. */
function lateLive(onTakenAway: () => void): LiveLink {
  let opened: Promise<LiveLink> | null = null;
  return {
    link: new ApolloLink((operation, forward) => {
      opened ??= import('./live-socket.ts').then(({ openLive }) => openLive(onTakenAway));
      return from(opened).pipe(mergeMap(({ link }) => link.request(operation, forward)));
    }),
    close: () => void opened?.then(({ close }) => close()),
  };
}
