import type { Server, Socket } from 'node:net';
import { createNetworkMatcher, parseIpAddress, toRateLimitKey } from '../addresses/ip-address.ts';

export interface ConnectionLimits {
  /** Maximum number of open connections. */
  readonly max: number;
  /** CIDR networks whose connections belong to many clients: they are counted, but never closed for another one. */
  readonly trustedProxies: readonly string[];
}

/** All open connections of a server, in any state. */
export interface OpenConnections {
  readonly count: number;
  /** Marks a connection as busy or idle. Idle connections are closed first when there are too many. */
  setBusy(socket: Socket, isBusy: boolean): void;
  isBusy(socket: Socket): boolean;
}

interface Caller {
  readonly idle: Set<Socket>;
  readonly busy: Set<Socket>;
}

/**
 * Counts all connections of a server, from accept to close. When the limit is reached, the address with the most
 * connections loses one to an address with fewer. It loses its longest idle one, or else its longest busy one.
 * Otherwise the new connection is closed.
 */
export function limitConnections(server: Server, { max, trustedProxies }: ConnectionLimits): OpenConnections {
  const isProxy = createNetworkMatcher(trustedProxies);
  const callers = new Map<string, Caller>();
  const callerOf = new Map<Socket, Caller>();
  // Node's own limit closes a new connection before ours can choose which one to close. It counts a closed connection
  // until its end was noticed, so it needs to be higher.
  server.maxConnections = max * 2;

  /** Closes a connection of the address with the most, if it has more than `count`. */
  const makeRoom = (count: number): boolean => {
    let largest: Caller | undefined;
    for (const caller of callers.values()) if (sizeOf(caller) > sizeOf(largest)) largest = caller;
    const [longest] = largest === undefined ? [] : largest.idle.size > 0 ? largest.idle : largest.busy;
    if (longest === undefined || sizeOf(largest) <= count) return false;
    longest.destroy();
    remove(longest);
    return true;
  };

  const remove = (socket: Socket) => {
    const caller = callerOf.get(socket);
    callerOf.delete(socket);
    caller?.idle.delete(socket);
    caller?.busy.delete(socket);
  };

  server.on('connection', (socket: Socket) => {
    const peer = parseIpAddress(socket.remoteAddress ?? '') ?? '';
    const key = isProxy(peer) ? null : toRateLimitKey(peer);
    const caller = (key === null ? undefined : callers.get(key)) ?? { idle: new Set(), busy: new Set() };
    if (callerOf.size >= max && !makeRoom(key === null ? 0 : sizeOf(caller))) {
      socket.destroy();
      return;
    }
    if (key !== null) callers.set(key, caller);
    callerOf.set(socket, caller);
    caller.idle.add(socket);
    socket.once('close', () => {
      remove(socket);
      if (key !== null && sizeOf(caller) === 0 && callers.get(key) === caller) callers.delete(key);
    });
  });

  return {
    get count() {
      return callerOf.size;
    },
    setBusy(socket, isBusy) {
      const caller = callerOf.get(socket);
      if (caller === undefined) return;
      // Deleting and adding it again moves it to the end of the set.
      caller.idle.delete(socket);
      caller.busy.delete(socket);
      (isBusy ? caller.busy : caller.idle).add(socket);
    },
    isBusy: (socket) => callerOf.get(socket)?.busy.has(socket) ?? false,
  };
}

const sizeOf = (caller: Caller | undefined) => (caller === undefined ? 0 : caller.idle.size + caller.busy.size);
