import { describe, expect, test } from 'vitest';
import { decodeMilesight } from './milesight.ts';
import { readBody } from './registry.ts';

const at = Date.UTC(2026, 10, 24, 13, 45);
const iso = new Date(at).toISOString();
const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
const base64 = (text: string) => btoa(String.fromCharCode(...hex(text)));

/** Reads a body as `device: metric value, …` for each packet. */
function read(body: unknown): readonly string[] | string {
  const found = readBody(JSON.stringify(body), at, []);
  if (!found.ok || !found.value.packets.ok) return JSON.stringify(found);
  return found.value.packets.value.map(({ device, told }) => {
    const numbers = told.map((one) => `${one.metric} ${'value' in one ? one.value : 'total' in one ? one.total : 1}`);
    return `${device}: ${numbers.join(', ')}`;
  });
}

const uplink = (port: number, payload: string) => ({
  end_device_ids: { dev_eui: 'A1' },
  uplink_message: { f_port: port, f_cnt: 4, frm_payload: base64(payload), received_at: iso },
});

describe('LoRaWAN payloads of other makers', () => {
  test.each([
    ['Elsys ERS CO2', 5, '0100e202290400270506060308070d62', 'temperature 22.6, humidity 41, luminosity 39, co2 776'],
    ['Elsys with pressure', 5, '01ffce021e14000f7701', 'temperature -5, humidity 30, pressure 1013.505'],
    ['an Elsys payload on another port', 6, '0100e20229', ''],
    ['an Elsys payload that is cut off', 5, '0100e20229040', ''],
    ['an Elsys payload with an implausible climate', 5, '01756402ff', ''],
    ['Dragino LHT65', 2, 'cbf60b0d0376010add7fff', 'temperature 28.29, humidity 88.6'],
    ['Dragino below zero', 2, 'cbf6ff380190010add7fff', 'temperature -2, humidity 40'],
    ['Dragino without a measurement', 2, 'cbf67fff0fff010add7fff', ''],
    ['a Dragino payload with an implausible battery', 2, '00640b0d0376010add7fff', ''],
    [
      'Milesight EM500-CO2',
      85,
      '01756403671901046873057d670406736827',
      'temperature 28.1, humidity 57.5, co2 1127, pressure 1008.8',
    ],
    ['Milesight WS523', 85, '0374b008048001000000058164068390010000', 'electricityConsumption 0.4'],
  ])('%s', (_, port, payload, expected) => {
    expect(read(uplink(port, payload))).toEqual([`A1: ${expected}`]);
  });

  test.each([
    [
      'AM307',
      '20ce7b3af164ee007c000102a80325006627',
      ['temperature 23.8', 'humidity 62', 'co2 936', 'pressure 1008.6'],
    ],
    [
      'AM308 with tVOC in µg/m³',
      '21ce7b3af164ee007c000102a8032500662720003000',
      ['temperature 23.8', 'humidity 62', 'co2 936', 'tvoc 37', 'pressure 1008.6', 'pm25 32', 'pm10 48'],
    ],
    [
      'AM319',
      '20ce7b3af164ee007c000102a80325006627050020003000',
      ['temperature 23.8', 'humidity 62', 'co2 936', 'pressure 1008.6', 'hcho 0.05', 'pm25 32', 'pm10 48'],
    ],
  ])('the history of an %s', (_, payload, expected) => {
    const told = decodeMilesight(hex(payload), at)?.told ?? [];
    expect(told.map((one) => `${one.metric} ${'value' in one ? one.value : ''}`)).toEqual(expected);
    expect(new Set(told.map((one) => 'at' in one && one.at))).toEqual(new Set([1_693_530_747_000]));
  });

  test('decoded fields of Dragino and Terabee', () => {
    const decoded = (object: object) => read({ deviceInfo: { devEui: 'A2' }, time: iso, object });
    expect(decoded({ TempC_SHT: 21.5, Hum_SHT: 40, BatV: 3.1 })).toEqual(['A2: temperature 21.5, humidity 40']);
    expect(decoded({ count_in: 12, count_out: 9 })).toEqual(['A2: affluenceIn 12, affluenceOut 9']);
  });
});

describe('webhooks and pushes', () => {
  test.each<[string, unknown, readonly string[]]>([
    [
      'Airthings: several sensors, one in Fahrenheit, and numbers as text',
      {
        type: 'airthings-webhook-cloudevent-sample-feed',
        data: [
          { serialNumber: '2969013284', recorded: '2026-11-24T13:45:00', temp: '21.5', humidity: 40, tempUnit: 'c' },
          { serialNumber: '2969013285', recorded: '2026-11-24T13:45:00', temp: 71.6, co2: 700, tempUnit: 'f' },
        ],
      },
      ['2969013284: temperature 21.5, humidity 40', '2969013285: temperature 22, co2 700'],
    ],
    [
      'Airthings: a feed of its hub has no samples',
      {
        type: 'airthings-webhook-cloudevent-hub-meta-data-feed',
        data: [{ serialNumber: '2820006349', recorded: '2026-11-24T13:45:00', lastSeenDevices: ['2969013284'] }],
      },
      ['2820006349: '],
    ],
    [
      'Awair: its cloud lists sensors by component',
      {
        deviceUUID: 'awair-element_1',
        data: [
          {
            timestamp: iso,
            score: 88,
            sensors: [
              { comp: 'temp', value: 25.1 },
              { comp: 'humid', value: 37.2 },
              { comp: 'voc', value: 119 },
              { comp: 'co2', value: 597 },
            ],
          },
        ],
      },
      ['awair-element_1: temperature 25.1, humidity 37.2, co2 597'],
    ],
    [
      'Terabee M before its clock is set',
      { uid: 'pcm807d3a86224b', time: '946685671', type: 'counters', value: { in: 34, out: 17 } },
      ['pcm807d3a86224b: affluenceIn 34, affluenceOut 17'],
    ],
    [
      'Density: an event sent twice is one person, and a direction of 0 nobody',
      [
        { id: 'psg_1', doorway_id: 'drw_1', direction: 1, timestamp: iso },
        { id: 'psg_1', doorway_id: 'drw_1', direction: 1, timestamp: iso },
        { id: 'psg_2', doorway_id: 'drw_2', direction: -1, timestamp: iso },
        { id: 'psg_3', doorway_id: 'drw_2', direction: 0, timestamp: iso },
      ],
      ['drw_1: affluenceIn 1', 'drw_2: affluenceOut 1'],
    ],
    [
      'IMBuildings over NB-IoT, beside a report of another resource',
      {
        reports: [
          { serialNumber: 'IMEI:1', timestamp: at, resourcePath: 'device/0/battery', value: '2.9' },
          {
            ...{ serialNumber: 'IMEI:1', timestamp: at, resourcePath: 'uplinkMsg/0/data' },
            value: '0204e8eb1b4f131d00010b8f202302031035000003000200',
          },
        ],
      },
      ['IMEI:1: affluenceIn 3, affluenceOut 2'],
    ],
  ])('%s', (_, body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  test('a time that was recorded counts, not the time of the webhook', () => {
    const body = {
      ...{ type: 'airthings-webhook-cloudevent-sample-feed', time: '2026-11-24T14:00:00Z' },
      data: [{ serialNumber: '1', recorded: '2026-11-24T13:45:00', co2: 700 }],
    };
    const found = readBody(JSON.stringify(body), at + 900_000, []);
    expect(found).toMatchObject({ value: { packets: { value: [{ told: [{ at, value: 700 }] }] } } });
  });
});
