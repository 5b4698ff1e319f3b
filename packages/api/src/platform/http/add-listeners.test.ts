import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addListeners, sharedPortOptions } from './add-listeners.ts';

let server: Server;
let port: number;
let close: () => void;
let open: Socket[];
let callers: Socket[];
beforeEach(async () => {
  [open, callers] = [[], []];
  server = createServer((socket) => {
    open.push(socket.on('error', () => {}));
    socket.once('close', () => open.splice(open.indexOf(socket), 1));
  });
  server.listen({ host: '127.0.0.1', port: 0, ...sharedPortOptions });
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  for (const socket of [...open, ...callers]) socket.destroy();
  close();
  server.close();
  await once(server, 'close');
});

const call = (count: number) => {
  const called = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}));
  callers.push(...called);
  return Promise.all(called.map((socket) => once(socket, 'connect')));
};

test('of a hundred connections at once, several are accepted per tick', async () => {
  close = await addListeners(server, 64);
  await call(100);
  let turns = 0;
  for (; open.length < 100; turns++) await new Promise((resolve) => setImmediate(resolve));
  expect(turns).toBeLessThan(50);
});

test('one connection limit applies to all sockets, and a closed connection frees its slot', async () => {
  server.maxConnections = 10;
  close = await addListeners(server, 64);
  await call(40);
  await expect.poll(() => [open.length, callers.filter(({ destroyed }) => destroyed).length]).toEqual([10, 30]);
  for (const socket of open.slice(0, 4)) socket.destroy();
  await expect.poll(() => open.length).toBe(6);
  await call(40);
  await expect.poll(() => [open.length, callers.filter(({ destroyed }) => !destroyed).length]).toEqual([10, 10]);
});

test('after closing no connection is accepted, and the port is free', async () => {
  close = await addListeners(server, 64);
  close();
  server.close();
  await expect.poll(() => call(1).catch((error) => error.code)).toBe('ECONNREFUSED');
  server = createServer().listen({ host: '127.0.0.1', port });
  await once(server, 'listening');
});
