import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { aClock } from '@atrium/testkit/time';
import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { Cancelled, Overloaded } from '../../../platform/failures.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createDeviceFinder, createTestIngestion, present, readStoredContents } from '../testing/ingest-fixture.ts';
import { createImportUpload, type ReadingsImportDependencies, type UploadedReadings } from './import-upload.ts';

const stores = useTestStores();
let organization = 700;

const file = 'time,in\n2026-02-14 07:00,3\n2026-02-14 07:05,many\n2026-02-14 07:10,5\n';
const map = (column: string, metric: string) => ({ column, metric, unit: null, serial: null });
const wanted: UploadedReadings = {
  file: new File([file], 'february.csv'),
  timezone: 'Europe/Zurich',
  timeColumn: 'time',
  deviceColumn: null,
  serial: 'PAD-1',
  clockColumn: null,
  maps: [map('in', 'affluenceIn')],
  ...{ named: null, across: null, exportTo: null },
  interval: 300,
  fillZero: false,
  dateOrder: null,
  timesAreEnds: false,
  kind: null,
  checkOnly: false,
};

/** Sites of the test's devices; each device is named by its serial, and its day begins at 4. */
function listTestSites(organizationId: number): ReadingsImportDependencies['sites'] {
  const devices = createDeviceFinder(organizationId);
  const sites = {
    findDevice: async (scope: Scope, serial: string) => {
      const found = await devices.findDevice(scope, serial);
      return found === null ? null : { ...found, device: { ...found.device, name: `Door ${serial}` } };
    },
    topology: async (_: Scope, installationId: number) => ({
      installationId,
      ...{ timezone: 'Europe/Zurich', changeOfDay: '04:00' },
    }),
  };
  return sites as unknown as ReadingsImportDependencies['sites'];
}

async function world() {
  organization += 1;
  const { rows } = await stores.relational.pool.query('insert into organizations (name) values ($1) returning id', [
    `Imports ${organization}`,
  ]);
  const { ingestion, scope } = createTestIngestion(stores.analytics, Number(rows[0].id));
  const importUpload = createImportUpload({
    ...{ db: stores.relational.db, clock: aClock(present), ingestion, analytics: stores.analytics },
    sites: listTestSites(scope.organizationId),
  });
  return {
    send: (over: Partial<UploadedReadings> = {}, signal?: AbortSignal) =>
      importUpload(scope, { ...wanted, ...over }, signal),
    stored: async () => (await readStoredContents(stores.analytics, scope.organizationId)).length,
    entries: async () =>
      (
        await stores.relational.pool.query(
          "select details from audit_entries where organization_id = $1 and action = 'readings.imported'",
          [scope.organizationId],
        )
      ).rows.map(({ details }) => details),
  };
}

const first = Date.parse('2026-02-14T06:00:00Z');
const told = { rows: 3, badLines: 1, devices: 1, span: { first, last: first + 600_000 } };
const faults = [{ line: 3, fault: { code: 'NO_NUMBER', value: 'many' } }];

test('a check reports what would be stored and stores nothing; an import stores it once', async () => {
  const { send, stored, entries } = await world();
  expect(await send({ checkOnly: true })).toMatchObject({ value: { ...told, accepted: 2, faults } });
  expect([await stored(), await entries()]).toEqual([0, []]);

  expect(await send()).toMatchObject({ value: { ...told, accepted: 2, unchanged: 0, faults } });
  expect(await send()).toMatchObject({ value: { ...told, accepted: 0, unchanged: 2 } });
  expect([await stored(), await entries()]).toEqual([2, [{ file: 'february.csv', readings: 2 }]]);
});

test('a check compares the days of the site with what is stored, and an import does not', async () => {
  const { send } = await world();
  const day = { device: 'Door PAD-1', metric: 'affluenceIn' };
  await send({ file: new File(['time,in\n2026-02-14 03:55,7\n2026-02-14 07:00,3\n2026-02-14 12:00,8\n'], 'old.csv') });
  const rows = [
    '2026-02-14 03:50,1',
    '2026-02-14 07:00,3',
    '2026-02-14 07:00,4',
    '2026-02-14 07:05,5',
    '2026-02-15 09:00,6',
  ];
  const file = new File([`time,in\n${rows.join('\n')}\n`], 'new.csv');
  expect(await send({ checkOnly: true, file })).toMatchObject({
    value: {
      compared: {
        days: [
          { ...day, date: '2026-02-13', inFile: { readings: 1, total: 1 }, stored: { readings: 1, total: 7 } },
          { ...day, date: '2026-02-14', inFile: { readings: 2, total: 9 }, stored: { readings: 2, total: 11 } },
          { ...day, date: '2026-02-15', inFile: { readings: 1, total: 6 }, stored: null },
        ],
        more: 0,
      },
    },
  });
  expect(await send({ file })).toMatchObject({ value: { compared: { days: [], more: 0 } } });
});

test('values that do not add up are compared by their number, and days beyond the limit are counted', async () => {
  const { send } = await world();
  const dates = Array.from({ length: 35 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at, 12)).toISOString());
  const file = new File([`time,co2\n${dates.map((date) => `${date},600`).join('\n')}\n`], 'air.csv');
  const checked = await send({ checkOnly: true, file, serial: 'AIR-1', maps: [map('co2', 'co2')], interval: 0 });
  if (!checked.ok) throw new Error(checked.error.message);
  const { days, more } = checked.value.compared;
  expect([days.length, more]).toEqual([31, 4]);
  expect(days[0]).toMatchObject({ date: '2026-01-01', inFile: { readings: 1, total: null }, stored: null });
});

test('devices and time span cover valid readings only', async () => {
  const { send } = await world();
  expect(
    await send({ checkOnly: true, serial: 'PAD-x', file: new File(['time,in\n2026-02-14 07:00,3\n'], 'one.csv') }),
  ).toMatchObject({
    value: {
      accepted: 0,
      devices: 0,
      span: null,
      faults: [{ fault: { code: 'UNKNOWN_DEVICE', value: 'PAD-x' } }],
    },
  });
});

test.each([
  ['lines', '\n'],
  ['bytes once it is unpacked', 'x'],
])(
  'a small file that unpacks to far too many %s is refused',
  async (what, filling) => {
    const { send, stored } = await world();
    const bomb = new File([gzipSync(`time,in\n${filling.repeat(200_000_000)}`)], 'bomb.csv.gz');
    expect(bomb.size).toBeLessThan(1_000_000);
    const outcome = await send({ checkOnly: true, file: bomb });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
    expect(!outcome.ok && outcome.error.message).toContain(what);
    expect(await stored()).toBe(0);
  },
  60_000,
);

test('an import whose sender disconnected ends and stores nothing more', async () => {
  const { send, stored, entries } = await world();
  const left = AbortSignal.abort();
  await expect(send({}, left)).rejects.toThrow(Cancelled);
  expect([await stored(), await entries()]).toEqual([0, []]);
});

test('files of one organization leave capacity for another, and the queue is limited', async () => {
  organization += 1;
  const { ingestion, scope } = createTestIngestion(stores.analytics, organization);
  const held = Promise.withResolvers<void>();
  const importUpload = createImportUpload({
    db: stores.relational.db,
    clock: aClock(present),
    ...{ analytics: stores.analytics, sites: listTestSites(organization) },
    ingestion: {
      ...ingestion,
      checkReadings: async (by, ...rest) => {
        if (by.organizationId === scope.organizationId) await held.promise;
        return ingestion.checkReadings(scope, ...rest);
      },
    },
  });
  const check = (by: typeof scope) => importUpload(by, { ...wanted, checkOnly: true });
  const many = [check(scope), check(scope), check(scope)];
  await expect(check(scope)).rejects.toThrow(Overloaded);
  const other = { ...scope, organizationId: (organization + 100_000) as typeof scope.organizationId };
  expect(await check(other)).toMatchObject({ value: { accepted: 2 } });
  held.resolve();
  expect((await Promise.all(many)).map(({ ok }) => ok)).toEqual([true, true, true]);
});

test('at most a hundred lines are reported', async () => {
  const { send } = await world();
  const many = new File([`time,in\n${'never,1\n'.repeat(300)}`], 'many.csv');
  const outcome = await send({ checkOnly: true, file: many });
  expect(outcome.ok && [outcome.value.badLines, outcome.value.faults.length]).toEqual([300, 100]);
});

test.each<[string, Partial<UploadedReadings>, string]>([
  ['no file', { file: null }, 'file'],
  ['an empty file', { file: new File([], 'empty.csv') }, 'file'],
  ['neither a column of devices nor a serial', { serial: null }, 'deviceColumn'],
  ['both', { deviceColumn: 'unit' }, 'deviceColumn'],
  ['no time zone', { timezone: 'Mars' }, 'timezone'],
  ['a metric twice', { maps: [...wanted.maps, map('out', 'affluenceIn')] }, 'map'],
  ['an interval nobody has', { interval: -1 }, 'interval'],
])('%s is refused', async (_, over, field) => {
  const { send, stored } = await world();
  expect(await send(over)).toMatchObject({ error: { code: 'BAD_INPUT', field } });
  expect(await stored()).toBe(0);
});

test('values of a meter are stored only once it is said what they are', async () => {
  const { send, stored } = await world();
  const meter = {
    ...{ file: new File(['time,kWh\n2026-02-14 07:00,2\n2026-02-14 08:00,3\n'], 'portal.csv'), serial: 'EL-1' },
    ...{ maps: [map('kWh', 'electricityConsumption')], interval: 3600 },
  };
  expect(await send(meter)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT', field: 'kind' } });
  const checked = await send({ ...meter, checkOnly: true });
  expect(checked).toMatchObject({
    value: { accepted: 2, meters: [{ metric: 'electricityConsumption', amounts: 5, register: 1 }] },
  });
  expect(await stored()).toBe(0);
  expect(await send({ ...meter, kind: 'amount' })).toMatchObject({ value: { accepted: 2, meters: [] } });
  expect(await send({ ...meter, kind: 'register' })).toMatchObject({ value: { accepted: 2 } });
  expect(await stored()).toBe(4);
});

test('a workbook and an archive are read in the thread of their own, and their faults name their place', async () => {
  const { send, stored } = await world();
  const sheet = utils.aoa_to_sheet(
    [['Report'], ['time', 'in'], [new Date('2026-02-14T07:00:00Z'), 3], [new Date('2026-02-14T07:05:00Z'), 'many']],
    { UTC: true },
  );
  const workbook = new Uint8Array(write(utils.book_new(sheet, 'One'), { type: 'array', bookType: 'xlsx' }));
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(workbook), 'inner.xlsx');
  zip.addBuffer(Buffer.from('time;in\n2026-02-14 08:00;much\n2026-02-14 08:05;4\n'), 'second.csv');
  zip.end();
  expect(await send({ file: new File([workbook], 'report.xlsx') })).toMatchObject({
    value: { accepted: 1, badLines: 1, span: { first, last: first }, faults: [{ line: 4, fault: { value: 'many' } }] },
  });
  const packed = new File([new Uint8Array(await buffer(zip.outputStream))], 'all.zip');
  expect(await send({ file: packed })).toMatchObject({
    value: {
      ...{ accepted: 1, unchanged: 1, badLines: 2 },
      faults: [
        { line: 4, fault: { value: 'many', entry: 'inner.xlsx' } },
        { line: 2, fault: { value: 'much', entry: 'second.csv' } },
      ],
    },
  });
  expect(await stored()).toBe(2);
});
