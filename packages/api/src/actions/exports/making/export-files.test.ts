import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { MeasurementQuery } from '@atrium/domain/numbers';
import { emptyQuery, findMetric, getDefaultAggregation } from '@atrium/domain/numbers';
import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { readExports } from '../manage-exports.ts';
import { requestExport } from '../request-export.ts';
import { begin, createExportsWorld, type ExportsWorld, end, value } from '../testing/exports-world.ts';
import { useTestFolder } from '../testing/test-folder.ts';

const stores = useTestStores();
const folder = useTestFolder();
const hasLibreOffice = spawnSync('soffice', ['--version']).error === undefined;
let world: ExportsWorld;
let ada: Scope;

beforeAll(async () => {
  world = await createExportsWorld(stores, 'files');
  ada = await world.member('ada', 'manager');
}, 60_000);

/** Returns the bytes of a request's file. */
async function made(over: Parameters<ExportsWorld['request']>[0] = {}): Promise<Buffer> {
  const job = value(await requestExport(world.deps, ada, world.request({ userIds: [ada.userId ?? 0], ...over }), null));
  await world.work();
  const page = value(await readExports(world.deps, ada, { first: 1 }));
  const done = page.edges[0]?.node.job;
  expect(done).toMatchObject({ id: job.id, state: 'done' });
  const file = await world.deps.files.store.read(done?.fileKey ?? '');
  if (file === null) throw new Error('no file');
  expect(file.bytes).toBe(done?.bytes);
  return buffer(file.stream);
}

const cellsOf = (bytes: Buffer, sheet: number) => {
  const book = read(bytes);
  return utils.sheet_to_json<(string | number | undefined)[]>(book.Sheets[book.SheetNames[sheet] ?? ''] ?? {}, {
    header: 1,
    raw: true,
  });
};

/** Returns the API's answers for the same data, one query per metric: by label and zone. */
async function answered(
  metric: string,
  zone: number,
  width: 900 | 3600 | 86_400,
): Promise<ReadonlyMap<string, number | null>> {
  const query: MeasurementQuery = {
    ...emptyQuery,
    metric,
    aggregation: getDefaultAggregation(findMetric(metric) as never),
    periods: [{ kind: 'span', span: { from: begin, to: end } }],
    granularity: width,
    groupBy: [{ type: 'DATE', granularity: width, period: null, ids: null }],
    installations: { exclude: false, ids: [world.site] },
    zones: { exclude: false, ids: [zone] },
  };
  const [answer] = await world.deps.answerQueries(ada, [query]);
  if (answer?.ok !== true) throw new Error('refused');
  return new Map(answer.value.data.map(({ label, value: number }) => [label, number as number | null]));
}

describe('K02 a spreadsheet', () => {
  it.for([900, 3600, 86_400] as const)(
    'says what the API answers, in rows of %i s, across a change of clocks',
    async (width) => {
      const rows = cellsOf(await made({ granularity: width }), 0).slice(1);
      expect(rows.length).toBe({ 900: 2 * (96 + 92 + 96), 3600: 2 * (24 + 23 + 24), 86400: 6 }[width]);
      const { hall, shop } = world.zones;
      for (const [zone, name] of [
        [hall, 'Hall'],
        [shop, '=Shop'],
      ] as const) {
        const own = rows.filter((row) => row[2] === name);
        for (const [column, metric] of [
          [3, 'affluenceIn'],
          [4, 'affluenceOut'],
          [5, 'inside'],
        ] as const) {
          const expected = [...(await answered(metric, zone, width)).values()];
          const told = own.map((row) => row[column] ?? null);
          const factor = metric === 'inside' ? 100 : 1;
          expect(told).toEqual(
            expected.map((number) => (number === null ? null : Math.round(number * factor) / factor)),
          );
        }
      }
    },
  );

  it.skipIf(!hasLibreOffice)(
    'is opened by LibreOffice, which reads the same (needs LibreOffice)',
    async () => {
      const file = join(folder.path, 'export.xlsx');
      await writeFile(file, await made({ granularity: 3600 }));
      // A separate profile: a running LibreOffice would otherwise take the request over and drop it.
      const profile = `-env:UserInstallation=file://${join(folder.path, 'office')}`;
      const options = ['--headless', profile, '--convert-to', 'csv', '--outdir', folder.path, file];
      execFileSync('soffice', options, { stdio: 'ignore', timeout: 60_000 });
      const rows: string[][] = parse(await readFile(join(folder.path, 'export.csv')));
      const own = rows.filter((row) => row[2] === '=Shop');
      const expected = [...(await answered('affluenceIn', world.zones.shop, 3600)).values()];
      expect(own.map((row) => (row[3] === '' ? null : Number(row[3])))).toEqual(expected);
      // The locale decides whether there are seconds.
      expect(own.slice(25, 27).map(([time, offset]) => [time?.slice(0, 16), offset])).toEqual([
        ['2026-03-29 01:00', 'UTC+01:00'],
        ['2026-03-29 03:00', 'UTC+02:00'],
      ]);
    },
    90_000,
  );

  it('has local times with their offset, and says what is closed, partial and complete', async () => {
    const rows = cellsOf(await made(), 0);
    expect(rows[0]).toEqual([
      'exports.column.time',
      'exports.column.offset',
      'exports.column.zone',
      'metric.affluenceIn, exports.unit.visitors',
      'metric.affluenceOut, exports.unit.visitors',
      'metric.inside, exports.unit.people',
      'exports.column.state',
    ]);
    const at = (serial: number, zone: string) =>
      rows.find((row) => Math.abs(Number(row[0]) - serial) < 1e-6 && row[2] === zone);
    // 29 March, 01:45 and then 03:00.
    expect(at(46110 + 1.75 / 24, 'Hall')?.[1]).toBe('UTC+01:00');
    expect(at(46110 + 2 / 24, 'Hall')).toBeUndefined();
    expect(at(46110 + 3 / 24, 'Hall')?.[1]).toBe('UTC+02:00');
    expect(at(46109 + 10 / 24, 'Hall')?.[6]).toBe('exports.state.complete');
    expect(at(46109 + 8 / 24, 'Hall')?.[6]).toBe('exports.state.closed');
  });

  it('never runs a name as a formula', async () => {
    const sheet = read(await made()).Sheets['exports.dataType.counting'];
    expect(sheet?.C3).toMatchObject({ t: 's', v: '=Shop' });
    expect(sheet?.C3.f).toBeUndefined();
  });

  it('has a sheet that says who was silent, and one that says what was asked', async () => {
    const bytes = await made();
    const coverage = cellsOf(bytes, 1);
    expect(coverage[1]?.[3]).toBeLessThan(1);
    expect(coverage.slice(2).map((row) => row.slice(0, 2))).toEqual([[46110.5, 46110.75]]);
    const about = new Map(cellsOf(bytes, 2).map(([what, answer]) => [what, answer]));
    expect(about.get('exports.about.site')).toBe('Arcades');
    expect(about.get('exports.about.zone')).toBe('Hall, =Shop');
    expect(about.get('exports.about.askedBy')).toBe('ada');
    expect(about.get('exports.about.rows')).toBe('568');
  });

  it('has the rows sensors can tell where they report more rarely than asked, and says so', async () => {
    const bytes = await made({ granularity: 60 });
    expect(cellsOf(bytes, 0).length).toBe(1 + 568);
    expect(cellsOf(bytes, 2).some(([what]) => what === 'exports.about.coarser')).toBe(true);
  });

  it('tells passages by themselves', async () => {
    const rows = cellsOf(await made({ target: 'passage', includeSubZones: false, granularity: 86_400 }), 0).slice(1);
    expect(rows.slice(0, 3).map((row) => row[2])).toEqual(['Back', 'Front', 'Inner']);
    const sum = (door: number) =>
      Array.from({ length: 96 }, (_, step) => (step * (door + 3)) % 17).reduce((a, b) => a + b, 0);
    expect(rows.slice(0, 3).map((row) => row[3])).toEqual([sum(1), sum(0), sum(2)]);
  });
});

describe('the other formats', () => {
  it('hold the same rows: separated values', async () => {
    const rows = cellsOf(await made(), 0);
    const bytes = await made({ format: 'csv' });
    const told: string[][] = parse(bytes, { bom: true, recordDelimiter: '\r\n' });
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(told[0]).toEqual(rows[0]);
    expect(told[1]?.[0]).toBe('2026-03-28T00:00');
    expect(told[2]?.[2]).toBe("'=Shop");
    expect(told.map((row) => row.slice(3, 6))).toEqual(
      rows.map((row) => [3, 4, 5].map((column) => String(row[column] ?? ''))),
    );
  });

  it('hold the same rows: Parquet, with instants, ids and nulls', async () => {
    const rows = cellsOf(await made(), 0).slice(1);
    const bytes = await made({ format: 'parquet' });
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const told = await parquetReadObjects({ file });
    expect(told.length).toBe(rows.length);
    expect(told.map(({ affluenceIn, affluenceOut, inside }) => [affluenceIn, affluenceOut, inside])).toEqual(
      rows.map((row) => [row[3] ?? null, row[4] ?? null, row[5] ?? null]),
    );
    expect(told[0]).toMatchObject({
      time: new Date(begin),
      zoneId: world.zones.hall,
      zone: 'Hall',
      offset: 'UTC+01:00',
    });
    expect(told[1]).toMatchObject({ zone: '=Shop' });
    const notes = new Map(parquetMetadata(file).key_value_metadata?.map(({ key, value: note }) => [key, note]));
    expect(notes.get('unit.affluenceIn')).toBe('visitors');
    expect(notes.get('exports.about.site')).toBe('Arcades');
  });
});
