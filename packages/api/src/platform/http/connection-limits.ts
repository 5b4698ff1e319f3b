import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createNetworkMatcher, parseIpAddress, toRateLimitKey } from '../addresses/ip-address.ts';

/** Limits on connections that have not sent a complete request yet. */
export interface SilentLimits {
  /** Connections per address beyond which the short timeout applies. */
  readonly hurried: number;
  /** Maximum per address; more are closed. */
  readonly ofAddress: number;
  /** Maximum in total. For a new one, the address with the most gives one up. */
  readonly ofAll: number;
  /** ms until the headers of the first request must have arrived, where the short timeout applies. */
  readonly hurry: number;
}

/**
 * Generous, because a client that opens a thousand connections at once sends its first request only after the last one.
 */
export const defaultSilentLimits: SilentLimits = { hurried: 50, ofAddress: 1500, ofAll: 2000, hurry: 1000 };

/**
 * Limits connections that stay silent or send very slowly. A busy office opens many at once and sends requests at once;
 * only connections without a request are closed. No address can take all slots. When they are full, the address with
 * the most silent connections loses its oldest one to an address with fewer. Trusted proxies carry connections of many
 * clients, so only the total applies to them.
 */
export function limitSilentConnections(
  server: Server,
  trustedProxies: readonly string[],
  limits: SilentLimits = defaultSilentLimits,
): void {
  const isProxy = createNetworkMatcher(trustedProxies);
  const silent = new Map<Socket, () => void>();
  /** By address, oldest first; trusted proxies separately. */
  const bounded = new Map<string, Set<Socket>>();
  const ofProxies = new Map<string, Set<Socket>>();

  /** Closes a connection of the address with the most, if it has more than this many. Returns whether it did. */
  const makeRoom = (than: number): boolean => {
    let most: ReadonlySet<Socket> = new Set();
    for (const sockets of bounded.values()) if (sockets.size > most.size) most = sockets;
    const [longest] = most;
    if (longest === undefined || most.size <= than) return false;
    longest.destroy();
    silent.get(longest)?.();
    return true;
  };

  server.on('connection', (socket) => {
    const peer = parseIpAddress(socket.remoteAddress ?? '') ?? '';
    const key = toRateLimitKey(peer);
    const isBounded = !isProxy(peer);
    const groups = isBounded ? bounded : ofProxies;
    const count = groups.get(key)?.size ?? 0;
    const isTooMany = isBounded && count >= limits.ofAddress;
    if (isTooMany || (silent.size >= limits.ofAll && !makeRoom(isBounded ? count : 0))) {
      socket.destroy();
      return;
    }
    // Deferred, so that requests that arrived while the process was busy are handled first.
    const cut = () => setImmediate(() => silent.has(socket) && socket.destroy());
    const timer = isBounded && count >= limits.hurried ? setTimeout(cut, limits.hurry).unref() : undefined;
    const group = groups.get(key) ?? new Set();
    groups.set(key, group.add(socket));
    silent.set(socket, () => {
      clearTimeout(timer);
      silent.delete(socket);
      group.delete(socket);
      if (group.size === 0 && groups.get(key) === group) groups.delete(key);
    });
    socket.once('close', () => silent.get(socket)?.());
  });
  // Both events fire once the headers are complete.
  for (const event of ['request', 'upgrade'] as const)
    server.on(event, ({ socket }: { readonly socket: Socket }) => silent.get(socket)?.());
}
