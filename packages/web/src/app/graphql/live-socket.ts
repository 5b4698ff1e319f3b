import type { ApolloLink } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { type Client, createClient } from 'graphql-ws';
import { session } from '../../access/index.ts';
import { noticeTakenAway } from './taken-away.ts';

/** What the server closes a socket with when its token no longer holds; the reason says why. */
const tokenRefused = 4403;

export interface LiveLink {
  readonly link: ApolloLink;
  close(): void;
}

/** `onTakenAway`: something that was shown live is not the viewer's to see any more. */
export function openLive(onTakenAway: () => void): LiveLink {
  const socket = createLiveSocket();
  return { link: noticeTakenAway(onTakenAway).concat(new GraphQLWsLink(socket)), close: () => void socket.dispose() };
}

/** The one socket of the page for live values. It comes back by itself, with a renewed token when the old one expired. */
function createLiveSocket(): Client {
  let stale: string | null = null;
  let used: string | null = null;
  return createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/v2/graphql`,
    lazy: true,
    // Longer than a change of page, so that going from one live page to another keeps the socket.
    lazyCloseTimeout: 3_000,
    keepAlive: 15_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    // Milliseconds; the first try at once, later ones within five seconds and not all browsers together.
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
        // Compared with the token the socket was opened with: the session may have another one by now.
        if (event.reason === 'TOKEN_EXPIRED') stale = used;
        else if (used === session.token()) session.end('expired');
      },
    },
  });
}
