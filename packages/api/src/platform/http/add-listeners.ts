import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type ServerOpts, type Socket } from 'node:net';

/** Whether the system supports several sockets on one port. */
const isShared = process.platform === 'linux';

/** Listen options for a server with additional sockets. All sockets of a port must set them. */
export const sharedPortOptions = { reusePort: isShared };

/**
 * Adds listening sockets on the server's port and passes their connections to the server. Node accepts one connection
 * per tick from each socket, however many wait. In a busy hour a tick takes 50 ms, so one socket would accept twenty
 * per second, and connecting would take longer than the response.
 *
 * `listeners` is the total number including the first. The server's connection limit applies to all of them together.
 * Resolves to a function that closes the additional ones.
 */
export async function addListeners(server: Server, listeners: number, options: ServerOpts = {}): Promise<() => void> {
  if (!isShared) return () => {};
  const { address: host, port } = server.address() as AddressInfo;
  const most = server.maxConnections ?? Number.POSITIVE_INFINITY;
  let [all, handed] = [0, 0];
  const counted = (socket: Socket, count: (change: number) => void) => {
    count(1);
    socket.once('close', () => count(-1));
  };
  server.on('connection', (socket: Socket) =>
    counted(socket, (change) => {
      all += change;
    }),
  );
  const hand = (socket: Socket) => {
    if (all >= most) {
      socket.destroy();
      return;
    }
    counted(socket, (change) => {
      handed += change;
      // The server counts only connections of its own socket.
      server.maxConnections = most - handed;
    });
    server.emit('connection', socket);
  };
  const others = Array.from({ length: listeners - 1 }, () => createServer(options, hand));
  const close = () => {
    for (const other of others) other.close();
  };
  try {
    await Promise.all(others.map((other) => once(other.listen({ host, port, ...sharedPortOptions }), 'listening')));
  } catch (error) {
    close();
    throw error;
  }
  return close;
}
