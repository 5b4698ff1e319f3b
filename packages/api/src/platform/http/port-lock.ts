import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

/** Answer of a lock's holder to local processes. */
export interface PortHolder {
  /** Data folder of the process. */
  readonly folder: string;
}

/** Uses abstract sockets, whose names the kernel frees when the process ends. Only Linux has them. */
const hasLocks = process.platform === 'linux';
const localHosts = /^(0\.0\.0\.0|::|localhost|127\.[\d.]+|::1)$/;
const nameOf = (host: string, port: number) =>
  `\0atrium-port-${port}${localHosts.test(host) ? '' : `-${host.toLowerCase()}`}`;

const form = v.object({ folder: v.string() });

/** ms to wait for the holder's answer. */
const answerMs = 1000;
/** Bytes. A path has at most 4096 on Linux. */
const maxAnswer = 10_000;

/**
 * Locks a port for this process until released. With port sharing, two processes started at the same moment could
 * otherwise both listen on it. Rejects with EADDRINUSE while another Atrium process holds it.
 */
export async function lockPort(host: string, port: number, holder: PortHolder | null): Promise<() => void> {
  if (!hasLocks) return () => {};
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(JSON.stringify(holder));
    socket.destroySoon();
  });
  server.listen({ path: nameOf(host, port) });
  await once(server, 'listening');
  server.unref();
  return () => void server.close();
}

/** Asks the process that holds the port; null when no Atrium process does. */
export async function askPortHolder(port: number): Promise<PortHolder | null> {
  if (!hasLocks) return null;
  const socket = connect({ path: nameOf('127.0.0.1', port) });
  const timer = setTimeout(() => socket.destroy(), answerMs);
  try {
    const holder: unknown = JSON.parse(await text(limited(socket)));
    return v.is(form, holder) ? holder : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function* limited(socket: Socket): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of socket) {
    bytes += piece.length;
    if (bytes > maxAnswer) return;
    yield piece;
  }
}
