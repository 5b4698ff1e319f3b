import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { watchForSilentServer } from './relational-store.ts';

const limits = { usedMs: 20, answerMs: 50 };

/** Server that accepts connections and never answers. */
let server: Server;
let asked: Socket[];
let pool: EventEmitter;
let silences: number;
let end: () => void;
beforeEach(async () => {
  [asked, silences, pool] = [[], 0, new EventEmitter()];
  server = createServer((socket) => void asked.push(socket.on('error', () => {}).resume())).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  end = watchForSilentServer(pool as pg.Pool, address, () => silences++, limits);
});
afterEach(async () => {
  end();
  for (const socket of asked) socket.destroy();
  server.close();
});

const client = () =>
  Object.assign(
    new EventEmitter().on('error', () => {}),
    { end: async () => {} },
  );

test('a server that answers neither on a new nor on an open connection is silent', async () => {
  pool.emit('acquire', client());
  await expect.poll(() => silences).toBe(1);
});

test('a server that answers on open connections is not, however long a new one takes', async () => {
  pool.emit('acquire', client());
  const other = client();
  const busy = setInterval(() => {
    pool.emit('acquire', other);
    pool.emit('release', undefined, other);
  }, 5);
  onTestFinished(() => clearInterval(busy));
  // The server is asked twice before the decision.
  await expect.poll(() => asked.length).toBe(2);
  await expect.poll(() => asked.every(({ closed }) => closed)).toBe(true);
  await setImmediate();
  expect(silences).toBe(0);
});
