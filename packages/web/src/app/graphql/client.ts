import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { authorise, renewExpired } from './links.ts';
import { createLiveSocket } from './live-socket.ts';

export interface Data {
  readonly client: ApolloClient;
  /** Closes the socket and drops everything fetched; the next person starts with nothing. */
  close(): void;
}

/** What the signed-in pages fetch with. One per sign-in, so nothing of one person's is left for the next. */
export function createData(): Data {
  const socket = createLiveSocket();
  const overHttp = ApolloLink.from([renewExpired, authorise, new HttpLink({ uri: '/v2/graphql' })]);
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      overHttp,
    ),
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network' } },
  });
  return {
    client,
    close() {
      client.stop();
      void client.clearStore();
      void socket.dispose();
    },
  };
}
