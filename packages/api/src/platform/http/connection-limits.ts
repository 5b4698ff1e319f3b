import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressCheck, addressIn, countedAs } from '../addresses/index.ts';

/** How many connections that have not asked for anything yet there may be. */
export interface SilentLimits {
  /** Of one address; more of them have to be quick. */
  readonly hurried: number;
  /** Of one address, and of all: more are not kept. */
  readonly ofAddress: number;
  readonly ofAll: number;
  /** ms that those who have to be quick have for their first request's headers. */
  readonly hurry: number;
}

const silentLimits: SilentLimits = { hurried: 50, ofAddress: 500, ofAll: 2000, hurry: 1000 };

/**
 * Bounds the connections that hold a place and say nothing, or say it a letter at a time. A busy office opens many
 * at once and asks at once; only who does not ask is cut off. Addresses of trusted proxies are everybody's, and
 * bounded together alone.
 */
export function limitSilentConnections(
  server: Server,
  trustedProxies: readonly string[],
  limits: SilentLimits = silentLimits,
): void {
  const isProxy = addressCheck(trustedProxies);
  const silent = new Map<Socket, () => void>();
  const counts = new Map<string, number>();

  server.on('connection', (socket) => {
    const peer = addressIn(socket.remoteAddress ?? '') ?? '';
    const key = countedAs(peer);
    const count = (counts.get(key) ?? 0) + 1;
    const isBounded = !isProxy(peer);
    if (silent.size >= limits.ofAll || (isBounded && count > limits.ofAddress)) {
      socket.destroy();
      return;
    }
    // Whoever asked while we were busy with others is heard first.
    const cut = () => setImmediate(() => silent.has(socket) && socket.destroy());
    const timer = isBounded && count > limits.hurried ? setTimeout(cut, limits.hurry).unref() : undefined;
    counts.set(key, count);
    silent.set(socket, () => {
      clearTimeout(timer);
      silent.delete(socket);
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    });
    socket.once('close', () => silent.get(socket)?.());
  });
  // Both are told once the headers are whole.
  for (const event of ['request', 'upgrade'] as const)
    server.on(event, ({ socket }: { readonly socket: Socket }) => silent.get(socket)?.());
}
