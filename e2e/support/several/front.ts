import { connect as connectTo, createServer, type Socket } from 'node:net';

/**
 * What stands in front of several processes for pages: each connection goes to the next of them, whoever opens it, so
 * that what a browser asks for at once is answered by all. Sockets and long answers pass as they are.
 */
export function startFront(port: number, behind: readonly string[]): void {
  let turn = 0;
  const server = createServer((client) => {
    const address = new URL(behind[turn++ % behind.length] as string);
    const upstream = connectTo(Number(address.port), address.hostname);
    join(client, upstream);
    join(upstream, client);
  });
  server.listen(port, '127.0.0.1');
}

/** What one sends the other gets, and neither outlives the other. */
function join(from: Socket, to: Socket): void {
  from.pipe(to);
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
}
