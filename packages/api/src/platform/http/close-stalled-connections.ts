import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenConnections } from '../listening/index.ts';

/**
 * Closes connections on which nothing moved for the server's `timeout`: idle ones, and those whose caller takes nothing
 * of its answer. A connection stays open while its answer is still being made.
 */
export function closeStalledConnections(server: Server, connections: OpenConnections): void {
  server.on('request', ({ socket }, response) => {
    connections.setBusy(socket, true);
    response.once('close', () => connections.setBusy(socket, false));
  });
  server.on('upgrade', ({ socket }) => connections.setBusy(socket, true));
  // Node closes a connection by itself only where nobody listens for this.
  server.on('timeout', (socket: Socket) => {
    if (connections.isBusy(socket) && socket.writableLength === 0) socket.setTimeout(server.timeout);
    else socket.destroy();
  });
}
