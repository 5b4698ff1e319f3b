import type { InstallationId } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import { anAirSensor, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { createIngestion } from './ingest/index.ts';
import { createRecordingBus, createTestScope } from './ingest/testing/ingest-fixture.ts';
import { createQuerier, during } from './testing/ask.ts';

const stores = useTestStores();
let organization = 6_300;

type Sent = readonly (readonly [at: string, value: number])[];

/** Sends registers of a meter as a gateway would, and returns a function that asks for its consumption. */
async function sendRegisters(timezone: string, sent: Sent, now = '2027-01-01T00:00:00Z') {
  const site = aSite(organization++, {
    timezone,
    zones: [aZone(1)],
    devices: [
      anAirSensor(81, 1, {
        kind: 'meter',
        meter: { metric: 'electricityConsumption', descriptors: {}, rollover: null },
      }),
    ],
  });
  const [device] = site.devices;
  if (device === undefined) throw new Error('The site has no meter.');
  const clock = aClock(Date.parse(now));
  const ingestion = createIngestion({
    analytics: stores.analytics,
    devices: { findDevice: async () => ({ device, installationId: site.installationId as InstallationId }) },
    bus: createRecordingBus(),
    clock,
    logError: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
  const readings = sent.map(([at, value]) => ({
    device: 'METER',
    metric: 'electricityConsumption',
    at,
    value,
    interval: 0,
  }));
  const result = await ingestion.ingestReadings(createTestScope(site.organizationId), null, readings, clock.now());
  expect(result).toMatchObject({ value: { accepted: sent.length, rejected: [] } });
  const ask = createQuerier(() => stores.analytics, [site], clock.now());
  return async (dates: string, granularity: number): Promise<(number | string)[]> => {
    const raw: RawQuery = {
      metric: 'electricityConsumption',
      filters: { conditions: [during(dates)] },
      groupBy: [{ type: 'DATE', granularity }],
    } as RawQuery;
    const answer = await ask(raw);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value.data.map(({ value, state }) =>
      typeof value === 'number' ? Math.round(value * 1000) / 1000 : (state ?? 'missing'),
    );
  };
}

const [hour, day] = [3_600, 86_400];

test('a register that shows zero for three seconds counts only what it rose', async () => {
  const ask = await sendRegisters('America/Los_Angeles', [
    ['2026-08-17T02:45:00-07:00', 3.73],
    ['2026-08-17T02:50:00-07:00', 3.737],
    ['2026-08-17T03:29:18.704-07:00', 0],
    ['2026-08-17T03:29:22.092-07:00', 3.746],
    ['2026-08-17T03:35:00-07:00', 3.75],
  ]);
  expect(await ask('2026-08-17/2026-08-18', day)).toEqual([0.02]);
});

test('a register that was reset counts from zero', async () => {
  const ask = await sendRegisters('America/Los_Angeles', [
    ['2025-12-05T10:00:00-08:00', 10.4],
    ['2025-12-05T10:30:00-08:00', 10.42],
    ['2026-03-10T09:13:43-07:00', 0],
    ['2026-03-10T10:13:43-07:00', 0.4],
  ]);
  expect(await ask('2026-03-09/2026-03-11', day)).toEqual(['missing', 0.4]);
  const other = await sendRegisters('Europe/Madrid', [
    ['2026-07-28T08:00:00+02:00', 439.1],
    ['2026-07-28T09:00:00+02:00', 439.534],
    ['2026-07-28T09:05:00+02:00', 0.718],
    ['2026-07-28T10:00:00+02:00', 1.2],
  ]);
  expect(await other('2026-07-28/2026-07-29', day)).toEqual([1.634]);
});

test('a replaced meter counts from its first sample, and midnight divides what it counts', async () => {
  const ask = await sendRegisters('America/Los_Angeles', [
    ['2026-02-10T06:00:00-08:00', 153],
    ['2026-02-10T07:00:00-08:00', 153.5],
    ['2026-02-11T06:00:00-08:00', 20],
    ['2026-02-11T07:00:00-08:00', 21],
    ['2026-02-11T12:00:00-08:00', 26],
    ['2026-02-12T07:00:00-08:00', 30],
    ['2026-02-12T08:00:00-08:00', 31],
  ]);
  expect(await ask('2026-02-10/2026-02-13', day)).toEqual([0.5, 8.526, 2.474]);
});

test('registers read at midnight close the day before', async () => {
  const ask = await sendRegisters('Europe/Berlin', [
    ['2026-03-01T00:00:00+01:00', 500],
    ['2026-03-02T00:00:00+01:00', 510],
    ['2026-03-03T00:00:00+01:00', 530],
    ['2026-03-04T00:00:00+01:00', 560],
  ]);
  expect(await ask('2026-03-01/2026-03-05', day)).toEqual([10, 20, 30, 'missing']);
  // Hours of a day add up to it.
  expect((await ask('2026-03-02/2026-03-03', hour)).slice(0, 3)).toEqual([0.833, 0.833, 0.833]);
  const hourly = await sendRegisters('Europe/Berlin', [
    ['2026-04-29T23:00:00+02:00', 893],
    ['2026-04-30T00:00:00+02:00', 900],
    ['2026-04-30T01:00:00+02:00', 907],
    ['2026-04-30T02:00:00+02:00', 909],
    ['2026-05-01T00:00:00+02:00', 1000],
  ]);
  expect((await hourly('2026-04-30/2026-05-01', hour)).slice(0, 2)).toEqual([7, 2]);
  expect(await hourly('2026-04-30/2026-05-02', day)).toEqual([100, 'missing']);
});
