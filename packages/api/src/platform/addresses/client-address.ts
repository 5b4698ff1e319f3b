import type { IncomingMessage } from 'node:http';
import { addressCheck } from './address-check.ts';
import { addressIn } from './ip-address.ts';

/** Returns the client address of a request or socket; '' when the connection is closed. */
export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/**
 * Returns the peer's address. For a trusted proxy, returns the right-most address of `X-Forwarded-For` that is not
 * itself a trusted proxy. Entries further left are unverified and ignored. An entry that is no address ends the search.
 * Other forwarding headers are never read.
 */
export function clientAddresses(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = addressCheck(trustedProxies);
  return ({ socket, headers }) => {
    let nearest = addressIn(socket.remoteAddress ?? '') ?? '';
    const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse();
    for (const entry of told) {
      const next = addressIn(entry.trim());
      if (next === null || !isTrusted(nearest)) return nearest;
      nearest = next;
    }
    return nearest;
  };
}
