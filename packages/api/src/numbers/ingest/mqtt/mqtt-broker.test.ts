import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { err, failure, ok } from '@atrium/domain/core';
import type { TokenScope } from '@atrium/domain/people/access';
import type { IClientOptions, MqttClient } from 'mqtt';
import { generate } from 'mqtt-packet';
import { afterEach, describe, expect, test } from 'vitest';
import { createGuessLimiter } from '../../../platform/addresses/guess-limiter.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import type { IngestLimits } from '../ingest-limits.ts';
import type { MessageEndpoint } from '../message-endpoint.ts';
import { createTestIngestion, readStoredContents } from '../testing/ingest-fixture.ts';
import { connectGateway, isAcknowledged, publicId, secret, waitForClose } from '../testing/mqtt-client.ts';
import type { MqttRefusal } from './broker-dependencies.ts';
import { type MqttBroker, openMqttBroker } from './mqtt-broker.ts';
import type { MqttLimits } from './mqtt-limits.ts';

const stores = useTestStores();
const topic = `atrium/v1/${publicId}/readings`;
const answers = `atrium/v1/${publicId}/answers`;
const other = 'fedcba9876543210';
const forDevices = '00112233445566aa';
const reading = { device: 'PAD-1', metric: 'affluenceIn', at: '2026-02-28T10:00:00+01:00', value: 4, interval: 300 };
const at = (minute: number) => ({ ...reading, at: new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString() });

const opened: (MqttClient | MqttBroker)[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await ('stop' in one ? one.stop() : one.endAsync(true));
});

async function broker(organization: number, limits: Partial<IngestLimits> = {}, mqttLimits: Partial<MqttLimits> = {}) {
  const { ingestion, scope, clock, failures } = createTestIngestion(stores.analytics, organization, limits);
  const outcomes: string[] = [];
  const refusals: MqttRefusal[] = [];
  const told: [number, unknown][] = [];
  const devices: MessageEndpoint = {
    rates: { takeRequest: () => 0, chargeItems: () => {} },
    isFull: false,
    read: async (payload) => ok([payload.toString()]),
    async take({ keyId }, [body]) {
      if (body === 'true') return err(failure('BAD_INPUT', 'The body is neither an object nor a list.'));
      told.push([keyId, body]);
      return ok({ rejected: [] });
    },
  };
  const either = { scope, installationId: null, scopes: ['readings:write', 'devices:write'] as TokenScope[] };
  const holders = new Map([
    [
      `atr_${forDevices}_secret`,
      { ...either, keyId: 3, publicId: forDevices, scopes: ['devices:write'] as TokenScope[] },
    ],
    [secret, { ...either, keyId: 1, publicId }],
    [`atr_${other}_secret`, { ...either, keyId: 2, publicId: other }],
  ]);
  const opening = await openMqttBroker(
    {
      ingestion,
      clock,
      devices,
      keys: {
        verify: async (key) => holders.get(key) ?? null,
      },
      count: (outcome) => outcomes.push(outcome),
      guesses: createGuessLimiter(clock),
      logRefusal: (refusal) => refusals.push(refusal),
      logError: (_, error) => void failures.push(error),
      limits: mqttLimits,
    },
    '127.0.0.1',
    0,
  );
  opened.push(opening);
  const { port } = opening;
  const connected = async (options: IClientOptions = {}) => {
    const client = await connectGateway(port, options);
    opened.push(client);
    return client;
  };
  const stored = async () => (await readStoredContents(stores.analytics, organization)).length;
  return { connected, holders, outcomes, told, refusals, failures, stored, port, stop: () => opening.stop() };
}

/** Subscribes to a topic and collects its messages. */
async function hear(client: MqttClient, filter: string) {
  const heard: Record<string, unknown>[] = [];
  client.on('message', (_, payload) => void heard.push(JSON.parse(payload.toString())));
  const granted = await client.subscribeAsync(filter, { qos: 0 }).catch((error) => error as Error);
  return { heard, isGranted: Array.isArray(granted) && granted[0]?.qos === 0 };
}

describe('payloads, acknowledged when they are stored', () => {
  const list = JSON.stringify([reading]);
  test.each<[string, string | Buffer]>([
    ['a list', list],
    ['an object of readings', `{ "readings": ${list} }`],
    ['one reading', JSON.stringify(reading)],
    ['lines', `${JSON.stringify(reading)}\n${JSON.stringify(reading)}\n`],
    ['gzip', gzipSync(list)],
  ])('%s', async (_, payload) => {
    const { connected, outcomes, stored } = await broker(61);
    expect(await isAcknowledged(await connected(), topic, payload)).toBe(true);
    expect([outcomes, await stored()]).toEqual([['stored'], 1]);
  });
});

describe('sign-in', () => {
  test.each<[string, IClientOptions]>([
    ['without a name', { username: undefined as never, password: undefined as never }],
    ['without a key', { password: undefined as never }],
    ['with an unknown key', { password: 'atr_0123456789abcdef_stolen' }],
    ["with another key's name", { username: other }],
    ['in MQTT 5', { protocolVersion: 5 }],
  ])('%s is refused', async (_, options) => {
    const { connected } = await broker(62);
    await expect(connected(options)).rejects.toThrow();
  });

  test('with unknown keys is blocked after some attempts, while a known key still works', async () => {
    const { connected, refusals } = await broker(62);
    await connected();
    const made = (index: number) => ({ clientId: 'x'.repeat(3000), password: `atr_${publicId}_made-up-${index}` });
    for (let index = 0; index < 51; index += 1) await connected(made(index)).catch(() => {});
    expect((await connected()).connected).toBe(true);
    expect(refusals.at(-1)?.reason).toContain('too many unknown keys');
    await expect(connected({ username: other, password: `atr_${other}_secret` })).rejects.toThrow();
    // Logs contain nothing that an unknown client presented.
    for (const refusal of refusals) expect(JSON.stringify(refusal).length).toBeLessThan(250);
    expect(JSON.stringify(refusals)).not.toContain('xxx');
  });

  test('only so many connections a key', async () => {
    const { connected } = await broker(62, {}, { connectionsPerKey: 2 });
    const [first] = [await connected(), await connected()];
    await expect(connected()).rejects.toThrow();
    await connected({ username: other, password: `atr_${other}_secret` });
    await first?.endAsync();
    await expect
      .poll(() =>
        connected().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });
});

describe('connections', () => {
  const raw = (port: number, localAddress: string) =>
    connectSocket({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true }).on('error', () => {});

  test('that do not sign in make room for a gateway from another address', async () => {
    const { connected, port } = await broker(60, {}, { connections: 5, signInTimeoutMs: 120_000 });
    const silent = Array.from({ length: 5 }, () => raw(port, '127.0.0.2'));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    expect((await connected()).connected).toBe(true);
    for (const socket of silent) socket.destroy();
  });

  test('that do not sign in are closed, and so are those that are refused', async () => {
    const { port } = await broker(60, {}, { signInTimeoutMs: 300 });
    const [silent, wrong] = [raw(port, '127.0.0.1'), raw(port, '127.0.0.1')];
    const ended = Promise.all([silent, wrong].map((socket) => once(socket.resume(), 'end')));
    wrong.write(
      generate({ cmd: 'connect', clientId: 'a', clean: true, keepalive: 0, username: 'x', password: Buffer.from('y') }),
    );
    await ended;
    for (const socket of [silent, wrong]) socket.destroy();
  });
});

describe("devices in their makers' formats", () => {
  const device = { username: forDevices, password: `atr_${forDevices}_secret` };
  const own = `atrium/v1/${forDevices}/devices`;

  test('publish to the topic of their key, and to names they put behind it', async () => {
    const { connected, outcomes, told, stored } = await broker(67);
    const client = await connected(device);
    const { heard } = await hear(client, `atrium/v1/${forDevices}/answers`);
    expect(await isAcknowledged(client, own, '{"src":"a"}')).toBe(true);
    expect(await isAcknowledged(client, `${own}/events/rpc`, '{"src":"b"}')).toBe(true);
    // An `online` message contains no reading. It is acknowledged, because a retry would be the same.
    expect(await isAcknowledged(client, `${own}/online`, 'true')).toBe(true);
    // A readings key is accepted for device packets, as over HTTP.
    expect(await isAcknowledged(await connected(), `atrium/v1/${publicId}/devices`, '{"src":"c"}')).toBe(true);
    expect(told).toEqual([
      [3, '{"src":"a"}'],
      [3, '{"src":"b"}'],
      [1, '{"src":"c"}'],
    ]);
    expect([outcomes, await stored()]).toEqual([['stored', 'stored', 'unreadable', 'stored'], 0]);
    await expect.poll(() => heard.length).toBe(3);
    expect(heard[2]).toMatchObject({ code: 'BAD_INPUT' });
  });

  test.each([
    ['readings', `atrium/v1/${forDevices}/readings`, 'unknown_key'],
    ["another key's", `atrium/v1/${publicId}/devices`, 'refused'],
    ['a longer name', `${own}x`, 'refused'],
  ])('publish nothing to a topic of %s', async (_, elsewhere, outcome) => {
    const { connected, outcomes, told, stored } = await broker(67);
    expect(await isAcknowledged(await connected(device), elsewhere, JSON.stringify(reading))).toBe(false);
    expect([outcomes, told, await stored()]).toEqual([[outcome], [], 0]);
  });
});

describe('topic rules', () => {
  test.each([`atrium/v1/${other}/readings`, answers, `${topic}/x`, 'atrium/v1/readings', '$SYS/x', 'x'])(
    'publishing to %s ends the connection and stores nothing',
    async (elsewhere) => {
      const { connected, outcomes, stored } = await broker(63);
      expect(await isAcknowledged(await connected(), elsewhere, JSON.stringify(reading))).toBe(false);
      expect([outcomes, await stored()]).toEqual([['refused'], 0]);
    },
  );

  test.each(['#', '+/#', 'atrium/v1/+/answers', 'atrium/v1/#', topic, `atrium/v1/${other}/answers`, '$SYS/#'])(
    'subscribing to %s is refused',
    async (filter) => {
      const { connected } = await broker(64);
      const client = await connected();
      const { heard, isGranted } = await hear(client, filter);
      expect(isGranted).toBe(false);
      const stranger = await connected({ username: other, password: `atr_${other}_secret` });
      await isAcknowledged(stranger, `atrium/v1/${other}/readings`, JSON.stringify(reading));
      await isAcknowledged(client, topic, JSON.stringify(reading));
      expect(heard).toEqual([]);
    },
  );

  test('a key receives the outcomes of its own readings only', async () => {
    const { connected } = await broker(65);
    const listener = await connected({ clientId: 'screen' });
    const sender = await connected({ clientId: 'gateway' });
    const { heard, isGranted } = await hear(listener, answers);
    expect(isGranted).toBe(true);
    const stranger = await connected({ username: other, password: `atr_${other}_secret` });
    await isAcknowledged(stranger, `atrium/v1/${other}/readings`, JSON.stringify(at(1)));
    await isAcknowledged(sender, topic, JSON.stringify([reading, { ...reading, device: 'unknown' }, 7]));
    await isAcknowledged(sender, topic, 'no readings');
    await expect.poll(() => heard.length).toBe(2);
    expect(heard).toMatchObject([
      { client: 'gateway', accepted: 1, rejected: [{ index: 1, code: 'UNKNOWN_DEVICE' }, { index: 2 }] },
      { client: 'gateway', code: 'BAD_INPUT' },
    ]);
  });

  test('nothing persists: no retained message, no will, no session', async () => {
    const { connected, stored } = await broker(66);
    const options = { clientId: 'same', clean: false };
    const first = await connected({
      ...options,
      will: { topic, payload: Buffer.from(JSON.stringify(at(9))), qos: 1, retain: true },
    });
    await hear(first, answers);
    await first.publishAsync(topic, JSON.stringify(reading), { qos: 1, retain: true });
    first.stream.destroy();
    await waitForClose(first);
    const second = await connected(options);
    const heard: unknown[] = [];
    second.on('message', (_, payload) => heard.push(payload));
    await isAcknowledged(await connected(), topic, JSON.stringify(at(2)));
    expect([heard, await stored()]).toEqual([[], 2]);
  });
});

test("using the client id of another key's gateway closes no connection; the same key takes over", async () => {
  const { connected } = await broker(67);
  const first = await connected({ clientId: 'gateway' });
  await connected({ clientId: 'gateway', username: other, password: `atr_${other}_secret` });
  expect(await isAcknowledged(first, topic, JSON.stringify(reading))).toBe(true);
  const ended = waitForClose(first);
  await connected({ clientId: 'gateway' });
  await ended;
});

test('a revoked key is out at its next message', async () => {
  const { connected, holders, outcomes } = await broker(68);
  const client = await connected();
  holders.delete(secret);
  expect(await isAcknowledged(client, topic, JSON.stringify(reading))).toBe(false);
  expect(outcomes).toEqual(['unknown_key']);
});

test('QoS 0 is stored, QoS 2 ends the connection', async () => {
  const { connected, stored, refusals } = await broker(69);
  const client = await connected();
  await client.publishAsync(topic, JSON.stringify(reading), { qos: 0 });
  await expect.poll(stored).toBe(1);
  expect(await isAcknowledged(client, topic, JSON.stringify(at(1)), 2)).toBe(false);
  expect(refusals).toEqual([{ reason: expect.stringContaining('QoS 2'), address: '127.0.0.1', publicId }]);
});

test('a packet beyond the limit ends the connection before it is gathered; one just below it is answered', async () => {
  const { connected, outcomes, failures, port } = await broker(70, { bytesPerRequest: 100_000 });
  const client = await connected();
  expect(await isAcknowledged(client, topic, Buffer.alloc(100_000, ' '))).toBe(true);
  expect(outcomes).toEqual(['unreadable']);
  expect(await isAcknowledged(client, topic, Buffer.alloc(100_500, ' '))).toBe(false);
  // The limit before sign-in is far lower: a CONNECT of 5 000 bytes is rejected at once.
  const socket = connectSocket(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(Buffer.from([0x10, 0x88, 0x27]));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(failures).toEqual([]);
});

test('a key beyond its rate is slowed down and loses nothing', async () => {
  const { connected, stored } = await broker(71, { requestsPerSecond: 2, requestBurst: 2 });
  const client = await connected();
  const sent = Array.from({ length: 4 }, (_, minute) => isAcknowledged(client, topic, JSON.stringify(at(minute))));
  expect(await Promise.all(sent.slice(0, 2))).toEqual([true, true]);
  await client.endAsync(true);
  expect(await Promise.all(sent)).toEqual([true, true, false, false]);
  expect(await stored()).toBe(2);
});

test('a message that times out during overload is not acknowledged, sent again and then stored', async () => {
  const crowded = { readingsWaiting: 1, readingsPerInsert: 1, maxConcurrentInserts: 1 };
  const { connected, stored, outcomes } = await broker(72, crowded, { overloadTimeoutMs: 0 });
  const clients = await Promise.all(Array.from({ length: 20 }, () => connected()));
  const messages = clients.map((_, minute) => JSON.stringify(at(minute)));
  const sent = await Promise.all(clients.map((one, index) => isAcknowledged(one, topic, messages[index] as string)));
  expect(outcomes).toContain('not_stored');
  expect(sent.filter(Boolean).length).toBe(outcomes.filter((one) => one === 'stored').length);
  for (const message of messages) {
    await expect.poll(async () => isAcknowledged(await connected(), topic, message)).toBe(true);
  }
  expect(await stored()).toBe(20);
});

test('a stop acknowledges what is being stored and refuses what comes after', async () => {
  const { connected, stored, stop, outcomes } = await broker(73);
  const clients = await Promise.all(Array.from({ length: 5 }, () => connected()));
  const sent = clients.map((one, index) => isAcknowledged(one, topic, JSON.stringify(at(index))));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await stop();
  const acknowledged = (await Promise.all(sent)).filter(Boolean).length;
  expect(outcomes).toEqual(Array.from({ length: acknowledged }, () => 'stored'));
  expect(await stored()).toBe(acknowledged);
  await expect(connected()).rejects.toThrow();
});
