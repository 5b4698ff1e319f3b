import type { IncomingMessage } from 'node:http';
import { parseIpAddress } from './ip-address.ts';
import { createNetworkMatcher } from './network-matcher.ts';

/** Returns the client address of a request or socket; '' when the connection is closed. */
export type GetClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/**
 * Returns the peer's address. For a trusted proxy, returns the right-most address of `X-Forwarded-For` that is not
 * itself a trusted proxy. Entries further left are unverified and ignored. An entry that is no address ends the search.
 * Other forwarding headers are never read.
 */
export function createClientAddressGetter(trustedProxies: readonly string[]): GetClientAddress {
  const isTrusted = createNetworkMatcher(trustedProxies);
  return ({ socket, headers }) => {
    let nearest = parseIpAddress(socket.remoteAddress ?? '') ?? '';
    const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse();
    for (const entry of told) {
      const next = parseIpAddress(entry.trim());
      if (next === null || !isTrusted(nearest)) return nearest;
      nearest = next;
    }
    return nearest;
  };
}
