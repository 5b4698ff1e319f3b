import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { registerIngestRoutes } from './http/ingest.routes.ts';
import { type MqttBroker, openMqttBroker } from './mqtt/mqtt-broker.ts';
import { createTestIngestion, present, readStoredContents } from './testing/ingest-fixture.ts';
import { connectGateway, isAcknowledged, publicId, secret } from './testing/mqtt-client.ts';

const stores = useTestStores();
const fastify = Fastify();
let broker: MqttBroker;
let overMqtt: (payload: string) => Promise<Record<string, unknown>>;
let end: () => Promise<void>;

beforeAll(async () => {
  const { ingestion, scope, clock } = createTestIngestion(stores.analytics, 47);
  const holder = { scope, keyId: 1, installationId: null, publicId, scopes: ['readings:write'] as const };
  const keys = { verify: async (key: string) => (key === secret ? holder : null) };
  const logError = (message: string, error: unknown) => {
    throw new Error(message, { cause: error });
  };
  registerIngestRoutes(fastify, { ingestion, keys, clock, logError });
  const deps = { ingestion, clock, keys, count: () => {}, logRefusal: () => {}, logError, limits: {} };
  broker = await openMqttBroker(deps, '127.0.0.1', 0);
  const client = await connectGateway(broker.port, {});
  await client.subscribeAsync(`atrium/v1/${publicId}/answers`, { qos: 0 });
  overMqtt = async (payload) => {
    const answer = new Promise<Record<string, unknown>>((resolve) => {
      client.once('message', (_, message) => resolve(JSON.parse(message.toString())));
    });
    expect(await isAcknowledged(client, `atrium/v1/${publicId}/readings`, payload)).toBe(true);
    return answer;
  };
  end = async () => {
    await client.endAsync(true);
    await broker.stop();
  };
});
afterAll(() => end());

async function overHttp(payload: string) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const answer = await fastify.inject({ method: 'POST', url: '/ingest/v1/readings', payload, headers });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
}

const at = '2026-02-28T10:00:00+01:00';
const door = { device: 'PAD-1', metric: 'affluenceIn', at, value: 4, interval: 300 };
const stay = { device: 'CAM-2', metric: 'dwell', at, value: 312.5, weight: 14, interval: 900 };
const place = { device: 'CAM-2', metric: 'presence', at, value: 42, x: 0.31, y: 0.78, interval: 300 };
const air = { device: 'AIR-1', metric: 'co2', at, value: 612.5 };
const power = { device: 'EL-1', metric: 'electricityConsumption', at, value: 1234.567 };

describe('what HTTP rejects, MQTT rejects with the same message, without affecting other readings', () => {
  test.each<[code: string, why: string, raw: unknown]>([
    ['METRIC_NOT_MEASURED', 'air from a pad', { ...air, device: 'PAD-1' }],
    ['METRIC_NOT_MEASURED', 'air from a camera', { ...air, device: 'CAM-1' }],
    ['METRIC_NOT_MEASURED', 'places from a pad', { ...place, device: 'PAD-1' }],
    ['METRIC_NOT_MEASURED', 'people from an air sensor', { ...door, device: 'AIR-1' }],
    ['METRIC_NOT_MEASURED', 'a queue from an air sensor', { ...door, device: 'AIR-1', metric: 'queueLength' }],
    ['METRIC_NOT_MEASURED', 'people from a meter', { ...door, device: 'EL-1' }],
    ['METRIC_NOT_MEASURED', 'power from a pad', { ...power, device: 'PAD-1' }],
    ['METRIC_NOT_MEASURED', 'water from a meter of power', { ...power, metric: 'waterConsumption' }],
    ['VALUE_INVALID', 'half a visitor', { ...door, value: 2.5 }],
    ['VALUE_INVALID', 'half a visitor out', { ...door, metric: 'affluenceOut', value: 0.1 }],
    ['VALUE_INVALID', 'half a passer-by', { ...door, metric: 'footfall', value: 1.5 }],
    ['VALUE_INVALID', 'half a group', { ...door, metric: 'numberOfGroups', value: 1.5 }],
    ['VALUE_INVALID', 'a value in quotes', { ...door, value: '4' }],
    ['VALUE_INVALID', 'no value', { device: 'PAD-1', metric: 'affluenceIn', at, interval: 300 }],
    ['VALUE_OUT_OF_RANGE', 'fewer than nobody', { ...door, value: -1 }],
    ['VALUE_OUT_OF_RANGE', 'more humid than water', { ...air, metric: 'humidity', value: 101 }],
    ['VALUE_OUT_OF_RANGE', 'colder than cold', { ...air, metric: 'temperature', value: -300 }],
    ['DERIVED_METRIC', 'what is computed', { ...door, metric: 'inside' }],
    ['DERIVED_METRIC', 'sales', { ...door, metric: 'turnover' }],
    ['UNKNOWN_METRIC', 'what nobody knows', { ...door, metric: 'steps' }],
    ['UNKNOWN_DEVICE', 'a stranger', { ...door, device: 'PAD-X' }],
    ['DEVICE_REMOVED', 'what was removed', { ...door, device: 'PAD-99', at: '2026-03-01T11:00:00Z' }],
    ['DEVICE_INVALID', 'nobody', { ...door, device: '' }],
    ['TIME_WITHOUT_OFFSET', 'a wall clock', { ...door, at: '2026-02-28T10:00:00' }],
    ['TIME_INVALID', 'a day that is none', { ...door, at: '2026-02-30T10:00:00Z' }],
    ['TIME_IN_FUTURE', 'tomorrow', { ...door, at: '2026-03-02T12:00:00Z' }],
    ['TIME_TOO_OLD', 'the last century', { ...door, at: '1999-12-31T23:00:00Z' }],
    ['KIND_INVALID', 'an amount of people', { ...door, kind: 'amount' }],
    ['KIND_INVALID', 'an unknown kind', { ...power, kind: 'sum' }],
    ['INTERVAL_INVALID', 'an amount without interval', { ...power, kind: 'amount' }],
    ['INTERVAL_INVALID', 'half a second', { ...door, interval: 0.5 }],
    ['INTERVAL_INVALID', 'more than a day', { ...door, interval: 86_401 }],
    ['WEIGHT_INVALID', 'fewer visits than none', { ...stay, weight: -1 }],
    ['VISITOR_INVALID', 'visitors without a name', { ...door, metric: 'uniqueVisitors', value: 1 }],
    ['PLACE_INVALID', 'presence nowhere', { ...place, x: undefined }],
    ['PLACE_INVALID', 'presence beside the plan', { ...place, y: 1.2 }],
    ['UNKNOWN_FIELD', 'a field with a typo', { ...door, gendre: 'female' }],
    ['DESCRIPTOR_INVALID', 'a gender nobody declared', { ...door, gender: 'women' }],
    ['DESCRIPTOR_INVALID', 'the gender of air', { ...air, gender: 'female' }],
    ['MALFORMED', 'a number', 7],
    ['MALFORMED', 'nothing', null],
    ['DEVICE_INVALID', 'an empty object among others', {}],
  ])('%s: %s', async (code, _, raw) => {
    const payload = JSON.stringify([raw, door]);
    const { status, body } = await overHttp(payload);
    const counts = ['accepted', 'unchanged', 'corrected'].map((name) => body[name] as number);
    expect([status, counts.reduce((sum, count) => sum + count)]).toEqual([200, 1]);
    expect(body.rejected).toEqual([{ index: 0, code, message: expect.stringMatching(/\.$/) }]);
    expect(await overMqtt(payload)).toMatchObject({ accepted: 0, unchanged: 1, rejected: body.rejected });
  });
});

test.each([
  [door],
  [stay],
  [place],
  [air],
  [power],
  [{ ...power, kind: 'amount', interval: 900 }],
  [{ ...air, metric: 'binaryOccupancy', value: 1 }],
])('taken: %j', async (raw) => {
  const { status, body } = await overHttp(JSON.stringify([raw]));
  expect([status, body.rejected]).toEqual([200, []]);
  expect(await overMqtt(JSON.stringify([raw]))).toMatchObject({ unchanged: 1, rejected: [] });
});

test.each(['{}', '{"reading":[]}', '{"readings":{}}', '{"value":4}', '[{', '7', '"text"', 'null', ''])(
  'a body that is none: %s',
  async (payload) => {
    expect(await overHttp(payload)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
    expect(await overMqtt(payload)).toMatchObject({ code: 'BAD_INPUT' });
  },
);

test('requests that waited during a pause of the server are rejected, because they may have been sent elsewhere and corrected', async () => {
  const pause = { isOver: false };
  const { ingestion, scope } = createTestIngestion(stores.analytics, 48, {}, () => pause.isOver);
  const sent = [{ device: 'PAD-1', metric: 'affluenceIn', at: '2026-03-01T11:00:00Z', value: 3, interval: 60 }];
  pause.isOver = true;
  const refused = await ingestion.ingestReadings(scope, null, sent, present);
  expect(refused).toMatchObject({ ok: false, error: { code: 'OVERLOADED' } });
  expect(await readStoredContents(stores.analytics, 48)).toEqual([]);
  pause.isOver = false;
  const stored = await ingestion.ingestReadings(scope, null, sent, present);
  expect(stored).toMatchObject({ ok: true, value: { accepted: 1 } });
});
