import { gzipSync } from 'node:zlib';
import { sampleIds } from '@atrium/domain/setup/devices/samples';
import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import type { GraphQLObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { buildSchemas } from '../../app/schema.ts';
import { createReadingsEndpoint, registerIngestRoutes } from '../../numbers/index.ts';
import { createClientAddressGetter } from '../../platform/addresses/ip-address.ts';
import { getDeclaredCost } from '../../platform/graphql/cost/declared-cost.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { devicePackets } from './devices.schema.ts';
import { registerDevicePacketRoutes } from './packets/device-packets.routes.ts';
import { createMqttIntake } from './packets/packet-intake.ts';
import { playDevice } from './packets/play-device.ts';
import type { InboxLimits } from './packets/store-packet.ts';
import { now, openDevicesWorld, packet } from './testing/devices-world.ts';

const stores = useTestStores();
const openWorld = (limits: Partial<InboxLimits> = {}) => openDevicesWorld(stores, limits);

describe('the door', () => {
  test('takes a key of either kind as bearer, as password or in the address, and nothing else', async () => {
    const { post, keyFor, key } = await openWorld();
    const body = packet('hikvision', 1);
    const readings = await keyFor('readings');
    const basic = (secret: string) => `Basic ${Buffer.from(`camera:${secret}`).toString('base64')}`;
    const at = (secret: string) => `/ingest/v1/devices/at/${secret}`;
    expect((await post(body, `Bearer ${key}`)).status).toBe(200);
    expect((await post(body, basic(key))).status).toBe(200);
    expect((await post(body, basic(readings))).status).toBe(200);
    expect((await post(body, '', at(key))).status).toBe(200);
    expect((await post(body, '', at(readings))).status).toBe(200);
    expect((await post(body, '', at('atr_0123456789abcdef_x'))).status).toBe(401);
    expect((await post(body, `Bearer ${await keyFor('receipts')}`)).status).toBe(403);
    expect((await post(body, basic('no'))).status).toBe(401);
    for (const nothing of ['{', 'true', '7', 'null']) expect((await post(nothing)).status).toBe(400);
    expect((await post(' '.repeat(400_001), `Bearer ${key}`)).status).toBe(413);
  });

  test('takes readings beside packets at every address, and each names what is missing', async () => {
    const { services, packets, key, keyFor, clock, post: packetAlone, senders, place, stored } = await openWorld();
    await packetAlone(packet('hikvision', 1));
    const [sender] = await senders();
    await place(sender.id, 'Street door', now - 86_400_000);
    const { ingestion } = services;
    const keyed = { keys: services.access.ingestKeys, logError: () => {} };
    const fastify = Fastify();
    registerIngestRoutes(fastify, { ...keyed, ingestion, clock, devices: createMqttIntake(packets) });
    registerDevicePacketRoutes(fastify, { ...keyed, packets, readings: createReadingsEndpoint({ ingestion, clock }) });
    const readings = await keyFor('readings');
    const at = new Date(now - 8 * 3_600_000).toISOString();
    const reading = { device: 'hikvision-1', metric: 'affluenceIn', at, value: 7, interval: 900 };
    const post = async (url: string, secret: string | null, payload: string | Buffer, encoding?: string) => {
      const headers = {
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      };
      const answer = await fastify.inject({ method: 'POST', url, headers, payload });
      return { status: answer.statusCode, body: answer.json() };
    };
    for (const secret of [key, readings])
      for (const [url, shown] of [
        ['/ingest/v1/readings', secret],
        ['/ingest/v1/devices', secret],
        [`/ingest/v1/devices/at/${secret}`, null],
      ] as const) {
        const asReadings = await post(url, shown, gzipSync(JSON.stringify([reading])), 'gzip');
        expect([asReadings.status, asReadings.body.rejected]).toEqual([200, []]);
        expect(await post(url, shown, packet('hikvision', 1))).toMatchObject({
          status: 200,
          body: { packets: [{ device: 'hikvision-1', state: 'accepted' }] },
        });
      }
    expect((await stored('hikvision-1')).filter(({ value }) => value === 7)).toHaveLength(1);
    expect((await senders()).map(({ serial }: { serial: string }) => serial)).toEqual(['hikvision-1']);
    expect(await post('/ingest/v1/readings', null, '[]')).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('Authorization: Bearer <key>') },
    });
    expect(await post('/ingest/v1/readings', 'x', '[]')).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('unknown') },
    });
    const lacking = await post('/ingest/v1/devices', key, JSON.stringify({ ...reading, value: undefined }));
    expect(lacking.body.rejected).toMatchObject([{ message: expect.stringContaining('value') }]);
  });

  test('counts made-up keys by the address they come from, in a header as in the path', async () => {
    const { services, packets, key } = await openWorld();
    const fastify = Fastify();
    const guessing = { guesses: services.access.keyGuesses, addressOf: createClientAddressGetter([]) };
    registerDevicePacketRoutes(fastify, { packets, keys: services.access.ingestKeys, guessing, logError: () => {} });
    const post = async (secret: string, remoteAddress: string, isInPath = false) => {
      const url = isInPath ? `/ingest/v1/devices/at/${secret}` : '/ingest/v1/devices';
      const headers = isInPath ? {} : { authorization: `Bearer ${secret}` };
      const payload = packet('hikvision', 1);
      return (await fastify.inject({ method: 'POST', url, headers, payload, remoteAddress })).statusCode;
    };
    const [office, stranger] = ['203.0.113.9', '198.51.100.1'];
    expect(await post(key, office)).toBe(200);
    const made = [];
    for (let index = 0; index < 60; index += 1)
      made.push(await post(`atr_0123456789abcdef_${`${index}`.padStart(43, 'x')}`, office, index % 2 === 0));
    expect(made).toEqual([...Array(50).fill(401), ...Array(10).fill(429)]);
    expect([await post(key, office), await post(key, stranger)]).toEqual([200, 200]);
    expect(await post('another', office)).toBe(429);
  });

  test('answers what says nothing about a device, and keeps nothing of it', async () => {
    const { post, senders } = await openWorld();
    expect(await post('{"connection_test": true}')).toMatchObject({ status: 200, body: { packets: [] } });
    expect(await senders()).toEqual([]);
  });
});

test('a packet over MQTT is taken the same way, with its outcome', async () => {
  const { packets, scope, senders } = await openWorld();
  const door = createMqttIntake(packets);
  const read = await door.read(gzipSync(packet('shelly', 1)), 'gzip');
  if (!read.ok) throw new Error(read.error.message);
  expect(
    await door.take({ scope, keyId: 1, installationId: null, scopes: ['devices:write'] }, read.value),
  ).toMatchObject({
    value: { packets: [{ device: 'shelly-1', state: 'waiting' }], rejected: [] },
  });
  expect(await senders()).toMatchObject([{ serial: 'shelly-1', dialect: 'shelly' }]);
  expect(await door.take({ scope, keyId: 1, installationId: null, scopes: ['devices:write'] }, ['true'])).toMatchObject(
    {
      error: { code: 'BAD_INPUT' },
    },
  );
  expect((await door.read(Buffer.from([0xff, 0xfe]), undefined)).ok).toBe(false);
});

describe('an unknown device', () => {
  test('waits and counts nowhere until it is placed; then everything since then counts', async () => {
    const { post, senders, place, stored, ask, places } = await openWorld();
    for (const ago of [3, 2, 1])
      expect(await post(packet('hikvision', ago))).toMatchObject({
        body: { packets: [{ device: 'hikvision-1', state: 'waiting' }], accepted: 0 },
      });
    const [sender] = await senders();
    expect(sender).toMatchObject({ serial: 'hikvision-1', place: null, packets: 3 });
    expect(await stored('hikvision-1')).toEqual([]);
    expect((await places(sender.id))[0]).toMatchObject({ name: 'Street door', hasSameName: true });
    expect(await place(sender.id, 'Street door', now - 86_400_000)).toMatchObject({
      place: 'Street door, shop',
      canUndo: true,
    });
    const entries = async () =>
      (await stored('hikvision-1')).filter(({ metric }) => metric === 'affluenceIn').map(({ value }) => value);
    expect(await entries()).toEqual([17, 18, 19]);
    // Once placed, it behaves like any device: a packet counts on arrival, and sending it again changes nothing.
    expect(await post(packet('hikvision', 0))).toMatchObject({
      body: { packets: [{ state: 'accepted' }], accepted: 3 },
    });
    expect(await post(packet('hikvision', 0))).toMatchObject({ body: { accepted: 0, unchanged: 3 } });
    expect(await entries()).toEqual([17, 18, 19, 20]);
    // The swap applies to earlier packets too.
    await ask('mutation ($s: Int!) { swapDirections(senderId: $s, swapped: true) { id } }', { s: sender.id });
    expect(await entries()).toEqual([1, 1, 1, 1]);
  });

  test('placed wrongly, it moves with all it sent; taken back, it waits again', async () => {
    const { post, senders, place, stored, ask, services, scope } = await openWorld();
    for (const ago of [2, 1]) await post(packet('xovis', ago));
    const [sender] = await senders();
    await place(sender.id, 'Street door', now - 86_400_000, 'mall');
    const first = (await services.sites.findDevice(scope, sender.serial))?.installationId;
    await place(sender.id, 'Street door', now - 86_400_000, 'shop');
    const moved = await services.sites.findDevice(scope, sender.serial);
    expect(moved?.installationId).not.toBe(first);
    expect(moved?.device.placements).toHaveLength(1);
    expect(await stored(sender.serial)).toHaveLength(4);
    expect(await ask('mutation ($s: Int!) { undoPlacing(senderId: $s) { place } }', { s: sender.id })).toEqual({
      place: 'Street door, mall',
    });
    expect(await ask('mutation ($s: Int!) { undoPlacing(senderId: $s) { place } }', { s: sender.id })).toEqual([
      'This device was not placed, or it is taken back',
    ]);
  });

  test('taken back it counts nowhere, and what it sends waits', async () => {
    const { post, senders, place, ask, services, scope } = await openWorld();
    await post(packet('brickstream', 1));
    const [sender] = await senders();
    await place(sender.id, 'Court door', now - 86_400_000);
    expect(await ask('mutation ($s: Int!) { undoPlacing(senderId: $s) { place } }', { s: sender.id })).toEqual({
      place: null,
    });
    expect((await services.sites.findDevice(scope, sender.serial))?.device.placements).toEqual([]);
    expect(await post(packet('brickstream', 0))).toMatchObject({
      body: { packets: [{ state: 'waiting' }], accepted: 0 },
    });
    await place(sender.id, 'Street door', now - 86_400_000);
    expect((await senders())[0].place).toBe('Street door, shop');
  });

  test('takes the place of another, which ends then', async () => {
    const { post, senders, place, services, scope, places, ask } = await openWorld();
    await post(packet('brickstream', 1));
    await post(packet('vivotek', 1));
    expect(await ask('{ deviceInbox { waiting } }')).toEqual({ waiting: 2 });
    const [newer, older] = await senders();
    await place(older.id, 'Court door', now - 86_400_000);
    expect((await places(newer.id)).find((one: { occupied: boolean }) => one.occupied)).toMatchObject({
      name: 'Court door',
    });
    await place(newer.id, 'Court door', now - 3_600_000, 'shop', true);
    expect((await services.sites.findDevice(scope, older.serial))?.device.placements).toMatchObject([
      { validTo: now - 3_600_000 },
    ]);
    const listed = await ask('{ deviceInbox { waiting senders { serial place isWaiting takenDownAt } } }');
    expect(listed.waiting).toBe(0);
    expect(listed.senders).toEqual([
      { serial: newer.serial, place: 'Court door, shop', isWaiting: false, takenDownAt: null },
      { serial: older.serial, place: null, isWaiting: false, takenDownAt: now - 3_600_000 },
    ]);
  });
});

test.each(sampleIds)('%s ends as numbers of a place, with what came twice, late and after a gap', async (id) => {
  const { post, senders, place, stored } = await openWorld();
  for (const ago of [6, 5, 5, 2, 4]) expect((await post(packet(id, ago))).status).toBe(200);
  const [sender] = await senders();
  expect(sender).toMatchObject({ dialect: id, packets: 4, repeats: 1 });
  const name = id === 'chirpStack' || id === 'helium' || id === 'shelly' ? 'Hall' : 'Street door';
  expect(await place(sender.id, name, now - 86_400_000)).toMatchObject({ place: `${name}, shop` });
  for (const ago of [1, 0])
    expect(await post(packet(id, ago))).toMatchObject({ body: { rejected: [], packets: [{ state: 'accepted' }] } });
  const of = async (metric: string) =>
    (await stored(sender.serial)).filter((one) => one.metric === metric).map((one) => one.value as number);
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  if (id === 'chirpStack' || id === 'helium') expect(await of('co2')).toEqual([648, 660, 672, 696, 708, 720]);
  else if (id === 'shelly') expect((await of('electricityConsumption')).at(-1)).toBe(15.5);
  // Totals survive a lost packet. Periods lose the quarter whose packet is missing.
  else if (id === 'thingsStack' || id === 'actility')
    expect(sum(await of('affluenceIn'))).toBe(15 + 16 + 17 + 18 + 19 + 20);
  else expect(sum(await of('affluenceIn'))).toBe(14 + 15 + 16 + 18 + 19 + 20);
});

test('an unknown format waits too, and is read with a new field map', async () => {
  const { post, senders, ask } = await openWorld();
  const body = (people: number) => JSON.stringify({ deviceId: 'gate-2', when: '2026-11-24T13:45:00Z', in: people });
  expect(await post(body(1))).toMatchObject({ body: { packets: [{ device: 'gate-2', state: 'waiting' }] } });
  expect(await senders()).toMatchObject([{ serial: 'gate-2', dialect: null }]);
  const save = (map: object) => ask('mutation ($m: FieldMapInput!) { saveFieldMap(map: $m) { id } }', { m: map });
  const map = {
    name: 'Gates',
    list: '',
    device: 'deviceId',
    time: 'when',
    interval: 900,
    numbers: [{ path: 'in', metric: 'affluenceIn', meaning: 'period', factor: 1 }],
  };
  expect(await save({ ...map, device: '' })).toEqual(['device takes names with dots between them']);
  expect(await save({ ...map, numbers: [{ ...map.numbers[0], metric: 'co2' }] })).toEqual([
    'co2 is no metric that comes as a period',
  ]);
  expect(await save(map)).toMatchObject({ id: expect.any(Number) });
  await post(body(2));
  expect(await senders()).toMatchObject([{ serial: 'gate-2', dialect: 'fieldMap', packets: 2 }]);
});

test('a map takes what it reads from what waits without a name, and leaves the rest', async () => {
  const { post, senders, ask } = await openWorld();
  const save = (name: string, device: string, path: string) => {
    const numbers = [{ path, metric: 'affluenceIn', meaning: 'period', factor: 1 }];
    const map = { name, list: '', device, time: '', interval: 900, numbers };
    return ask('mutation ($m: FieldMapInput!) { saveFieldMap(map: $m) { id } }', { m: map });
  };
  const listed = async () =>
    (await senders())
      .map(({ serial, dialect, packets }: Record<string, unknown>) => `${serial} ${dialect} ${packets}`)
      .map((text: string) => text.replace(/^json [0-9a-f]{8} \d+/, 'json'))
      .sort();
  // Four devices without a known name wait as one sender, since their bodies have the same form.
  const units = ['a', 'b', 'c', 'd'];
  for (const people of [1, 2])
    for (const unit of units) {
      const fields = units.flatMap((one) => [
        [one, one === unit ? `gate ${one}` : null],
        [`n${one}`, one === unit ? people : null],
      ]);
      await post(JSON.stringify(Object.fromEntries(fields)));
    }
  expect(await listed()).toEqual(['json null 8']);
  await save('A', 'a', 'na');
  expect(await listed()).toEqual(['gate a fieldMap 2', 'json null 6']);
  await save('B', 'b', 'nb');
  await save('C', 'c', 'nc');
  expect(await listed()).toEqual(['gate a fieldMap 2', 'gate b fieldMap 2', 'gate c fieldMap 2', 'json null 2']);
  await save('D', 'd', 'nd');
  expect(await listed()).toEqual([...'abcd'].map((unit) => `gate ${unit} fieldMap 2`));
  // A packet under a correctly guessed name stays there, even where the field map does not read it.
  await post(JSON.stringify({ serial: 'gate-9', people: 3 }));
  await post(JSON.stringify({ serial: 'gate-9', door: 'open' }));
  await save('E', 'serial', 'people');
  expect(await listed()).toContain('gate-9 fieldMap 2');
  expect((await senders()).find(({ serial }: { serial: string }) => serial === 'gate-9').repeats).toBe(0);
});

test('a device that can only call an address says in its query what a field map reads', async () => {
  const { fastify, keyFor, key, ask, senders, place, stored } = await openWorld();
  const call = (query: string, secret = key, method: 'GET' | 'HEAD' = 'GET') =>
    fastify.inject({ method, url: `/ingest/v1/devices/at/${secret}${query}` });
  const said = (minute: number, wattHours: number) =>
    `?device=plug-7&total=${wattHours}&when=2026-11-24T12%3A${minute}%3A00Z`;
  // Without a field map, the packet is stored but not understood.
  const first = await call(said(15, 1));
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-store']);
  const refused = [
    await call(''),
    await call(said(15, 1), `${key}x`),
    await call(said(15, 1), await keyFor('receipts')),
    await call(said(15, 1), key, 'HEAD'),
    await fastify.inject({ method: 'GET', url: `/ingest/v1/devices${said(15, 1)}` }),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 401, 403, 404, 404]);
  const map = {
    ...{ name: 'Plugs', list: '', device: 'device', time: 'when', interval: 900 },
    numbers: [{ path: 'total', metric: 'electricityConsumption', meaning: 'sample', factor: 0.001 }],
  };
  await ask('mutation ($m: FieldMapInput!) { saveFieldMap(map: $m) { id } }', { m: map });
  expect((await call(said(30, 2_500))).json()).toMatchObject({ packets: [{ device: 'plug-7', state: 'waiting' }] });
  const [sender, ...others] = await senders();
  expect([sender, others]).toMatchObject([{ serial: 'plug-7', dialect: 'fieldMap', packets: 2 }, []]);
  await place(sender.id, 'Hall', now - 86_400_000);
  expect((await call(said(45, 2_750))).json()).toMatchObject({ packets: [{ state: 'accepted' }], accepted: 1 });
  expect((await call(said(45, 2_750))).json()).toMatchObject({ accepted: 0, unchanged: 1 });
  expect((await stored('plug-7')).map(({ value }) => value)).toEqual([0.001, 2.5, 2.75]);
});

describe('kept packets', () => {
  const values = (readings: readonly { readonly metric: string; readonly value: number }[]) =>
    readings.filter(({ metric }) => metric === 'affluenceIn').map(({ value }) => value);

  test('are read as they were parsed when they came, never from their bodies again', async () => {
    const { post, senders, place, stored, ask } = await openWorld();
    for (const ago of [3, 2, 1]) await post(packet('hikvision', ago));
    const { db } = stores.relational;
    await db.update(devicePackets).set({ body: '<' });
    const [sender] = await senders();
    await place(sender.id, 'Street door', now - 86_400_000);
    expect(values(await stored('hikvision-1'))).toEqual([17, 18, 19]);
    await ask('mutation ($s: Int!) { swapDirections(senderId: $s, swapped: true) { id } }', { s: sender.id });
    expect(values(await stored('hikvision-1'))).toEqual([1, 1, 1]);
  });

  test('stored unparsed by an earlier version are parsed once', async () => {
    const { post, senders, place, stored } = await openWorld();
    for (const ago of [3, 2, 1]) await post(packet('hikvision', ago));
    const { db } = stores.relational;
    const [sender] = await senders();
    const own = eq(devicePackets.senderId, sender.id);
    await db.update(devicePackets).set({ contents: null }).where(own);
    await place(sender.id, 'Street door', now - 86_400_000);
    expect(values(await stored('hikvision-1'))).toEqual([17, 18, 19]);
    const rows = await db.select({ contents: devicePackets.contents }).from(devicePackets).where(own);
    expect(rows.map(({ contents }) => contents?.packet?.device)).toEqual(Array(3).fill('hikvision-1'));
  });

  test('follow their field map when it changes, and stay when it goes', async () => {
    const { post, senders, ask } = await openWorld();
    for (const people of [1, 2]) await post(JSON.stringify({ serial: 'gate-3', people }));
    const map = (factor: number) => ({
      ...{ name: 'Gates', list: '', device: 'serial', time: '', interval: 900 },
      numbers: [{ path: 'people', metric: 'affluenceIn', meaning: 'period', factor }],
    });
    const save = 'mutation ($i: Int, $m: FieldMapInput!) { saveFieldMap(fieldMapId: $i, map: $m) { id } }';
    const { id } = await ask(save, { m: map(1) });
    const [sender] = await senders();
    const told = async () =>
      (
        await ask('query ($s: Int!) { deviceSender(senderId: $s) { packets { isUnderstood readings { value } } } }', {
          s: sender.id,
        })
      ).packets
        .map((one: { readings: { value: number }[] }) => one.readings.map(({ value }) => value))
        .sort();
    expect(await told()).toEqual([[1], [2]]);
    await ask(save, { i: id, m: map(10) });
    expect(await told()).toEqual([[10], [20]]);
    await ask('mutation ($i: Int!) { deleteFieldMap(fieldMapId: $i) }', { i: id });
    expect(await told()).toEqual([[], []]);
    expect(await senders()).toMatchObject([{ serial: 'gate-3', packets: 2, repeats: 0 }]);
  });

  test('that take long to parse are refused before they are parsed', async () => {
    const { post, senders } = await openWorld();
    expect(await post(`<a>${'<b/>'.repeat(24_000)}</a>`)).toEqual({
      status: 400,
      body: { code: 'BAD_INPUT', message: 'A body takes at most 3000 elements.' },
    });
    expect(await senders()).toEqual([]);
  });

  test('cost who reads them what reading takes', async () => {
    const { services } = await openWorld();
    const schema = buildSchemas(services.modules).main;
    const costOf = (kind: GraphQLObjectType | null | undefined, field: string) =>
      getDeclaredCost(kind?.getFields()[field] as never).cost?.({} as never, {} as never) ?? 0;
    expect(costOf(schema.getQueryType(), 'deviceSender')).toBeGreaterThanOrEqual(50_000);
    expect(costOf(schema.getQueryType(), 'placingAdds')).toBeGreaterThanOrEqual(200_000);
    for (const name of ['placeDevice', 'undoPlacing', 'swapDirections', 'saveFieldMap', 'deleteFieldMap'])
      expect(costOf(schema.getMutationType(), name)).toBeGreaterThanOrEqual(500_000);
    expect(costOf(schema.getMutationType(), 'forgetSender')).toBeGreaterThanOrEqual(20_000);
  });
});

test('an invented device loses one packet, sends one twice and one late on request', async () => {
  const { packets, scope, senders } = await openWorld();
  for (const dialect of sampleIds) {
    const device = { dialect, device: `bench-${dialect}`, name: 'Street door', packets: 24, isFaulty: true };
    expect(await playDevice(packets, scope, device, now)).toEqual({ ok: true, value: 24 });
  }
  const listed: { marks: string[] }[] = await senders();
  expect(listed.map((sender) => sender)).toEqual(
    listed.map(() => expect.objectContaining({ packets: 23, repeats: 1, place: null })),
  );
  expect(listed.filter(({ marks }) => marks.includes('late'))).toHaveLength(sampleIds.length);
});

describe('bounds', () => {
  test('the oldest packets of a device are evicted, or of an organization’s largest device', async () => {
    const { post, senders, ask } = await openWorld({ packetsPerDevice: 60, bytesWaiting: 20_000 });
    for (let index = 0; index < 61; index += 1) await post(JSON.stringify({ serial: 'loud', index }));
    expect((await senders())[0].packets).toBe(11);
    const long = 'x'.repeat(5_000);
    for (let index = 0; index < 6; index += 1) await post(JSON.stringify({ serial: 'large', index, long }));
    const inbox = await ask('{ deviceInbox { bytesWaiting senders { serial packets } } }');
    expect(inbox.bytesWaiting).toBeLessThan(20_000);
    expect(inbox.senders.find(({ serial }: { serial: string }) => serial === 'loud').packets).toBe(11);
  });

  test('a device beyond the limit is refused with a code', async () => {
    const { post } = await openWorld({ devices: 2 });
    const states = [];
    const message = 'No format of a maker that is known here, and no field map fits.';
    for (const serial of ['a', 'b', 'c', 'a']) states.push((await post(JSON.stringify({ serial }))).body.packets[0]);
    expect(states).toEqual([
      { device: 'a', state: 'waiting', message },
      { device: 'b', state: 'waiting', message },
      { device: 'c', state: 'refused', code: 'INBOX_FULL' },
      { device: 'a', state: 'waiting', message },
    ]);
  });

  test('what is too old goes', async () => {
    const { post, senders, clock } = await openWorld();
    await post(JSON.stringify({ serial: 'a' }));
    clock.time += 31 * 86_400_000;
    await post(JSON.stringify({ serial: 'b' }));
    expect((await senders()).map(({ serial }: { serial: string }) => serial)).toEqual(['b']);
  });

  test("a key of one site neither fills another's device nor takes its name", async () => {
    const { post, keyFor, senders, place } = await openWorld();
    await post(packet('hikvision', 2));
    const mall = `Bearer ${await keyFor('devices', 'mall')}`;
    const refused = { body: { packets: [{ state: 'refused', code: 'OTHER_SITE' }], accepted: 0 } };
    expect(await post(packet('hikvision', 1), mall)).toMatchObject(refused);
    const [sender] = await senders();
    await place(sender.id, 'Street door', now - 86_400_000);
    expect(await post(packet('hikvision', 1), mall)).toMatchObject(refused);
    expect(await post(packet('xovis', 1), mall)).toMatchObject({ body: { packets: [{ state: 'waiting' }] } });
  });

  test('a flood of one organization leaves room and a turn to another', async () => {
    const { packets, scope } = await openWorld({ concurrency: 2, waiting: 40 });
    const other = await openWorld();
    const ended: string[] = [];
    const send = async (from: typeof scope, serial: string) => {
      const taken = await packets.take({ scope: from, installationId: null }, JSON.stringify({ serial }));
      ended.push(taken.ok ? serial : taken.error.code);
    };
    const flood = Array.from({ length: 20 }, (_, index) => send(scope, `flood ${index}`));
    await Promise.all([...flood, send(other.scope, 'other')]);
    expect(ended.filter((one) => one === 'OVERLOADED')).toHaveLength(9);
    const taken = ended.filter((one) => one !== 'OVERLOADED');
    expect(taken).toHaveLength(12);
    // The organization that came last is served among the first. In a single queue it would be refused or last.
    expect(taken.slice(0, 6)).toContain('other');
  });

  test('beyond what can wait, bodies are turned away at once', async () => {
    const { post } = await openWorld({ concurrency: 1, waiting: 2 });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, serial) => post(JSON.stringify({ serial }))));
    expect(answers.some(({ status }) => status === 503)).toBe(true);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect((await post(JSON.stringify({ serial: 'z' }))).status).toBe(200);
  });
});
