import { sampleIds } from '@atrium/domain/setup/devices/samples';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { devicePackets, deviceSenders } from './devices.schema.ts';
import { createMqttIntake } from './packets/packet-intake.ts';
import { now, openDevicesWorld, packet } from './testing/devices-world.ts';
import { tryFieldMap } from './try-field-map.ts';

interface Listed {
  readonly serial: string;
  readonly dialect: string | null;
}

const stores = useTestStores();
const openWorld = () => openDevicesWorld(stores);

describe('devices as they arrive in the field', () => {
  const minute = 60_000;
  const iso = (ago: number) => new Date(now - ago * minute).toISOString();
  const uplink = (ago: number, count: number, message: object) =>
    JSON.stringify({
      end_device_ids: { device_id: '24e1', dev_eui: '24E124660C000001' },
      received_at: iso(ago),
      uplink_message: { f_port: 85, f_cnt: count, received_at: iso(ago), ...message },
    });
  const sumOf = (rows: readonly { metric: string; value: number }[], metric: string) =>
    rows.reduce((sum, row) => sum + (row.metric === metric ? row.value : 0), 0);

  test('unknown ones of different forms never share a sender, and a map leaves the others waiting', async () => {
    const { post, ask, senders } = await openWorld();
    const sent = [
      { values: [{ timestamp: 1, type: 'LineCount', countItem: { id: 0 } }] },
      { live_data: { package_info: { id: 152, agent_id: 1005 }, frames: [] } },
      { reading: { room: 'A-12', ppm: 644, when: iso(10) } },
      { sensor: { floor: 3 } },
    ];
    for (const body of sent)
      expect(await post(JSON.stringify(body))).toMatchObject({
        body: { packets: [{ state: 'waiting', message: expect.stringContaining('No format') }] },
      });
    expect(await senders()).toHaveLength(4);
    const map = {
      ...{ name: 'Rooms', list: '', device: 'reading.room', time: 'reading.when', interval: 300 },
      numbers: [{ path: 'reading.ppm', metric: 'co2', meaning: 'sample', factor: 1 }],
    };
    await ask('mutation ($m: FieldMapInput!) { saveFieldMap(map: $m) { id } }', { m: map });
    const after: { serial: string; packets: number }[] = await senders();
    expect(after.find(({ serial }) => serial === 'A-12')).toMatchObject({ dialect: 'fieldMap', packets: 1 });
    expect(after.filter(({ serial }) => serial !== 'A-12').map(({ packets }) => packets)).toEqual([1, 1, 1]);
  });

  test('a counter that sends totals, and seconds later the periods of the same time, counts once', async () => {
    const { post, senders, place, stored } = await openWorld();
    const totals = ['A9JIAAAABNLIAAAADNK0FAAADdKNGgAA', 'A9JIAAAABNLIAAAADNK5FAAADdKUGgAA'];
    const later = ['A9JIAAAABNLIAAAADNK8FAAADdKWGgAA', 'A9JIAAAABNLIAAAADNLAFAAADdKaGgAA'];
    const periods = ['BcwAAAAADswAAAAA', 'BcwAAAAADswFAAcA', 'BcwAAAAADswDAAIA', 'BcwAAAAADswEAAQA'];
    for (const [index, total] of [...totals, ...later].entries()) {
      await post(uplink(60 - 10 * index, 10 + 2 * index, { frm_payload: total }));
      await post(uplink(59.9 - 10 * index, 11 + 2 * index, { frm_payload: periods[index] }));
      if (index === 1) await place((await senders())[0].id, 'Street door', now - 86_400_000);
    }
    const rows = await stored('24E124660C000001');
    expect([sumOf(rows, 'affluenceIn'), sumOf(rows, 'affluenceOut')]).toEqual([12, 13]);
  });

  test('a sensor that only its network decodes is read by a map of the decoded fields, also what waits', async () => {
    const { post, ask, senders, place, stored } = await openWorld();
    const sent = (ago: number, a: number, b: number) =>
      post(uplink(ago, 100 - ago, { frm_payload: 'AAA=', decoded_payload: { total_a: a, total_b: b } }));
    await sent(10, 1539, 1510);
    const map = {
      ...{ name: 'IMB', list: '', device: 'end_device_ids.dev_eui', time: 'received_at', interval: 300 },
      numbers: [
        { path: 'uplink_message.decoded_payload.total_a', metric: 'affluenceIn', meaning: 'total', factor: 1 },
        { path: 'uplink_message.decoded_payload.total_b', metric: 'affluenceOut', meaning: 'total', factor: 1 },
      ],
    };
    await ask('mutation ($m: FieldMapInput!) { saveFieldMap(map: $m) { id } }', { m: map });
    await sent(5, 1544, 1514);
    const [sender, ...others] = await senders();
    expect([sender, ...others]).toMatchObject([{ dialect: 'fieldMap', packets: 2 }]);
    await place(sender.id, 'Street door', now - 86_400_000);
    const rows = await stored('24E124660C000001');
    expect([sumOf(rows, 'affluenceIn'), sumOf(rows, 'affluenceOut')]).toEqual([5, 4]);
  });

  const camera = (site: number, hardware: string, ago: number, enters: number) =>
    `<Metrics SiteId="${site}" DeviceId="SD-01"><Properties><MacAddress>${hardware}</MacAddress></Properties><ReportData Interval="1"><Report Date="2026-11-24"><Object Id="0"><Count UnixStartTime="${(now - ago * minute) / 1000}" Enters="${enters}" Exits="0" Status="0"/></Object></Report></ReportData></Metrics>`;
  const [north, south] = ['00:b0:9d:00:10:01', '00:b0:9d:00:10:02'];

  test('cameras of two shops with the same name are two devices', async () => {
    const { post, senders, place, stored } = await openWorld();
    await post(camera(701, north, 10, 4));
    await place((await senders())[0].id, 'Street door', now - 86_400_000);
    expect(await post(camera(702, south, 9, 50))).toMatchObject({ body: { packets: [{ state: 'waiting' }] } });
    expect(sumOf(await stored(`${north}/0`), 'affluenceIn')).toBe(4);
    expect(await stored(`${south}/0`)).toEqual([]);
  });

  test('a camera in place under its former name keeps it, and never gets the counts of another', async () => {
    const { post, senders, place, stored } = await openWorld();
    const { db } = stores.relational;
    await post(camera(701, north, 30, 4));
    const [sender] = await senders();
    // As an earlier version stored it.
    await db.update(deviceSenders).set({ serial: 'SD-01/0' }).where(eq(deviceSenders.id, sender.id));
    await db.update(devicePackets).set({ contents: null }).where(eq(devicePackets.senderId, sender.id));
    await place(sender.id, 'Street door', now - 86_400_000);
    expect(await post(camera(701, north, 20, 3))).toMatchObject({
      body: { packets: [{ device: 'SD-01/0', state: 'accepted' }] },
    });
    expect(await post(camera(702, south, 19, 50))).toMatchObject({ body: { packets: [{ state: 'waiting' }] } });
    expect(sumOf(await stored('SD-01/0'), 'affluenceIn')).toBe(7);
  });

  test('a form with a picture gives the part that is text', async () => {
    const { key, fastify } = await openWorld();
    const parts = (text: string) =>
      Buffer.concat([
        Buffer.from('--MIME_boundary\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'),
        Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x80]),
        Buffer.from(
          '\r\n--MIME_boundary\r\nContent-Disposition: form-data; name="alert.xml"; filename="alert.xml"\r\n',
        ),
        Buffer.from(`Content-Type: application/xml\r\n\r\n${text}\r\n--MIME_boundary--\r\n`),
      ]);
    const send = (payload: Buffer) =>
      fastify.inject({
        ...{ method: 'POST', url: '/ingest/v1/devices', payload },
        headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=MIME_boundary' },
      });
    const answer = await send(parts(packet('hikvision', 1)));
    expect(answer.json()).toMatchObject({ packets: [{ device: 'hikvision-1', state: 'waiting' }] });
    for (const broken of [Buffer.from('--'), Buffer.from('--a b\r\n'), Buffer.from('--x\r\n--x--'), parts('no text')])
      expect((await send(broken)).statusCode).toBe(400);
  });

  test('bodies that only their MQTT topic tells apart are devices of their own', async () => {
    const { packets, scope, senders } = await openWorld();
    const send = (topic: string, body: object) =>
      createMqttIntake(packets).take({ scope, keyId: 3, installationId: null, scopes: ['devices:write'], topic }, [
        JSON.stringify(body),
      ]);
    for (const door of ['north', 'south'])
      expect(await send(`${door}/people`, { people: 4 })).toMatchObject({ ok: true });
    for (const plug of ['plug-1', 'plug-2'])
      await send(`${plug}/status/switch:0`, { id: 0, output: true, aenergy: { total: 4_521 } });
    await send('plug-1/status/switch:1', { id: 1, aenergy: { total: 20 } });
    expect((await senders()).map(({ serial, dialect }: Listed) => [serial, dialect]).sort()).toEqual([
      ['north/people 3', null],
      ['plug-1', 'shelly'],
      ['plug-1/switch:1', 'shelly'],
      ['plug-2', 'shelly'],
      ['south/people 3', null],
    ]);
  });

  test('a body that is damaged at random is stored, or refused with the reason', async () => {
    const { packets, scope, senders } = await openDevicesWorld(stores, { devices: 100_000, bytesWaiting: 1e9 });
    const count = async () => {
      const all: readonly { packets: number; repeats: number }[] = await senders();
      return all.reduce((sum, one) => sum + one.packets + one.repeats, 0);
    };
    const take = (body: string) => packets.take({ scope, installationId: null, keyId: 3 }, body, now);
    let before = 0;
    const damaged = fc.tuple(fc.constantFrom(...sampleIds), fc.nat(), fc.nat(40), fc.string({ maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(damaged, async ([id, place, length, other]) => {
        const text = packet(id, 3);
        const at = place % text.length;
        const outcome = await take(text.slice(0, at) + other + text.slice(at + length));
        const after = await count();
        const results = outcome.ok ? outcome.value.packets : [];
        if (!outcome.ok) expect(outcome.error.message).toMatch(/\w+ .*\./);
        for (const { state, message, device } of results) {
          expect(state).toBe('waiting');
          expect(device).not.toBe('');
          if (message !== undefined) expect(message).toMatch(/\w+ \w+/);
        }
        expect(after - before).toBe(results.length);
        before = after;
      }),
      { numRuns: 150 },
    );
  });

  test.each(['hikvision', 'airthings'] as const)('%s: accepted means stored, however it is damaged', async (id) => {
    const { packets, scope, senders, place } = await openWorld();
    const take = (body: string) => packets.take({ scope, installationId: null, keyId: 3 }, body, now);
    await take(packet(id, 1));
    const [{ id: senderId, serial }] = await senders();
    await place(senderId, id === 'hikvision' ? 'Street door' : 'Hall', now - 86_400_000);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(12), fc.string({ maxLength: 4 }), async (place, length, other) => {
        const text = packet(id, 1);
        const at = place % text.length;
        const outcome = await take(text.slice(0, at) + other + text.slice(at + length));
        const own = outcome.ok ? outcome.value.packets.find((one) => one.device === serial) : undefined;
        if (!outcome.ok || own?.state !== 'accepted') return;
        accepted += 1;
        const { accepted: added, unchanged, corrected, rejected } = outcome.value;
        expect(added + unchanged + corrected + rejected.length > 0 || own.message !== undefined).toBe(true);
      }),
      { numRuns: 100 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  test('a map is tried on all that waits before it is saved, and its fields are those of the packet', async () => {
    const { post, ask, senders } = await openWorld();
    const send = (room: string, ppm: number, ago: number) =>
      post(JSON.stringify({ reading: { room, ppm: `${ppm} ppm`, when: iso(ago) } }));
    await send('A-12', 644, 10);
    await send('A-12', 650, 5);
    await send('B-3', 900, 5);
    await post(JSON.stringify({ sensor: { floor: 3 } }));
    const unnamed = (await senders()).find(({ packets }: { packets: number }) => packets === 3);
    const fields = await ask('query ($s: Int!) { packetFields(senderId: $s) { path value } }', { s: unnamed.id });
    expect(fields.map(({ path }: { path: string }) => path)).toEqual(['reading.room', 'reading.ppm', 'reading.when']);
    const map = {
      ...{ name: 'Rooms', list: '', device: 'reading.room', time: 'reading.when', interval: 300 },
      numbers: [{ path: 'reading.ppm', metric: 'co2', meaning: 'sample', factor: 1 }],
    };
    const source = `query ($m: FieldMapInput!, $id: Int) { fieldMapTrial(map: $m, fieldMapId: $id) {
      tried read devices { device packets numbers { metric at value } } } }`;
    const number = (value: number) => [{ metric: 'co2', at: now - 5 * minute, value }];
    const trial = {
      ...{ tried: 4, read: 3 },
      devices: [
        { device: 'A-12', packets: 2, numbers: number(650) },
        { device: 'B-3', packets: 1, numbers: number(900) },
      ],
    };
    expect(await ask(source, { m: map })).toEqual(trial);
    expect(await senders()).toHaveLength(2);
    const { id } = await ask('mutation ($m: FieldMapInput!) { saveFieldMap(map: $m) { id } }', { m: map });
    expect(await senders()).toHaveLength(3);
    // A saved map is tried in place of itself, another one only on what it leaves.
    expect(await ask(source, { m: map, id })).toEqual(trial);
    expect(await ask(source, { m: map })).toMatchObject({ tried: 1, read: 0 });
    expect(await ask(source, { m: { ...map, numbers: [] } })).toEqual(['numbers takes 1 to 30 fields']);
  });
  test('a trial keeps the first numbers of a packet only, so that many large ones take little memory', async () => {
    const { post, scope } = await openWorld();
    const rows = Array.from({ length: 60 }, (_, n) => ({ door: 'D-1', n }));
    await post(JSON.stringify({ rows }));
    const number = { path: 'n', metric: 'co2', meaning: 'sample', factor: 1 } as const;
    const map = { name: 'Rows', list: 'rows', device: 'door', time: '', interval: 300, numbers: [number] };
    const tried = await tryFieldMap(stores.relational.db, scope, null, map);
    if (!tried.ok) throw new Error(tried.error.message);
    expect(tried.value.devices.map(({ device, packets, numbers }) => [device, packets, numbers.length])).toEqual([
      ['D-1', 1, 30],
    ]);
  });
});
