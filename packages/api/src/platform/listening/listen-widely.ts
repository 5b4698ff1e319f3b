import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type ServerOpts, type Socket } from 'node:net';

/** Whether the system lets several sockets of ours have one port. */
const isShared = process.platform === 'linux';

/** How a server listens that will have others beside it: they share its port only if it says so, too. */
export const listensBesideOthers = { reusePort: isShared };

/**
 * Has more sockets listen where the server listens by now, and hands it what they are called by. Node takes one
 * connection a turn from each, however many wait: with turns of 50 ms, which is what a busy hour comes to, one socket
 * lets in twenty a second, and whoever comes by a new connection stands before the door for longer than their answer
 * takes. `listeners` is how many there are then, with the first. The server's bound on connections is one on all of
 * them. Resolves to what closes the others again.
 */
export async function listenWidely(server: Server, listeners: number, options: ServerOpts = {}): Promise<() => void> {
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
      // It knows of those alone that came by its own socket.
      server.maxConnections = most - handed;
    });
    server.emit('connection', socket);
  };
  const others = Array.from({ length: listeners - 1 }, () => createServer(options, hand));
  const close = () => {
    for (const other of others) other.close();
  };
  try {
    await Promise.all(others.map((other) => once(other.listen({ host, port, ...listensBesideOthers }), 'listening')));
  } catch (error) {
    close();
    throw error;
  }
  return close;
}
