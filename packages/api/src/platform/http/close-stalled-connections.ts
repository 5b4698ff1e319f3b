import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenConnections } from '../listening/index.ts';

/**
 * Closes connections without traffic for the server's `timeout`: idle ones, and those whose client does not read its
 * response. A connection stays open while its response is being prepared.
 */
export function closeStalledConnections(server: Server, connections: OpenConnections): void {
  server.on('request', ({ socket }, response) => {
    connections.setBusy(socket, true);
    response.once('close', () => connections.setBusy(socket, false));
  });
  server.on('upgrade', ({ socket }) => connections.setBusy(socket, true));
  // With this listener, Node no longer closes connections itself.
  server.on('timeout', (socket: Socket) => {
    if (connections.isBusy(socket) && socket.writableLength === 0) socket.setTimeout(server.timeout);
    else socket.destroy();
  });
}
