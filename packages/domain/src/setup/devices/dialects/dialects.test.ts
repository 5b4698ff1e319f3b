import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldMap } from '../index.ts';
import { buildSample, type Moment, type SampleId, sampleIds } from '../samples.ts';
import { decodeMilesight } from './milesight.ts';
import { readBody } from './registry.ts';

const at = Date.UTC(2026, 10, 24, 13, 45);
const moment: Moment = {
  device: '44:19:b6:0e:71:c2',
  name: 'Street door',
  at,
  interval: 900,
  entered: 5,
  left: 4,
  passed: 61,
  enteredInAll: 105,
  leftInAll: 99,
  sequence: 7,
};
const from = at - 900_000;
const counts = [
  { kind: 'period', metric: 'affluenceIn', from, to: at, value: 5 },
  { kind: 'period', metric: 'affluenceOut', from, to: at, value: 4 },
];

/** Returns the packets of a body, or why it is not understood. */
function understand(text: string, received: number, maps: readonly FieldMap[]) {
  const body = readBody(text, received, maps);
  return body.ok ? body.value.packets : body;
}

function read(text: string, maps: readonly FieldMap[] = [], received = at + 20_000) {
  const packets = understand(text, received, maps);
  if (!packets.ok) throw new Error(packets.error);
  return packets.value;
}

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

describe('each dialect says the same moment', () => {
  test.each<[SampleId, string, readonly object[]]>([
    [
      'thingsStack',
      moment.device,
      [
        { kind: 'total', metric: 'affluenceIn', at, total: 105, since: 5 },
        { kind: 'total', metric: 'affluenceOut', at, total: 99, since: 4 },
      ],
    ],
    [
      'chirpStack',
      moment.device,
      [
        { kind: 'sample', metric: 'temperature', at, value: 21.5 },
        { kind: 'sample', metric: 'humidity', at, value: 47 },
        { kind: 'sample', metric: 'co2', at, value: 540 },
      ],
    ],
    [
      'actility',
      moment.device,
      [
        { kind: 'total', metric: 'affluenceIn', at, total: 105, since: 5 },
        { kind: 'total', metric: 'affluenceOut', at, total: 99, since: 4 },
      ],
    ],
    [
      'helium',
      moment.device,
      [
        { kind: 'sample', metric: 'temperature', at, value: 21.5 },
        { kind: 'sample', metric: 'humidity', at, value: 47 },
        { kind: 'sample', metric: 'co2', at, value: 540 },
      ],
    ],
    ['axis', moment.device, counts],
    ['xovis', `${moment.device}/1`, counts],
    ['hikvision', moment.device, [...counts, { kind: 'period', metric: 'footfall', from, to: at, value: 61 }]],
    ['brickstream', `${moment.device}/0`, counts],
    ['vivotek', `${moment.device}/Street door`, counts],
    ['shelly', moment.device, [{ kind: 'sample', metric: 'electricityConsumption', at, value: 5.25 }]],
  ])('%s', (id, device, told) => {
    expect(read(buildSample(id, moment).text)).toMatchObject([{ dialect: id, device, told }]);
  });

  test('footfallCam reports people one by one, and ignores other objects', () => {
    const [camera] = read(buildSample('footfallCam', moment).text);
    const told = camera?.told.map((one) => one.kind === 'crossing' && `${one.metric} ${one.at}`) ?? [];
    expect(new Set(told).size).toBe(9);
    expect(told.filter((one) => String(one).startsWith('affluenceIn'))).toHaveLength(5);
    const cart = { CameraSerial: 'c', CombineObjectTypeId: 3, MetricId: 1, EventEndTime: 1_669_351_669 };
    expect(read(JSON.stringify(cart))).toMatchObject([{ device: 'c', told: [] }]);
  });
});

describe('what formats leave open', () => {
  test.each<[string, object]>([
    ['a test of the connection', { connection_test: true }],
    ['a device that joins', { end_device_ids: { device_id: 'a' }, join_accept: {} }],
    ['a device that joins', { deviceInfo: { devEui: 'a' } }],
  ])('%s is understood, and says nothing', (_, body) => {
    expect(read(JSON.stringify(body))).toEqual([]);
  });

  test('a count of 0 that The Things Stack leaves out is 0', () => {
    expect(read(buildSample('thingsStack', { ...moment, sequence: 0 }).text)).toMatchObject([{ sequence: 0 }]);
  });

  test('decoded objects speak where our own decoders do not', () => {
    const body = { deviceInfo: { devEui: 'a' }, time: '2026-11-24T13:45:00.123456789Z', object: { people_in: 3 } };
    expect(read(JSON.stringify(body))).toMatchObject([
      { told: [{ kind: 'since', metric: 'affluenceIn', at: at + 123, value: 3 }] },
    ]);
  });

  test('an offset that a camera writes is doubted, unless it says that it sends late', () => {
    const { text } = buildSample('hikvision', moment);
    expect(read(text.replaceAll('+00:00', '+08:00'))).toMatchObject([{ doubtfulOffset: 480 }]);
    expect(read(text.replaceAll('+00:00', '-05:30'))).toMatchObject([{ doubtfulOffset: -330 }]);
    const late = text.replace('<enter>', '<isDataRetransmission>true</isDataRetransmission><enter>');
    expect(read(late)).toMatchObject([{ doubtfulOffset: null }]);
  });

  test('realTime contains totals', () => {
    const text = buildSample('hikvision', moment)
      .text.replace('timeRange', 'realTime')
      .replace(/<TimeRange>[\s\S]*<\/TimeRange>/, '<RealTime><time>2026-11-24T13:45:00+00:00</time></RealTime>');
    expect(read(text)[0]?.told[0]).toEqual({ kind: 'total', metric: 'affluenceIn', at, total: 5, since: null });
  });

  test('a count whose status says that the device did not see all of it is not believed', () => {
    const text = buildSample('brickstream', moment).text.replace('Status="0"', 'Status="1"');
    expect(read(text)).toMatchObject([{ told: [] }]);
  });
});

describe('what devices send in the field', () => {
  const iso = (ago: number) => new Date(at - ago * 60_000).toISOString();
  const minute = (ago: number) => ({ from: at - ago * 60_000, to: at - (ago - 1) * 60_000 });

  test('Xovis firmware 3 and 4: counts of a line by minute', () => {
    const body = {
      'sensor-time': { timezone: 'Europe/Zurich', time: iso(1) },
      content: {
        element: [
          {
            'element-id': 0,
            'element-name': 'Line 0',
            'data-type': 'LINE',
            measurement: [
              {
                from: iso(3),
                to: iso(2),
                value: [
                  { value: 3, label: 'fw' },
                  { value: 1, label: 'bw' },
                ],
              },
            ],
          },
        ],
      },
      'sensor-info': { 'serial-number': '80:1F:12:00:00:01', name: 'Entrance', 'device-type': 'PC2S - UL' },
    };
    expect(read(JSON.stringify(body))).toMatchObject([
      {
        ...{ dialect: 'xovis', device: '80:1F:12:00:00:01/0', name: 'Line 0', model: 'PC2S - UL' },
        told: [
          { kind: 'period', metric: 'affluenceIn', ...minute(3), value: 3 },
          { kind: 'period', metric: 'affluenceOut', ...minute(3), value: 1 },
        ],
      },
    ]);
  });

  test('Xovis 5 without sensor info: kept under its agent and logic, and the reason says what to switch on', () => {
    const text = JSON.stringify({ logics_data: { package_info: { id: 31, agent_id: 1008 }, logics: [{ id: 2 }] } });
    const body = readBody(text, at, []);
    expect(body).toMatchObject({ value: { guessedDevice: 'agent 1008/2', packets: { ok: false } } });
    expect(understand(text, at, [])).toMatchObject({ error: expect.stringContaining("'sensor info'") });
  });

  test('a Hikvision retransmission that says so beside the counts is not doubted', () => {
    const { text } = buildSample('hikvision', moment);
    const late = text
      .replaceAll('+00:00', '+08:00')
      .replace('</peopleCounting>', '</peopleCounting><isDataRetransmission>true</isDataRetransmission>');
    expect(read(late)).toMatchObject([{ doubtfulOffset: null }]);
  });

  test('FootfallCam of 2025 names the DeviceSerial', () => {
    const event = { DeviceSerial: 'ecd5cc5700000001', MetricId: 1, CombineObjectTypeId: 11, PeopleId: 1 };
    expect(read(JSON.stringify({ ...event, EventEndTime: 1_795_772_191 }))).toMatchObject([
      { device: 'ecd5cc5700000001', told: [{ kind: 'crossing', metric: 'affluenceIn', at: 1_795_772_191_001 }] },
    ]);
  });

  test('ChirpStack 3: an address in base64 or hex, and a decoder’s result as text', () => {
    const body = {
      applicationID: '2',
      deviceName: 'hall',
      devEUI: 'JOEkAAAAAAE=',
      fCnt: 261,
      data: 'A9JIAAAABNLIAAAA',
    };
    expect(read(JSON.stringify(body))).toMatchObject([
      {
        dialect: 'chirpStack',
        device: '24e1240000000001',
        name: 'hall',
        sequence: 261,
        told: [{ total: 72 }, { total: 200 }],
      },
    ]);
    const decoded = { applicationID: '2', devEUI: '24e1240000000002', objectJSON: '{"co2": 640}' };
    expect(read(JSON.stringify(decoded))).toMatchObject([
      { device: '24e1240000000002', told: [{ metric: 'co2', value: 640 }] },
    ]);
  });

  test.each<[string, object, readonly (readonly [string, string, number])[]]>([
    [
      'the second switch of a Pro 4PM',
      { 'switch:1': { aenergy: { total: 4521.7 } } },
      [['shelly-1/switch:1', 'electricityConsumption', 4.5217]],
    ],
    [
      'both channels of a Pro EM-50, one of which returns energy',
      { 'em1data:0': { total_act_energy: 7000 }, 'em1data:1': { total_act_energy: 9000, total_act_ret_energy: 20 } },
      [
        ['shelly-1', 'electricityConsumption', 7],
        ['shelly-1/em1data:1', 'electricityConsumption', 9],
        ['shelly-1/em1data:1/returned', 'electricityProduction', 0.02],
      ],
    ],
    [
      'three phases together',
      { 'emdata:0': { total_act: 100, a_total_act_energy: 40, total_act_ret: 0 } },
      [['shelly-1', 'electricityConsumption', 0.1]],
    ],
    ['only a state', { 'switch:0': { output: true } }, []],
  ])('Shelly: %s', (_, params, expected) => {
    const packets = read(
      JSON.stringify({ src: 'shelly-1', method: 'NotifyStatus', params: { ts: at / 1000, ...params } }),
    );
    expect(
      packets.flatMap(({ device, told }) => told.map((one) => [device, one.metric, 'value' in one && one.value])),
    ).toEqual(expected);
    expect(packets.length).toBeGreaterThan(0);
  });

  describe('Brickstream', () => {
    const camera = (attributes: string, properties: string, count: string) =>
      `<Metrics SiteId="701" Sitename="Plaza" DeviceId="SD-01"${attributes}><Properties>${properties}</Properties><ReportData Interval="1"><Report Date="2026-11-24"><Object Id="0"><Count ${count} Enters="4" Exits="1" Status="0"/></Object></Report></ReportData></Metrics>`;
    const known = `UnixStartTime="${(at - 60_000) / 1000}"`;

    test.each([
      [
        'its serial number',
        '<SerialNumber>13130001</SerialNumber><MacAddress>00:b0:9d:00:10:01</MacAddress>',
        '13130001/0',
      ],
      ['its MAC address', '<MacAddress>00:b0:9d:00:10:01</MacAddress>', '00:b0:9d:00:10:01/0'],
      ['its site and name', '', '701/SD-01/0'],
    ])('is identified by %s, and known by its name from before', (_, properties, device) => {
      expect(read(camera('', properties, known))).toMatchObject([
        { device, formerDevice: 'SD-01/0', told: [{ value: 4, to: at }, { value: 1 }] },
      ]);
    });

    test('with Unix time 0 is read by its wall clock and offset, or not at all', () => {
      const count = 'StartTime="15:44:00" EndTime="15:45:00" UnixStartTime="0"';
      const zone = '<Timezone>1</Timezone><DST>1</DST>';
      expect(read(camera('', zone, count))).toMatchObject([{ told: [{ from: at - 60_000, to: at, value: 4 }, {}] }]);
      expect(read(camera('', '', count))).toMatchObject([{ told: [] }]);
    });
  });

  test('an IMBuildings counter is read if the payload has the address of its sender', () => {
    const uplink = (eui: string) => ({
      end_device_ids: { dev_eui: eui },
      uplink_message: { frm_payload: 'AgYABKMLAPa1aQgA+AADAAIgBgMF5mE=', received_at: new Date(at).toISOString() },
    });
    expect(read(JSON.stringify(uplink('0004A30B00F6B569')))).toMatchObject([
      {
        told: [
          { metric: 'affluenceIn', total: 1539, since: 3 },
          { metric: 'affluenceOut', total: 1510, since: 2 },
        ],
      },
    ]);
    expect(read(JSON.stringify(uplink('0004A30B00F6B5AA')))).toMatchObject([{ told: [] }]);
  });

  test('bodies without any name share a sender only if they have the same form', () => {
    const sender = (value: unknown) => {
      const body = readBody(JSON.stringify(value), at, []);
      return body.ok ? body.value.guessedDevice : null;
    };
    expect(sender({ reading: { room: 'A', ppm: 1 } })).toBe(sender({ reading: { room: 'B', ppm: 900 } }));
    expect(sender({ reading: { room: 'A', ppm: 1 } })).not.toBe(sender({ reading: { hall: 'A', ppm: 1 } }));
    expect(sender({ values: [{ direction: 'forward' }] })).toMatch(/^json [0-9a-f]{8}$/);
    expect(sender({ live_data: { package_info: { agent_id: 1005 } } })).toBe('agent 1005');
    expect(sender({ data: { device: { 'Serial-Number': 'x-1' } } })).toBe('x-1');
  });
});

describe("Milesight's payloads, by its published examples", () => {
  test.each([
    [
      '01755c03673401046865056a490006651c0079001400077de704087d070009733f27',
      'temperature 30.8, humidity 50.5, co2 1255, pressure 1004.7, luminosity 28',
    ],
    ['0175640367180104686d077dc501', 'temperature 28, humidity 54.5, co2 453'],
    [
      '03d24800000004d2c800000006d20000000007d20000000009d2000000000ad2000000000cd2b41400000dd28d1a0000',
      'affluenceIn 5372, affluenceOut 6997',
    ],
    ['05cc0000000008cc000000000bcc000000000ecc05000700', 'affluenceIn 5, affluenceOut 7'],
    ['05cc02000100', 'affluenceIn 2, affluenceOut 1'],
    ['04cc1200160005cc13001400', 'affluenceIn 18, affluenceOut 22'],
    ['84cc011108110185cce803e90301', 'affluenceIn 4353, affluenceOut 4360'],
    ['836736010104687c077db803', 'temperature 31, humidity 62, co2 952'],
    ['20ce7b3af164000b000400', 'affluenceIn 11, affluenceOut 4'],
    ['20ceff3df16401070002001d000800', 'affluenceIn 29, affluenceOut 8'],
    [
      '20ce7b3af164ee007c000102a803250066272000300020ce7f3af164ee007c000102a80325006627200030000367ee00',
      'temperature 23.8, humidity 62, co2 936, pressure 1008.6, pm25 32, pm10 48, temperature 23.8, humidity 62, co2 936, pressure 1008.6, pm25 32, pm10 48, temperature 23.8',
    ],
    ['0fe302100709', ''],
    ['10e4010910112110e40275217533', ''],
    ['ff0101ff086600b0940976ff090100ff1f1f07004b', ''],
  ])('%s', (payload, expected) => {
    const decoded = decodeMilesight(hex(payload), at);
    const shown = decoded?.told.map(
      (one) => `${one.metric} ${'total' in one ? one.total : 'value' in one ? one.value : ''}`,
    );
    expect(shown?.sort()).toEqual(expected.split(', ').filter(Boolean).sort());
  });

  test('values that were kept have their own time', () => {
    const [kept] = decodeMilesight(hex('20ce7b3af164000b000400'), at)?.told ?? [];
    expect(kept).toEqual({ kind: 'since', metric: 'affluenceIn', at: 1_693_530_747_000, value: 11 });
  });

  test('a payload with an unknown channel, or cut off, is discarded as a whole', () => {
    expect(decodeMilesight(hex('036734019911'), at)).toBeNull();
    expect(decodeMilesight(hex('0367'), at)).toBeNull();
  });
});

describe('field maps', () => {
  const map: FieldMap = {
    name: 'Gates',
    list: 'doors',
    device: 'id',
    time: 'at',
    interval: 300,
    numbers: [{ path: 'count.in', metric: 'affluenceIn', meaning: 'period', factor: 1 }],
  };
  test('read an unknown format', () => {
    const body = { doors: [{ id: 'gate-2', at: '2026-11-24T13:45:00Z', count: { in: 4 } }] };
    expect(read(JSON.stringify(body), [map])).toMatchObject([
      { dialect: 'fieldMap', device: 'gate-2', told: [{ from: at - 300_000, to: at, value: 4 }] },
    ]);
    const xml = '<doors><id>gate-2</id><at>2026-11-24T13:45:00Z</at><count><in>4</in></count></doors>';
    expect(read(xml, [map])).toMatchObject([{ device: 'gate-2', told: [{ value: 4 }] }]);
  });
  test('read what a network forwards of a sensor that is not known, with its frame counter', () => {
    const body = {
      end_device_ids: { dev_eui: 'A1' },
      uplink_message: { f_cnt: 98, decoded_payload: { total_a: 1544 }, received_at: '2026-11-24T13:45:00Z' },
    };
    const counter = {
      ...{ ...map, list: '', device: 'end_device_ids.dev_eui', time: 'uplink_message.received_at' },
      numbers: [
        { path: 'uplink_message.decoded_payload.total_a', metric: 'affluenceIn', meaning: 'total', factor: 1 } as const,
      ],
    };
    expect(read(JSON.stringify(body))).toMatchObject([{ dialect: 'thingsStack', device: 'A1', told: [] }]);
    expect(read(JSON.stringify(body), [counter])).toMatchObject([
      { dialect: 'fieldMap', device: 'A1', sequence: 98, isFrame: true, told: [{ kind: 'total', at, total: 1544 }] },
    ]);
  });
  test.each<[string, unknown, string, number | null]>([
    ['an item of a list', { items: [{ count: 4 }, { count: 9 }] }, 'items[1].count', 9],
    [
      'the item with a field',
      {
        items: [
          { way: 'out', n: 2 },
          { way: 'in', n: 5 },
        ],
      },
      'items[way=in].n',
      5,
    ],
    ['a field with brackets in its name', { 'in[0]': 3, in: [8] }, 'in[0]', 3],
    ['an item that is not there', { items: [{ way: 'out', n: 2 }] }, 'items[way=in].n', null],
    ['a number with its unit', { in: '12 people' }, 'in', 12],
    ['a text with two numbers', { in: '12 of 40' }, 'in', null],
    ['a text whose number is ambiguous', { in: '1,234 people' }, 'in', null],
    ['a date', { in: '2026-11-24' }, 'in', null],
  ])('read %s', (_, body, path, expected) => {
    const numbers = [{ path, metric: 'affluenceIn', meaning: 'period', factor: 1 } as const];
    const constant = { ...map, list: '', device: '=North door', time: '', numbers };
    const text = JSON.stringify(body);
    const packets = understand(text, at, [constant]);
    if (expected === null) expect(packets.ok).toBe(false);
    else expect(packets).toMatchObject({ value: [{ device: 'North door', told: [{ value: expected }] }] });
  });
  test('never where a dialect speaks', () => {
    expect(read(buildSample('xovis', moment).text, [{ ...map, list: '', device: 'logics_data' }])[0]?.dialect).toBe(
      'xovis',
    );
  });
});

describe('whatever is sent', () => {
  test.each([
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<a><b></a>',
    `${'<a>'.repeat(2000)}${'</a>'.repeat(2000)}`,
    `<a>${'<b/>'.repeat(24_000)}</a>`,
    `<a>${'<b></b>'.repeat(12_000)}</a>`,
    `<a ${Array.from({ length: 11_000 }, (_, index) => `a${index}=""`).join(' ')}/>`,
    `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
    `[${'0,'.repeat(30_000)}0]`,
    '{',
    '',
    `"${'x'.repeat(200_000)}"`,
  ])('%.40s is refused in words', (text) => {
    expect(understand(text, at, [])).toMatchObject({ ok: false });
  });

  test('a body beyond the limits is not parsed', () => {
    expect(readBody(`<a>${'<b/>'.repeat(24_000)}</a>`, at, [])).toMatchObject({ ok: false });
    expect(readBody(`<a>${'<b/>'.repeat(2_900)}</a>`, at, [])).toMatchObject({ ok: true });
    expect(readBody(`[${'['.repeat(30)}${']'.repeat(30)}]`, at, [])).toMatchObject({ ok: false });
    expect(readBody(`[${'0,'.repeat(19_000)}0]`, at, [])).toMatchObject({ ok: true });
  });

  test('an entity stays the text it is', () => {
    const text = buildSample('hikvision', { ...moment, name: 'door' }).text.replace('door', '&lt;b&gt;');
    expect(read(text)[0]?.name).toBe('&lt;b&gt;');
  });

  test('gives packets or a sentence, and never throws', () => {
    const map: FieldMap = { name: 'any', list: 'a', device: 'b', time: '', interval: 60, numbers: [] };
    const known = fc.constantFrom(...sampleIds).map((id) => buildSample(id, moment).text);
    // Valid bodies with one of their values replaced.
    const mutated = fc.tuple(known, fc.nat(), fc.oneof(fc.json(), fc.string())).map(([text, place, other]) => {
      const values = [...text.matchAll(/(?<=[>:"])[^<>{}",:]+(?=[<",}])/g)];
      const hit = values[place % Math.max(1, values.length)];
      return hit === undefined ? other : text.slice(0, hit.index) + other + text.slice(hit.index + hit[0].length);
    });
    const keys = fc.constantFrom('end_device_ids', 'deviceInfo', 'logics_data', 'Source', 'Data', 'src', 'a', 'b');
    const shapes = fc.dictionary(keys, fc.jsonValue()).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(mutated, shapes, fc.string(), fc.json()), (text) => {
        const result = understand(text, at, [map]);
        if (result.ok) for (const { device } of result.value) expect(device).toMatch(/^[^\p{Cc}]{1,128}$/u);
        else expect(result.error.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});
