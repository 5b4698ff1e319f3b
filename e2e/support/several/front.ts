import { connect as connectTo, createServer, type Socket } from 'node:net';

/**
 * A TCP load balancer in front of several web processes. Each connection goes to the next one, so that one browser's
 * requests reach all of them. Passes sockets and streams unchanged.
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

/** Pipes both ways; closing one side closes the other. */
function join(from: Socket, to: Socket): void {
  from.pipe(to);
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
}
