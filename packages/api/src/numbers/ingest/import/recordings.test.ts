import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DeviceId } from '@atrium/domain/core';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../platform/concurrency/timing.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';
import { createSiteDirectory } from '../../../sites/index.ts';
import { createIngestion, importReadings, parseImportOptions } from '../index.ts';
import { createRecordingBus, createTestIngestion, present } from '../testing/ingest-fixture.ts';

const root = new URL('../../../../../../', import.meta.url);
const recording = (name: string) => fileURLToPath(new URL(name, root));
const passengersName = '../shared/data/hardbruecke-2020.csv.gz';
const officeName = '../shared/data/room-co2-2015-02.csv';
const siteFile = readFileSync(new URL('../testing/hardbruecke.yaml', import.meta.url), 'utf8');
const passengers = recording(passengersName);
const office = recording(officeName);

const stores = useTestStores();

/** Sums the newest values by hour, counted in whole hours since `from`. */
function byHour(device: DeviceId | null, metric: string | null, from: string, to: string) {
  return stores.analytics.query<{ hour: number; total: number; rows: number }>({
    sql: `SELECT intDiv(at - {from:Int64}, 3600000) AS hour, sum(value) AS total, toFloat64(count()) AS rows
      FROM readings FINAL
      WHERE at >= {from:Int64} AND at < {to:Int64} AND installation < 1000
        AND ({device:UInt32} = 0 OR device = {device:UInt32}) AND ({metric:String} = '' OR metric = {metric:String})
      GROUP BY hour ORDER BY hour`,
    params: { device: device ?? 0, metric: metric ?? '', from: Date.parse(from), to: Date.parse(to) },
  });
}

const sum = (rows: readonly { total: number }[]) => rows.reduce((total, row) => total + row.total, 0);

describe.skipIf(!existsSync(passengers))(`the recording ${passengersName} (skipped where it is missing)`, () => {
  test('is imported whole, and its totals are those counted independently', async () => {
    const db = stores.relational.db;
    const bus = createRecordingBus();
    const site = await applySiteFile({ db, bus, clock: systemClock }, siteFile, {
      dryRun: false,
      prune: false,
      within: null,
    });
    expect(site.problems).toEqual([]);
    const scope = systemScope(site.organizationId as NonNullable<typeof site.organizationId>);
    const devices = createSiteDirectory({ db, bus, clock: systemClock });
    const failures: unknown[] = [];
    const ingestion = createIngestion({
      analytics: stores.analytics,
      devices,
      bus,
      clock: systemClock,
      logError: (_, error) => void failures.push(error),
    });
    const options = parseImportOptions({
      timezone: 'Europe/Zurich',
      time: 'Timestamp',
      device: 'Name',
      map: ['In=affluenceIn', 'Out=affluenceOut'],
      interval: '300',
    });
    if (!options.ok) throw new Error(options.error.message);
    const reports: string[] = [];
    const result = await importReadings(createReadStream(passengers), options.value, {
      send: (raw) => ingestion.ingestReadings(scope, null, raw, systemClock.now()),
      report: (line, reason) => void reports.push(`${line} ${reason}`),
    });
    expect([reports, failures]).toEqual([[], []]);
    expect(result).toMatchObject({ value: { rows: 714_681, accepted: 1_429_362, badLines: 0 } });

    const line = (await devices.findDevice(scope, 'Ost-SBB total'))?.device.id ?? null;
    const friday = ['2020-02-14T00:00:00+01:00', '2020-02-15T00:00:00+01:00'] as const;
    const entries = await byHour(line, 'affluenceIn', ...friday);
    expect(entries.map(({ total }) => total).join(' ')).toBe(
      '44 5 12 3 44 126 517 809 686 437 273 304 341 396 384 588 941 961 723 516 259 286 312 369',
    );
    expect(sum(entries)).toBe(9_336);
    expect(sum(await byHour(line, 'affluenceOut', ...friday))).toBe(5_310);
    expect(entries.reduce((rows, row) => rows + row.rows, 0)).toBe(261);

    // Day with 25 hours: the repeated hour is present once, as the first of the two.
    const sunday = ['2020-10-25T00:00:00+02:00', '2020-10-26T00:00:00+01:00'] as const;
    const doubled = await byHour(line, 'affluenceIn', ...sunday);
    expect(sum(doubled)).toBe(3_438);
    expect(sum(await byHour(line, 'affluenceOut', ...sunday))).toBe(2_471);
    expect(doubled.map(({ hour }) => hour)).not.toContain(3);
    expect(doubled.map(({ hour }) => hour)).toContain(2);

    const january = await byHour(null, null, '2020-01-01T00:00:00+01:00', '2020-02-01T00:00:00+01:00');
    expect(sum(january)).toBe(1_837_452);
  }, 300_000);
});

describe.skipIf(!existsSync(office))(`the recording ${officeName} (skipped where it is missing)`, () => {
  test('has an unnamed row number first and is imported whole', async () => {
    const { ingestion, scope } = createTestIngestion(stores.analytics, 700);
    const options = parseImportOptions({
      timezone: 'Europe/Brussels',
      time: 'date',
      device: '=AIR-1',
      map: ['Temperature=temperature', 'Humidity=humidity', 'Light=luminosity', 'CO2=co2', 'Occupancy=binaryOccupancy'],
    });
    if (!options.ok) throw new Error(options.error.message);
    const reports: string[] = [];
    const result = await importReadings(createReadStream(office), options.value, {
      send: (raw) => ingestion.ingestReadings(scope, null, raw, present),
      report: (line, reason) => void reports.push(`${line} ${reason}`),
    });
    expect(reports).toEqual([]);
    const lines = readFileSync(office, 'utf8').trimEnd().split('\n').length - 1;
    expect(result).toMatchObject({ value: { rows: lines, accepted: lines * 5, badLines: 0 } });
  }, 60_000);
});
