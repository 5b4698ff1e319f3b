import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createAddressGuard } from '../../platform/addresses/address-guard.ts';
import { testCertificate } from '../../platform/channels/testing/test-certificate.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { organizationStore } from '../organization/index.ts';
import {
  createWebhook,
  deleteWebhook,
  renewWebhookSecret,
  replayDelivery,
  replayPeriod,
  testWebhook,
  updateWebhook,
} from './change-webhooks.ts';
import { emitCompleteDays } from './complete-days.ts';
import { createWebhookSender, maxFailures, retryDelaysMs } from './deliver-events.ts';
import { emitWebhookEvents } from './emit-event.ts';
import { signWebhook } from './signing.ts';
import { webhookDeliveries, webhookEvents } from './webhooks.schema.ts';
import { listExpiringWebhooks, webhooksStore } from './webhooks.store.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
const secret = 'only for tests, only for tests, only for tests';
const guard = createAddressGuard(['127.0.0.0/8']);
const trusted = getCACertificates('default');
let receiver: Server;
let origin: string;
let scope: Scope;
let received: { readonly headers: IncomingMessage['headers']; readonly body: string; readonly url: string }[] = [];
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  setDefaultCACertificates([...trusted, testCertificate.cert]);
  receiver = createServer(testCertificate, async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    received.push({ headers: request.headers, body, url: request.url ?? '' });
    respond(response);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  origin = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  receiver.closeAllConnections();
  receiver.close();
});

const answer =
  (status: number, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status).end(body);

beforeEach(async () => {
  received = [];
  respond = answer(200, 'thanks');
  await stores.relational.db.delete(webhookDeliveries);
  const created = await organizationStore(stores.relational.db).insert(`Hooks ${randomUUID()}`);
  scope = systemScope((created as { readonly id: OrganizationId }).id);
});

const changes = () => ({ db: stores.relational.db, clock, secret, mayCall: guard.mayCall });

async function create(events = ['alert.opened'] as const, path = '/hook') {
  const made = await createWebhook(changes(), scope, { url: `${origin}${path}`, events });
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

const emit = (key: string, data = {}) =>
  stores.relational.db.transaction((transaction) =>
    emitWebhookEvents(transaction, [
      {
        organizationId: scope.organizationId,
        installationId: 7,
        type: 'alert.opened',
        key,
        at: clock.now(),
        data,
      },
    ]),
  );

const log = async (webhookId: number) =>
  (await webhooksStore(stores.relational.db).deliveries(scope, webhookId, null, 50)).toReversed();

const find = async (webhookId: number) => webhooksStore(stores.relational.db).find(scope, webhookId);

/** Runs the sender until nothing is due. */
async function deliver(timeoutMs = 400) {
  const sender = createWebhookSender({
    db: stores.relational.db,
    clock,
    use: 'leader',
    secret,
    guard,
    logError: () => {},
    timeoutMs,
    intervals: { pollMs: 20 },
  });
  sender.start();
  await vi.waitFor(async () => {
    const rows = await stores.relational.db.select().from(webhookDeliveries);
    const isDue = rows.some(({ state, dueAt }) => state === 'waiting' && dueAt.getTime() <= clock.now());
    expect(isDue).toBe(false);
  }, 10_000);
  await sender.stop();
}

/** Verifies as a receiver does, by the specification. */
function isSignedWith(given: string, { headers, body }: (typeof received)[number]): boolean {
  const key = Buffer.from(given.slice('whsec_'.length), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

test('the example of the Standard Webhooks specification is signed as there', () => {
  const given = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"test": 2432232314}';
  expect(signWebhook([given], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, body)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('an event is sent once, signed, and its response is in the log', async () => {
  const { webhook, secret: own } = await create();
  await emit('one', { alertId: 3 });
  await emit('one', { alertId: 3 });
  await deliver();
  expect(received).toHaveLength(1);
  const [call] = received as [(typeof received)[number]];
  expect(JSON.parse(call.body)).toEqual({
    type: 'alert.opened',
    timestamp: '2026-03-01T08:00:00.000Z',
    data: { alertId: 3 },
  });
  expect([call.url, isSignedWith(own, call), isSignedWith(`whsec_${'A'.repeat(44)}`, call)]).toEqual([
    '/hook',
    true,
    false,
  ]);
  expect(await log(webhook.id)).toMatchObject([
    {
      state: 'delivered',
      messageId: call.headers['webhook-id'],
      tries: [{ status: 200, body: 'thanks', problem: null }],
    },
  ]);
});

test('an event without a webhook for it leaves nothing, and one of a change that is rolled back neither', async () => {
  await create(['alert.closed'] as never);
  const before = (await stores.relational.db.select().from(webhookEvents)).length;
  await emit('unwanted');
  await create();
  const undone = stores.relational.db.transaction(async (transaction) => {
    await emitWebhookEvents(transaction, [
      {
        organizationId: scope.organizationId,
        installationId: null,
        type: 'alert.opened',
        key: 'undone',
        at: 0,
        data: {},
      },
    ]);
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  expect((await stores.relational.db.select().from(webhookEvents)).length).toBe(before);
});

test('a receiver that fails gets the same event again for a day, and then it is given up', async () => {
  const { webhook } = await create();
  respond = answer(500, 'down');
  await emit('failing');
  const waits: number[] = [];
  for (let attempt = 0; attempt <= retryDelaysMs.length; attempt += 1) {
    await deliver();
    const [delivery] = await log(webhook.id);
    if (delivery?.nextAttemptAt == null) break;
    waits.push(delivery.nextAttemptAt - clock.now());
    clock.time = delivery.nextAttemptAt;
  }
  expect(waits).toEqual(retryDelaysMs);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(23 * 3_600_000);
  const [delivery] = await log(webhook.id);
  expect([delivery?.state, delivery?.tries.length]).toEqual(['failed', retryDelaysMs.length + 1]);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  // It recovers, and a replay sends the same id.
  respond = answer(204);
  expect(await replayDelivery(changes(), scope, delivery?.id ?? 0)).toEqual({ ok: true, value: 1 });
  await deliver();
  expect(await log(webhook.id)).toMatchObject([{ state: 'delivered', replays: 1 }]);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect((await find(webhook.id))?.failures).toBe(0);
}, 30_000);

test('a receiver that hangs, drips, answers late or at length costs no more than the time limit', async () => {
  const { webhook } = await create();
  const drips: NodeJS.Timeout[] = [];
  const behaviours: ((response: ServerResponse) => void)[] = [
    () => {},
    (response) => {
      response.writeHead(200);
      drips.push(setInterval(() => response.write('x'), 20));
    },
    (response) => void setTimeout(() => response.writeHead(200).end(), 900),
    (response) => void response.writeHead(200).end('x'.repeat(2_000_000)),
  ];
  for (const [index, behaviour] of behaviours.entries()) {
    respond = behaviour;
    await emit(`slow ${index}`);
    await deliver(300);
  }
  for (const drip of drips) clearInterval(drip);
  const tries = (await log(webhook.id)).map((delivery) => [
    delivery.state,
    delivery.tries[0]?.status,
    delivery.tries[0]?.problem,
  ]);
  const late = ['waiting', null, 'no response within 0.3 s'];
  expect(tries).toEqual([late, late, late, ['waiting', null, 'the answer is too long']]);
  expect((await find(webhook.id))?.failures).toBe(4);
}, 20_000);

test('redirects are not followed, also not into the own network', async () => {
  const { webhook } = await create();
  for (const status of [301, 302, 307, 308]) {
    respond = (response) => void response.writeHead(status, { location: `${origin}/elsewhere` }).end();
    await emit(`redirect ${status}`);
    await deliver();
  }
  expect(received.every(({ url }) => url === '/hook')).toBe(true);
  expect((await log(webhook.id)).map(({ state, tries }) => [state, tries[0]?.status])).toEqual(
    [301, 302, 307, 308].map((status) => ['waiting', status]),
  );
});

test.each([
  'http://receiver.example/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'https://169.254.169.254/latest',
  'https://user:pass@receiver.example/',
  'https://receiver.example/#x',
  `https://receiver.example/${'x'.repeat(500)}`,
  'file:///etc/passwd',
  'receiver',
  '',
])('the address %j is refused', async (url) => {
  const mayCall = createAddressGuard([]).mayCall;
  const made = await createWebhook({ ...changes(), mayCall }, scope, { url, events: ['alert.opened'] });
  expect(made).toMatchObject({ ok: false, error: { code: 'BAD_INPUT', field: 'endpoint' } });
});

test('an address that is allowed when saved, and leads inside later, is not called', async () => {
  const { webhook } = await create();
  await emit('inside');
  const closed = createAddressGuard([]);
  const sender = createWebhookSender({
    db: stores.relational.db,
    clock,
    use: 'leader',
    secret,
    guard: closed,
    logError: () => {},
    intervals: { pollMs: 20 },
  });
  sender.start();
  await vi.waitFor(async () => expect((await log(webhook.id))[0]?.tries).toHaveLength(1), 5000);
  await sender.stop();
  expect((await log(webhook.id))[0]?.tries[0]?.problem).toContain('public internet');
  expect(received).toEqual([]);
});

test('a renewed secret signs at once, and the one before for a day more', async () => {
  const { webhook, secret: before } = await create();
  const renewed = await renewWebhookSecret(changes(), scope, webhook.id);
  const after = renewed.ok ? renewed.value.secret : '';
  expect(after).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(after).not.toBe(before);
  await emit('during');
  await deliver();
  clock.time += 24 * 3_600_000 + 1;
  await emit('afterwards');
  await deliver();
  expect(received.map((call) => [isSignedWith(before, call), isSignedWith(after, call)])).toEqual([
    [true, true],
    [false, true],
  ]);
});

test('after too many failures in a row it is paused, keeps what happens, and sends it when replayed', async () => {
  const { webhook } = await create();
  respond = answer(503);
  for (let index = 0; index < maxFailures; index += 1) await emit(`down ${index}`);
  await deliver();
  expect(await find(webhook.id)).toMatchObject({ failures: maxFailures, pausedAt: new Date(clock.now()) });
  const begin = clock.now();
  clock.time += 3_600_000;
  await emit('while paused');
  await deliver();
  expect(received).toHaveLength(maxFailures);
  respond = answer(200);
  const events = ['alert.opened'] as const;
  const resumed = await updateWebhook(changes(), scope, webhook.id, { url: webhook.url, events, isPaused: false });
  expect(resumed).toMatchObject({ ok: true, value: { failures: 0, pausedAt: null } });
  const period = { webhookId: webhook.id, from: begin, to: clock.now() + 1 };
  expect(await replayPeriod(changes(), scope, period)).toMatchObject({ ok: true, value: maxFailures + 1 });
  await deliver();
  expect((await log(webhook.id)).every(({ state }) => state === 'delivered')).toBe(true);
}, 30_000);

test('410 pauses at once', async () => {
  const { webhook } = await create();
  respond = answer(410);
  await emit('gone');
  await deliver();
  expect(await log(webhook.id)).toMatchObject([{ state: 'failed' }]);
  expect((await find(webhook.id))?.pausedAt).not.toBeNull();
});

test('a test reaches one webhook, also a paused one', async () => {
  const { webhook } = await create();
  await create(['alert.opened'], '/other');
  await updateWebhook(changes(), scope, webhook.id, { url: webhook.url, events: ['alert.opened'], isPaused: true });
  expect(await testWebhook(changes(), scope, webhook.id)).toEqual({ ok: true, value: true });
  await deliver();
  expect(received.map(({ url, body }) => [url, JSON.parse(body).type])).toEqual([['/hook', 'webhook.test']]);
});

test("another organization's webhooks and deliveries do not exist", async () => {
  const { webhook } = await create();
  await emit('theirs');
  const [delivery] = await log(webhook.id);
  const created = await organizationStore(stores.relational.db).insert(`Hooks ${randomUUID()}`);
  const other = systemScope((created as { readonly id: OrganizationId }).id);
  const draft = { url: `${origin}/`, events: ['alert.opened'] as const, isPaused: false };
  const missing = { ok: false, error: { code: 'NOT_FOUND' } };
  expect(await updateWebhook(changes(), other, webhook.id, draft)).toMatchObject(missing);
  expect(await renewWebhookSecret(changes(), other, webhook.id)).toMatchObject(missing);
  expect(await testWebhook(changes(), other, webhook.id)).toMatchObject(missing);
  expect(await replayDelivery(changes(), other, delivery?.id ?? 0)).toMatchObject(missing);
  expect(await replayPeriod(changes(), other, { webhookId: webhook.id, from: 0, to: 1 })).toMatchObject(missing);
  expect(await deleteWebhook(changes(), other, webhook.id)).toMatchObject(missing);
  expect(await webhooksStore(stores.relational.db).deliveries(other, webhook.id, null, 10)).toEqual([]);
  expect(await deleteWebhook(changes(), scope, webhook.id)).toEqual({ ok: true, value: true });
});

test("a site's own day is complete a quarter of an hour after its end, once", async () => {
  const { webhook } = await create(['site.day_complete'] as never);
  const site = { installationId: 7, name: 'Shop', timezone: 'Asia/Tokyo', changeOfDay: '04:00' };
  const sites = {
    topologies: async (of: Scope) => (of.organizationId === scope.organizationId ? [site] : []) as never,
  };
  const at = async (time: string) => {
    clock.time = Date.parse(time);
    await emitCompleteDays({ db: stores.relational.db, clock, sites });
    return (await log(webhook.id)).map(({ body }) => JSON.parse(body).data.day);
  };
  const yesterday = ['2026-05-09'];
  // The day ended at 04:00 in Tokyo.
  expect(await at('2026-05-09T19:14:00Z')).toEqual([]);
  expect(await at('2026-05-09T19:15:00Z')).toEqual(yesterday);
  expect(await at('2026-05-09T21:00:00Z')).toEqual(yesterday);
  expect(await at('2026-05-10T19:20:00Z')).toEqual([...yesterday, '2026-05-10']);
});

test('what ended is deleted after its days, and what waits stays', async () => {
  const { webhook } = await create();
  await emit('done');
  await deliver();
  await emit('waiting');
  const [deliveries, events] = listExpiringWebhooks(stores.relational.db);
  const later = clock.now() + 1000;
  await deliveries?.deleteBefore(later, 1000);
  await events?.deleteBefore(later, 1000);
  const left = await log(webhook.id);
  expect(left.map(({ state }) => state)).toEqual(['waiting']);
});
