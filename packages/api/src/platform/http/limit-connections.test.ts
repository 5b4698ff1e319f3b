import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitConnections, type OpenConnections } from './limit-connections.ts';

let server: Server;
let connections: OpenConnections;
let callers: Socket[] = [];
let accepted: Socket[] = [];
afterEach(async () => {
  for (const socket of [...callers, ...accepted]) socket.destroy();
  [callers, accepted] = [[], []];
  server.close();
  await once(server, 'close');
});

async function start(max: number, trustedProxies: readonly string[] = []): Promise<void> {
  server = createServer();
  connections = limitConnections(server, { max, trustedProxies });
  server.on('connection', (socket) => accepted.push(socket.on('error', () => {})));
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
}

/** Connects one after the other, so that the first is idle longest. */
async function call(count: number, localAddress = '127.0.0.1'): Promise<readonly Socket[]> {
  const { port } = server.address() as AddressInfo;
  const called: Socket[] = [];
  for (let index = 0; index < count; index++) {
    const before = accepted.length;
    const socket = connect({ host: '127.0.0.1', port, localAddress }).on('error', () => {});
    callers.push(socket);
    called.push(socket);
    await expect.poll(() => accepted.length).toBe(before + 1);
  }
  return called;
}

const alive = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => !destroyed);

test('the address with the most connections loses its longest idle one to an address with fewer', async () => {
  await start(4);
  const greedy = await call(4);
  connections.setBusy(accepted[0] as Socket, true);
  const [other] = await call(1, '127.0.0.2');
  await expect.poll(() => alive(greedy)).toEqual([true, false, true, true]);
  expect([alive([other as Socket]), connections.count]).toEqual([[true], 4]);
});

test('busy connections are closed last, the longest busy one first', async () => {
  await start(3);
  const greedy = await call(3);
  for (const socket of accepted) connections.setBusy(socket, true);
  connections.setBusy(accepted[0] as Socket, true);
  await call(1, '127.0.0.2');
  await expect.poll(() => alive(greedy)).toEqual([true, false, true]);
});

test('no connection is closed for an address with as many connections', async () => {
  await start(2);
  const [one, two] = [await call(1), await call(1, '127.0.0.2')];
  const more = await call(3);
  await expect.poll(() => alive([...one, ...two, ...more])).toEqual([true, true, false, false, false]);
  expect(connections.count).toBe(2);
});

test('connections of a trusted proxy are counted, and never closed for another one', async () => {
  await start(2, ['127.0.0.1/32']);
  const proxied = await call(2);
  const [other] = await call(1, '127.0.0.2');
  await expect.poll(() => alive([...proxied, other as Socket])).toEqual([true, true, false]);
});

test('a closed connection frees its slot', async () => {
  await start(2);
  const [first] = await call(2);
  first?.destroy();
  await expect.poll(() => connections.count).toBe(1);
  expect(alive(await call(1))).toEqual([true]);
});
