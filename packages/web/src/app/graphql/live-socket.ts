import { ApolloLink } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { type Client, createClient } from 'graphql-ws';
import { tap } from 'rxjs';
import { session } from '../../people/access/index.ts';

/** Close code of the server for an invalid token; the reason says why. */
const tokenRefused = 4403;

export interface LiveLink {
  readonly link: ApolloLink;
  close(): void;
}

/** `onAccessLost` is called when the viewer loses access to something shown live. */
export function openLive(onAccessLost: () => void): LiveLink {
  const socket = createLiveSocket();
  return { link: handleAccessLoss(onAccessLost).concat(new GraphQLWsLink(socket)), close: () => void socket.dispose() };
}

/**
 * Creates the page's only socket for live values. It reconnects by itself, with a renewed token if the old one expired.
 */
function createLiveSocket(): Client {
  let stale: string | null = null;
  let used: string | null = null;
  return createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/v2/graphql`,
    lazy: true,
    // Longer than a page change, so that moving between live pages reuses the socket.
    lazyCloseTimeout: 3_000,
    keepAlive: 15_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    // ms. The first retry is immediate; later ones wait up to 5 s with jitter.
    retryWait: (retries) =>
      new Promise((resolve) => setTimeout(resolve, Math.min(4_000, retries * 500) + Math.random() * 500)),
    shouldRetry: () => session.token() !== null,
    connectionParams: async () => {
      const token = session.token();
      if (token !== null && token === stale) await session.renew(token);
      stale = null;
      used = session.token();
      return { token: used ?? '' };
    },
    on: {
      closed: (event) => {
        if (!(event instanceof CloseEvent) || event.code !== tokenRefused) return;
        // Compares with the token the socket was opened with; the session may have a newer one.
        if (event.reason === 'TOKEN_EXPIRED') stale = used;
        else if (used === session.token()) session.end('expired');
      },
    },
  });
}

/**
 * Handles lost access: a subscription that is refused after it delivered data lost its right, site or zone. Refetches
 * the page's queries, once for all subscriptions refused together. Ignores subscriptions that are refused before any
 * data, and reopens none.
 */
export function handleAccessLoss(askAgain: () => void): ApolloLink {
  let isPlanned = false;
  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      askAgain();
    });
  }
  return new ApolloLink((operation, forward) => {
    let hasTold = false;
    return forward(operation).pipe(
      tap(({ errors }) => {
        if (errors === undefined || errors.length === 0) hasTold = true;
        else if (hasTold) plan();
      }),
    );
  });
}
