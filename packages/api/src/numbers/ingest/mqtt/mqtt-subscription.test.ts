import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { ok } from '@atrium/domain/core';
import { Aedes } from 'aedes';
import { afterEach, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import type { MessageEndpoint } from '../message-endpoint.ts';
import { createTestIngestion, readStoredContents } from '../testing/ingest-fixture.ts';
import { connectGateway, isAcknowledged, publicId } from '../testing/mqtt-client.ts';
import type { MqttKeyHolder } from './key-sessions.ts';
import { type MqttSubscription, subscribeToBroker } from './mqtt-subscription.ts';

const stores = useTestStores();
const topic = `atrium/v1/${publicId}/readings`;
const forDevices = '1234123412341234';
const at = (minute: number) => ({
  device: 'PAD-1',
  metric: 'affluenceIn',
  at: new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString(),
  value: 4,
  interval: 60,
});
const message = (minute: number) => JSON.stringify([at(minute)]);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Starts an external broker with persistent sessions that records acknowledged messages. */
async function outsideBroker() {
  const acknowledged: string[] = [];
  const broker = await Aedes.createBroker();
  broker.on('ack', (packet) => {
    if (packet !== undefined && 'payload' in packet) acknowledged.push(packet.payload.toString());
  });
  const server: Server = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  closing.push(async () => {
    server.close();
    await new Promise<void>((resolve) => broker.close(resolve));
  });
  return { broker, port, acknowledged };
}

function subscriptionTo(port: number, organization: number) {
  const { ingestion, scope, clock, failures } = createTestIngestion(stores.analytics, organization);
  const outcomes: string[] = [];
  const said: string[] = [];
  const answers: { holder: 'known' | 'failing' } = { holder: 'known' };
  const packets: string[] = [];
  const devices: MessageEndpoint = {
    rates: ingestion.rates,
    isFull: false,
    read: async (payload) => ok([payload.toString()]),
    take: async (_, [body]) => {
      packets.push(body as string);
      return ok({ rejected: [] });
    },
  };
  const holderOf = async (id: string): Promise<MqttKeyHolder | null> => {
    if (answers.holder === 'failing') throw new Error('the store of keys is away');
    const either = { scope, installationId: null, scopes: ['readings:write', 'devices:write'] } as const;
    if (id === forDevices) return { ...either, keyId: 2, publicId: forDevices, scopes: ['devices:write'] };
    return id === publicId ? { ...either, keyId: 1, publicId } : null;
  };
  const log = { info: (text: string) => void said.push(text), warn: (text: string) => void said.push(text) };
  const start = (): MqttSubscription => {
    const subscription = subscribeToBroker(
      {
        ingestion,
        devices,
        clock,
        keys: { holderOf },
        secret: `secret ${organization}`,
        count: (outcome) => outcomes.push(outcome),
        log,
        logError: (_, error) => void failures.push(error),
      },
      `mqtt://127.0.0.1:${port}`,
    );
    closing.push(() => subscription.stop());
    return subscription;
  };
  const isSubscribed = () =>
    expect.poll(() => said.some((text) => text.startsWith('readings are taken')), { timeout: 10_000 }).toBe(true);
  const stored = async () => (await readStoredContents(stores.analytics, organization)).length;
  return { start, isSubscribed, packets, outcomes, said, failures, stored, answers };
}

async function sender(port: number) {
  const client = await connectGateway(port);
  closing.push(() => client.endAsync(true));
  return client;
}

test('readings published there are stored, including those published while disconnected', async () => {
  const { port, acknowledged } = await outsideBroker();
  const { start, isSubscribed, outcomes, said, stored } = subscriptionTo(port, 81);
  const subscription = start();
  await isSubscribed();
  const client = await sender(port);
  await isAcknowledged(client, topic, message(1));
  await expect.poll(stored).toBe(1);
  await subscription.stop();
  await isAcknowledged(client, topic, message(2));
  expect(await stored()).toBe(1);
  said.length = 0;
  start();
  await expect.poll(stored).toBe(2);
  await expect.poll(() => acknowledged).toEqual([message(1), message(2)]);
  expect(outcomes).toEqual(['stored', 'stored']);
});

test("what devices publish in their makers' formats goes to the inbox; a key for devices speaks for no readings", async () => {
  const { port, acknowledged } = await outsideBroker();
  const { start, isSubscribed, packets, outcomes, stored } = subscriptionTo(port, 85);
  start();
  await isSubscribed();
  const client = await sender(port);
  await isAcknowledged(client, `atrium/v1/${forDevices}/devices`, '{"id":1}');
  await isAcknowledged(client, `atrium/v1/${publicId}/devices/shelly-1/events/rpc`, '{"id":2}');
  await isAcknowledged(client, `atrium/v1/${forDevices}/readings`, message(1));
  await isAcknowledged(client, `atrium/v1/${publicId}/elsewhere`, message(1));
  await isAcknowledged(client, topic, message(1));
  await expect.poll(() => outcomes).toEqual(['stored', 'stored', 'unknown_key', 'stored']);
  expect(packets).toEqual(['{"id":1}', '{"id":2}']);
  expect(await stored()).toBe(1);
  await expect.poll(() => acknowledged.length).toBe(4);
});

test('unknown keys and unreadable messages are dropped and logged without blocking others', async () => {
  const { port, acknowledged } = await outsideBroker();
  const { start, isSubscribed, outcomes, said, stored } = subscriptionTo(port, 82);
  start();
  await isSubscribed();
  const client = await sender(port);
  const elsewhere = 'atrium/v1/fedcba9876543210/readings';
  await isAcknowledged(client, elsewhere, message(1));
  await isAcknowledged(client, elsewhere, message(1));
  await isAcknowledged(client, 'atrium/v1/no key/readings', message(1));
  await isAcknowledged(client, topic, '{');
  await isAcknowledged(client, topic, JSON.stringify([{ ...at(1), device: 'unknown' }, at(2)]));
  await expect.poll(() => outcomes).toEqual(['unknown_key', 'unknown_key', 'unknown_key', 'unreadable', 'stored']);
  await expect.poll(() => acknowledged.length).toBe(5);
  expect(await stored()).toBe(1);
  expect(said.filter((text) => text.includes('fedcba9876543210'))).toHaveLength(1);
  expect(said.some((text) => text.includes('1 readings') && text.includes('rejected'))).toBe(true);
});

test('nothing is acknowledged before it is stored; while keys cannot be verified it waits at the broker', async () => {
  const { port, acknowledged } = await outsideBroker();
  const { start, isSubscribed, stored, answers, failures } = subscriptionTo(port, 83);
  const subscription = start();
  await isSubscribed();
  answers.holder = 'failing';
  await isAcknowledged(await sender(port), topic, message(1));
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  expect([acknowledged, await stored()]).toEqual([[], 0]);
  await subscription.stop();
  expect(acknowledged).toEqual([]);
  answers.holder = 'known';
  start();
  await expect.poll(stored).toBe(1);
  await expect.poll(() => acknowledged).toEqual([message(1)]);
});

test('the connection to an absent broker is retried', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  await new Promise((resolve) => holder.close(resolve));
  const { start, isSubscribed, failures } = subscriptionTo(port, 84);
  start();
  await expect.poll(() => failures.length).toBe(1);
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle).listen(port, '127.0.0.1');
  closing.unshift(async () => {
    server.close();
    await new Promise<void>((resolve) => broker.close(resolve));
  });
  await isSubscribed();
}, 20_000);
