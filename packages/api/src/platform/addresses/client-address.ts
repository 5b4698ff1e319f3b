import type { IncomingMessage } from 'node:http';
import { addressCheck } from './address-check.ts';
import { addressIn } from './ip-address.ts';

/** Where a request or a socket comes from; '' when the connection is gone. */
export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/**
 * The peer's address, or whom it speaks for where it is one of the trusted proxies: the right-most address of
 * `X-Forwarded-For` that is not a trusted proxy's itself. What stands left of it was said by somebody nobody vouches
 * for; an entry that is no address ends the search. Other forwarding headers are never read.
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
