import { fullRights } from '@atrium/domain/people/access';
import fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createClientAddressGetter } from '../../addresses/ip-address.ts';
import { LiveStream } from '../../bus/live-stream.ts';
import { createBuilder, finishSchema } from '../builder.ts';
import { mountGraphql } from '../edge.ts';
import { maxBufferedBytes } from './sending-stream.ts';

interface Event {
  readonly number: number;
  readonly text: string;
}

const sockets = 50;
const stalling = 5;
/** Subscriptions of each stalled viewer; together their events exceed the buffer limit. */
const subscriptions = 8;
const text = 'x'.repeat(80_000);

let server: FastifyInstance;
let url: string;
let streams: Set<LiveStream<Event>>;
const registry = new Registry();
let viewers: Viewer[];

/** Schema with a large event shared by all subscribers. */
function schemaOf() {
  const builder = createBuilder();
  const event = builder.objectRef<Event>('Event').implement({
    fields: (t) => ({ number: t.exposeInt('number'), text: t.exposeString('text') }),
  });
  builder.queryFields((t) => ({ open: t.string({ skipTypeScopes: true, resolve: () => 'open' }) }));
  builder.subscriptionFields((t) => ({
    changes: t.withAuth({ signedIn: true }).field({
      type: event,
      hasSharedAnswer: true,
      subscribe: () => {
        const stream = new LiveStream<Event>(() => streams.delete(stream));
        streams.add(stream);
        return stream;
      },
      resolve: (one) => one,
    }),
  }));
  return finishSchema(builder);
}

/** Client with several subscriptions on one socket that may stop reading. */
class Viewer {
  readonly latest = new Map<string, number>();
  readonly socket: WebSocket;
  /** Events of the first subscription, in order of arrival. */
  readonly seen: number[] = [];

  readonly #subscriptions: number;

  constructor(subscriptions: number) {
    this.#subscriptions = subscriptions;
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/v2/graphql`, 'graphql-transport-ws');
    const send = (message: object) => this.socket.send(JSON.stringify(message));
    this.socket.on('open', () => send({ type: 'connection_init', payload: { token: 'user' } }));
    this.socket.on('message', (data) => {
      const { type, id, payload } = JSON.parse(data.toString());
      if (type === 'connection_ack')
        for (let each = 1; each <= subscriptions; each++)
          send({ id: `${each}`, type: 'subscribe', payload: { query: 'subscription { changes { number text } }' } });
      if (type !== 'next') return;
      const { number, text: told } = payload.data.changes;
      expect(told).toHaveLength(text.length);
      this.latest.set(id, number);
      if (id === '1') this.seen.push(number);
    });
  }

  knows(number: number): boolean {
    return this.latest.size === this.#subscriptions && [...this.latest.values()].every((one) => one === number);
  }
}

beforeEach(async () => {
  streams = new Set();
  server = fastify();
  const schema = schemaOf();
  const scope = { organizationId: 7, userId: 'u', role: 'user', viewedBy: null, rights: fullRights } as never;
  mountGraphql(server, {
    main: schema,
    hub: schema,
    authenticate: async () => ({ scope, expiresAt: Date.now() + 600_000 }),
    addressOf: createClientAddressGetter([]),
    accessChanges: () => () => {},
    allowedOrigins: [],
    introspection: false,
    clock: { now: () => Date.now() },
    log: { error: () => {}, warn: () => {} },
    metrics: registry,
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
  viewers = Array.from({ length: sockets }, (_, index) => new Viewer(index < stalling ? subscriptions : 1));
  await expect.poll(() => streams.size, { timeout: 10_000 }).toBe(sockets + stalling * (subscriptions - 1));
});

afterEach(async () => {
  for (const { socket } of viewers) socket.terminate();
  await server.close();
  registry.clear();
});

async function waiting(): Promise<{ all: number; most: number }> {
  const told = await registry.metrics();
  const of = (what: string) => Number(new RegExp(`waiting_bytes\\{of="${what}"\\} (\\d+)`).exec(told)?.[1]);
  return { all: of('all'), most: of('most') };
}

test('a client that stops reading has bounded buffers, delays no others, and gets the latest value when it continues', async () => {
  const [stalled, reading] = [viewers.slice(0, stalling), viewers.slice(stalling)];
  let number = 0;
  const change = async () => {
    number += 1;
    const event = { number, text };
    for (const stream of streams) stream.push('changes', event);
    await expect.poll(() => reading.every((one) => one.knows(number)), { timeout: 5000, interval: 1 }).toBe(true);
  };
  await change();
  await expect.poll(() => stalled.every((one) => one.knows(1))).toBe(true);
  for (const { socket } of stalled) socket.pause();
  let most = 0;
  // Continues until the system's buffers are full for all of them, and a while longer.
  for (let full = 0; full < 10; ) {
    await change();
    const now = await waiting();
    most = Math.max(most, now.most);
    if (now.all > stalling * maxBufferedBytes) full += 1;
    expect(number).toBeLessThan(400);
  }
  expect(most).toBeGreaterThan(maxBufferedBytes);
  expect(most).toBeLessThan(maxBufferedBytes + 1.1 * text.length);
  const { all } = await waiting();
  for (let more = 0; more < 5; more++) await change();
  expect((await waiting()).all).toBe(all);
  for (const { socket } of stalled) socket.resume();
  await expect.poll(() => stalled.every((one) => one.knows(number)), { timeout: 10_000 }).toBe(true);
  for (const { seen } of stalled) {
    expect(seen.length).toBeLessThan(number);
    expect(seen).toEqual([...seen].sort((left, right) => left - right));
  }
  await expect.poll(async () => (await waiting()).all).toBe(0);
});
