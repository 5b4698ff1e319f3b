import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressCheck, addressIn, countedAs } from '../addresses/index.ts';

/** How many connections that have not asked for anything yet there may be. */
export interface SilentLimits {
  /** Of one address; more of them have to be quick. */
  readonly hurried: number;
  /** Of one address: more are not kept. */
  readonly ofAddress: number;
  /** Of all: for another one whoever has most gives one up. */
  readonly ofAll: number;
  /** ms that those who have to be quick have for their first request's headers. */
  readonly hurry: number;
}

/**
 * A thousand may be let in before the first of them has said a word: whoever opens them all at once gets to speaking
 * only after the last one.
 */
export const usualSilentLimits: SilentLimits = { hurried: 50, ofAddress: 1500, ofAll: 2000, hurry: 1000 };

/**
 * Bounds the connections that hold a place and say nothing, or say it a letter at a time. A busy office opens many
 * at once and asks at once; only who does not ask is cut off. Nobody takes the places of all: where there is no other,
 * the longest silent one of the address that has most of them gives way to one of an address that has fewer. Addresses
 * of trusted proxies are everybody's, and bounded together alone.
 */
export function limitSilentConnections(
  server: Server,
  trustedProxies: readonly string[],
  limits: SilentLimits = usualSilentLimits,
): void {
  const isProxy = addressCheck(trustedProxies);
  const silent = new Map<Socket, () => void>();
  /** By address, the longest silent one first; those of proxies apart. */
  const bounded = new Map<string, Set<Socket>>();
  const ofProxies = new Map<string, Set<Socket>>();

  /** Whether one of an address with more than so many made room. */
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
    const peer = addressIn(socket.remoteAddress ?? '') ?? '';
    const key = countedAs(peer);
    const isBounded = !isProxy(peer);
    const groups = isBounded ? bounded : ofProxies;
    const count = groups.get(key)?.size ?? 0;
    const isTooMany = isBounded && count >= limits.ofAddress;
    if (isTooMany || (silent.size >= limits.ofAll && !makeRoom(isBounded ? count : 0))) {
      socket.destroy();
      return;
    }
    // Whoever asked while we were busy with others is heard first.
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
  // Both are told once the headers are whole.
  for (const event of ['request', 'upgrade'] as const)
    server.on(event, ({ socket }: { readonly socket: Socket }) => silent.get(socket)?.());
}
