import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { measureIngestion } from './ingest-metrics.ts';
import { createTestIngestion, present, readStoredContents } from './testing/ingest-fixture.ts';

const stores = useTestStores();

const reading = { device: 'PAD-1', metric: 'affluenceIn', at: '2026-02-28T10:00:00+01:00', value: 4, interval: 300 };

test('a reading sent again is unchanged, with another value it corrects', async () => {
  const { ingestion, scope, bus } = createTestIngestion(stores.analytics, 11);
  const send = (...raw: unknown[]) => ingestion.ingestReadings(scope, null, raw, present);
  expect(await send(reading)).toMatchObject({ value: { accepted: 1, unchanged: 0, corrected: 0, rejected: [] } });
  expect(await send(reading)).toMatchObject({ value: { accepted: 0, unchanged: 1, corrected: 0 } });
  expect(await send({ ...reading, value: 5 })).toMatchObject({ value: { accepted: 0, unchanged: 0, corrected: 1 } });
  expect(await readStoredContents(stores.analytics, 11)).toMatchObject([
    { value: 5, interval: 300, at: Date.UTC(2026, 1, 28, 9) },
  ]);
  expect(bus.stored).toHaveLength(2);
  expect(bus.stored[0]).toEqual({
    organizationId: 11,
    installationId: 111,
    deviceIds: [11_001],
    metrics: ['affluenceIn'],
    from: Date.UTC(2026, 1, 28, 9),
    to: Date.UTC(2026, 1, 28, 9) + 1,
  });
});

test('an amount and a register of one time are two readings, each resent without effect and corrected once', async () => {
  const { ingestion, scope } = createTestIngestion(stores.analytics, 16);
  const send = (...raw: unknown[]) => ingestion.ingestReadings(scope, null, raw, present);
  const register = { device: 'EL-1', metric: 'electricityConsumption', at: reading.at, value: 812.5 };
  const amount = { ...register, kind: 'amount', value: 0.25, interval: 900 };
  expect(await send(register, amount)).toMatchObject({ value: { accepted: 2, rejected: [] } });
  expect(await send(amount, { ...register, kind: 'register' })).toMatchObject({ value: { accepted: 0, unchanged: 2 } });
  expect(await send({ ...amount, value: 0.5 })).toMatchObject({ value: { corrected: 1 } });
  expect(await readStoredContents(stores.analytics, 16)).toMatchObject([
    { value: 812.5, interval: 0, descriptors: '' },
    { value: 0.5, interval: 900, descriptors: 'kind=amount' },
  ]);
});

test('a reading that does not state its kind is what its meter declares', async () => {
  const { ingestion, scope } = createTestIngestion(stores.analytics, 17);
  const send = (...raw: unknown[]) => ingestion.ingestReadings(scope, null, raw, present);
  const plain = {
    device: 'EL-51',
    metric: 'electricityConsumption',
    at: reading.at,
    value: 2,
    electricityUse: 'other',
  };
  expect(await send(plain, { ...plain, kind: 'register' })).toMatchObject({ value: { accepted: 2 } });
  expect(await send({ ...plain, kind: 'amount', interval: 900 })).toMatchObject({ value: { unchanged: 1 } });
  const status = { device: 'EL-51', metric: 'deviceStatus', at: reading.at, value: 0 };
  expect(await send(status)).toMatchObject({ value: { accepted: 1 } });
  const stored = await readStoredContents(stores.analytics, 17);
  expect(stored.map(({ descriptors, interval }) => [descriptors, interval])).toEqual([
    ['', 0],
    ['electricityUse=other', 0],
    ['electricityUse=other;kind=amount', 900],
  ]);
});

test('outcomes of readings are exported as metrics', async () => {
  const { ingestion, scope } = createTestIngestion(stores.analytics, 15);
  const registry = new Registry();
  measureIngestion(ingestion, registry);
  const send = (...raw: unknown[]) => ingestion.ingestReadings(scope, null, raw, present);
  await send(reading, { ...reading, at: '2026-02-28T10:05:00+01:00' }, { ...reading, device: 'NOBODY' });
  await send(reading);
  await send({ ...reading, value: 7 });
  const told = (await registry.metrics()).split('\n').filter((line) => line.startsWith('atrium_'));
  expect(told).toEqual([
    'atrium_ingest_waiting_readings 0',
    'atrium_ingest_readings_total{outcome="accepted"} 2',
    'atrium_ingest_readings_total{outcome="unchanged"} 1',
    'atrium_ingest_readings_total{outcome="corrected"} 1',
    'atrium_ingest_readings_total{outcome="rejected"} 1',
  ]);
});

test('floats survive the way into the store and back to the last bit', async () => {
  const { ingestion, scope } = createTestIngestion(stores.analytics, 12);
  const values = [0.1 + 0.2, 1 / 3, 23.700000000000003, 5e-324, 99.99999999999999, 27.272, 4.35, 0.000123456789012345];
  // Meter values of every magnitude, with all digits of a double.
  const meter = Array.from({ length: 5_000 }, (_, index) => ({
    device: 'EL-2',
    metric: 'electricityConsumption',
    at: new Date(present - index * 60_000).toISOString(),
    value: Math.abs(Math.sin(index + 1)) * 10 ** (index % 12),
  }));
  expect(await ingestion.ingestReadings(scope, null, meter, present)).toMatchObject({ value: { accepted: 5_000 } });
  expect(await ingestion.ingestReadings(scope, null, meter, present)).toMatchObject({ value: { unchanged: 5_000 } });
  const raw = values.map((value, index) => ({
    device: 'AIR-1',
    metric: 'humidity',
    at: new Date(present - index * 60_000).toISOString(),
    value,
  }));
  const places = values.map((value, index) => ({
    device: 'CAM-1',
    metric: 'presence',
    at: new Date(present).toISOString(),
    value,
    x: index / 7,
    y: 1 - index / 9,
  }));
  expect(await ingestion.ingestReadings(scope, null, [...raw, ...places], present)).toMatchObject({
    value: { accepted: 16 },
  });
  expect(await ingestion.ingestReadings(scope, null, [...raw, ...places], present)).toMatchObject({
    value: { unchanged: 16 },
  });
});

test.each([
  ['finest first', [300, 900, 3600]],
  ['finest last', [3600, 900, 300]],
  ['finest between', [900, 300, 3600]],
])('of readings that begin together the finest is kept: %s', async (name, intervals) => {
  const organization = 140 + name.length;
  const { ingestion, scope } = createTestIngestion(stores.analytics, organization);
  for (const interval of intervals)
    await ingestion.ingestReadings(scope, null, [{ ...reading, interval, value: interval / 300 }], present);
  // The finest also wins within one request, and can still be corrected.
  const other = { ...reading, device: 'PAD-3' };
  await ingestion.ingestReadings(
    scope,
    null,
    [...intervals, 300].map((interval) => ({ ...other, interval, value: interval })),
    present,
  );
  expect(await readStoredContents(stores.analytics, organization)).toMatchObject([
    { interval: 300, value: 1 },
    { interval: 300, value: 300 },
  ]);
  await ingestion.ingestReadings(scope, null, [{ ...other, value: 7 }], present);
  expect(await readStoredContents(stores.analytics, organization)).toMatchObject([
    { interval: 300, value: 1 },
    { interval: 300, value: 7 },
  ]);
});
