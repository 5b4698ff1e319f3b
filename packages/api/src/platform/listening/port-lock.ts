import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

/** What the holder of a lock tells whoever asks on this machine. */
export interface PortHolder {
  /** The data folder of the process. */
  readonly folder: string;
}

/** Abstract sockets: the kernel frees their names when the process ends, however it ends. Only Linux has them. */
const hasLocks = process.platform === 'linux';
const everywhere = /^(0\.0\.0\.0|::|localhost|127\.[\d.]+|::1)$/;
const nameOf = (host: string, port: number) =>
  `\0atrium-port-${port}${everywhere.test(host) ? '' : `-${host.toLowerCase()}`}`;

const form = v.object({ folder: v.string() });

/** Longer is no answer of ours, ms. */
const answerMs = 1000;
/** A path has at most 4096 bytes on Linux. */
const maxAnswer = 10_000;

/**
 * Takes a port for this process alone until the lock is released: sockets that share a port are no obstacle to each
 * other, so two processes that start at the same moment would both get it. Rejects with EADDRINUSE while another
 * process of ours has it.
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

/** What the process that has the port of this machine says about itself; null: none of ours has it. */
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
