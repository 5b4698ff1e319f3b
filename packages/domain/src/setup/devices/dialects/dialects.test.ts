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
