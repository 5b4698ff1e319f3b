import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { useTestImport, zurich } from '../testing/import-run.ts';
import { uploadLimits } from './import-limits.ts';
import { parseImportOptions } from './import-options.ts';
import { importOpenFile } from './import-readings.ts';

const run = useTestImport();

describe('wide tables', () => {
  test('a column for each door: each names its device', async () => {
    const file = 'time,North,South,South out\n2020-02-14 07:00,1,2,3\n2020-02-14 07:05,4,,6\n';
    const { rows, reports } = await run(file, {
      device: undefined,
      map: ['North=affluenceIn@PAD-1', 'South=affluenceIn@PAD-2', 'South out=affluenceOut@PAD-2'],
      ...{ interval: '300', fillZero: true },
    });
    expect(reports).toEqual([]);
    expect(rows).toEqual(
      [
        '1 affluenceIn 2020-02-14T06:00 1',
        '1 affluenceIn 2020-02-14T06:05 4',
        '2 affluenceIn 2020-02-14T06:00 2',
        '2 affluenceOut 2020-02-14T06:00 3',
        '2 affluenceOut 2020-02-14T06:05 6',
        // South has no value for this slot, and North never had a column of exits.
      ].toSpliced(3, 0, '2 affluenceIn 2020-02-14T06:05 0'),
    );
  });

  test('a column for each hour, over both changes of the clock', async () => {
    const names = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
    const day = (date: string, ...without: readonly number[]) =>
      `${date};${names.map((_, hour) => (without.includes(hour) ? '' : hour + 1)).join(';')}`;
    const file = [`date;${names.join(';')}`, day('29.03.2020', 2), day('25.10.2020'), day('26.10.2020')].join('\n');
    const across = { map: [], time: 'date', across: 'affluenceIn', interval: '3600' };
    const { rows, reports } = await run(file, across);
    expect(reports).toEqual([]);
    expect(rows.length).toBe(23 + 24 + 24);
    expect(rows.slice(0, 3)).toEqual([
      '1 affluenceIn 2020-03-28T23:00 1',
      '1 affluenceIn 2020-03-29T00:00 2',
      '1 affluenceIn 2020-03-29T01:00 4',
    ]);
    const skipped = await run([`date;${names.join(';')}`, day('29.03.2020')].join('\n'), across);
    expect(skipped.reports).toEqual([[2, '29.03.2020 02:00 does not exist in Europe/Zurich: clocks went forward']]);
    expect(skipped.rows.length).toBe(23);
  });

  test('a column for each half hour, named by its end', async () => {
    const file = 'date,00:30,01:00,24:00\n2020-02-14,1,2,3\n2020-02-15,4,5,6\n';
    const { rows } = await run(file, { map: [], time: 'date', across: 'affluenceIn', interval: '1800', ends: true });
    expect(rows.map((row) => row.slice(14))).toEqual([
      '2020-02-13T23:00 1',
      '2020-02-13T23:30 2',
      '2020-02-14T22:30 3',
      '2020-02-14T23:00 4',
      '2020-02-14T23:30 5',
      '2020-02-15T22:30 6',
    ]);
  });

  test('a column for each day', async () => {
    const file = 'hour,14/02/2020,15/02/2020\n07:00,1,2\n08:00,3,4\nTotal,4,6\n';
    const { rows, reports } = await run(file, { map: [], time: 'hour', across: 'affluenceIn', interval: '3600' });
    expect(reports).toEqual([]);
    expect(rows.map((row) => row.slice(14))).toEqual([
      '2020-02-14T06:00 1',
      '2020-02-14T07:00 3',
      '2020-02-15T06:00 2',
      '2020-02-15T07:00 4',
    ]);
  });

  test('without such columns the file is refused', async () => {
    const { result } = await run('date,in\n2020-02-14,1\n', { map: [], time: 'date', across: 'affluenceIn' });
    expect(result.ok ? '' : result.error.message).toBe('No columns are named by hours or dates; they are date, in');
  });
});

describe('long tables', () => {
  const file = [
    'when,what,where,value',
    '2020-10-25 02:30,CO2,AIR-1,600',
    '2020-10-25 02:30,Temp,AIR-1,20.5',
    '2020-10-25 02:30,Noise,AIR-1,50',
    '2020-10-25 02:00,CO2,AIR-1,610',
    '2020-10-25 02:00,Temp,AIR-1,21',
    '2020-10-25 03:00,CO2,AIR-1,620',
    '2020-10-25 03:00,Temp,AIR-1,21.5',
  ].join('\n');
  const given = { time: 'when', device: 'where', name: 'what', value: 'value' };

  test('a column names the metric; each has its own order in a repeated hour', async () => {
    const { rows, reports } = await run(file, { ...given, map: ['CO2=co2', 'Temp=temperature'] });
    expect(reports).toEqual([]);
    expect(rows).toEqual([
      '1 co2 2020-10-25T00:30 600',
      '1 co2 2020-10-25T01:00 610',
      '1 co2 2020-10-25T02:00 620',
      '1 temperature 2020-10-25T00:30 20.5',
      '1 temperature 2020-10-25T01:00 21',
      '1 temperature 2020-10-25T02:00 21.5',
    ]);
  });

  test('a column names the device by a name of its own', async () => {
    const doors = 'time,door,in\n2020-02-14 07:00,North,1\n2020-02-14 07:00,South,2\n2020-02-14 07:00,Total,3\n';
    const { rows } = await run(doors, {
      ...{ device: undefined, name: 'door', value: 'in' },
      map: ['North=affluenceIn@PAD-1', 'South=affluenceIn@PAD-2'],
    });
    expect(rows).toEqual(['1 affluenceIn 2020-02-14T06:00 1', '2 affluenceIn 2020-02-14T06:00 2']);
  });

  test('a name that the file never has is refused with those it has', async () => {
    const { result } = await run(file, { ...given, map: ['CO2=co2', 'Temperature=temperature'] });
    expect(result.ok ? '' : result.error.message).toBe(
      'The column "what" never has "Temperature"; it has CO2, Temp, Noise',
    );
  });

  test.each([
    [{ name: 'what' }, '--value is needed'],
    [{ across: 'affluenceIn' }, '--across excludes --map'],
    [{ device: undefined }, '--device is missing'],
    [{ map: ['in=affluenceIn', 'out=affluenceIn'] }, 'names a metric twice'],
    [{ across: 'affluenceIn@PAD-1', map: [] }, '--across takes <metric>'],
  ])('options %j are refused: %s', (over, words) => {
    const result = parseImportOptions({ ...zurich, ...over });
    expect(result.ok ? '' : result.error.message).toContain(words);
  });
});

describe('units', () => {
  const meter = { device: '=EL-1', interval: '1800', amounts: true };
  const values = (rows: readonly string[]) => rows.map((row) => row.split(' ')[3]);

  test.each([
    ['the header', 'time,Energy (Wh)\n2020-02-14 07:00,224\n', 'Energy (Wh)=electricityConsumption', '0.224'],
    ['the options', 'time,Energy\n2020-02-14 07:00,2\n', 'Energy=electricityConsumption:MWh x2', '4000'],
    ['options over the header', 'time,kW (W)\n2020-02-14 07:00,3\n', 'kW (W)=electricityConsumption:kWh', '3'],
    ['a mean power', 'time,Power (kW)\n2020-02-14 07:00,8\n', 'Power (kW)=electricityConsumption', '4'],
  ])('from %s', async (_, file, map, expected) => {
    const { rows, reports } = await run(file, { ...meter, map: [map] });
    expect([reports, values(rows)]).toEqual([[], [expected]]);
  });

  test.each([
    [
      'a unit of something else',
      'time,Gas (kWh)\n2020-02-14 07:00,1\n',
      'Gas (kWh)=combustibleConsumption',
      'no unit of',
    ],
    ['power as a register', 'time,P (kW)\n2020-02-14 07:00,1\n', 'P (kW)=electricityConsumption', 'is a power'],
  ])('%s is refused', async (_, file, map, words) => {
    const { result } = await run(file, { device: '=EL-1', interval: '1800', register: true, map: [map] });
    expect(result.ok ? '' : result.error.message).toContain(words);
    expect(parseImportOptions({ ...zurich, map: ['in=co2:kWh'] })).toMatchObject({ ok: false });
  });

  test('negative amounts belong to the meter of production if there is one, and are refused otherwise', async () => {
    const file = 'time,net\n2020-02-14 07:00,2.5\n2020-02-14 07:30,-1.5\n';
    const net = { ...meter, map: ['net=electricityConsumption'] };
    const sent: Record<string, unknown>[] = [];
    const options = parseImportOptions({ ...zurich, ...net, exportTo: 'EL-2' });
    if (!options.ok) throw new Error(options.error.message);
    await importOpenFile(
      () => Readable.from([Buffer.from(file)]),
      options.value,
      {
        send: async (raw) => {
          sent.push(...(raw as Record<string, unknown>[]));
          return { ok: true, value: { accepted: raw.length, unchanged: 0, corrected: 0, rejected: [] } };
        },
        report: () => {},
        batchSize: 1000,
      },
      uploadLimits,
    );
    expect(sent.map(({ device, metric, value, kind }) => [device, metric, value, kind].join(' '))).toEqual([
      'EL-1 electricityConsumption 2.5 amount',
      'EL-2 electricityProduction 0 amount',
      'EL-1 electricityConsumption 0 amount',
      'EL-2 electricityProduction 1.5 amount',
    ]);
    const refused = await run(file, net);
    expect(refused.reports).toEqual([[3, expect.stringContaining('takes values from 0')]]);
    for (const over of [{ register: true, amounts: false }, { device: 'unit' }, { map: ['net=co2'], amounts: false }])
      expect(parseImportOptions({ ...zurich, ...net, exportTo: 'EL-2', ...over }).ok).toBe(false);
  });
});

describe('what stands around the rows', () => {
  test('lines before the header, its repetition, blank lines, totals, separators at the end', async () => {
    const file = [
      'Report of North door',
      'made on;14.02.2020',
      '',
      'date;time;in;',
      '14.02.2020;7:00;1;',
      ';;;',
      'date;time;in;',
      '14.02.2020;8:00 PM;-;',
      '14.02.2020;24:00;3;',
      'Total;;4;',
    ].join('\n');
    const { rows, reports, result } = await run(file, {
      time: 'date',
      clock: 'time',
      interval: '3600',
      fillZero: true,
    });
    expect(reports).toEqual([]);
    expect(result).toMatchObject({ value: { rows: 3, badLines: 0 } });
    expect(rows.filter((row) => !row.endsWith(' 0'))).toEqual([
      '1 affluenceIn 2020-02-14T06:00 1',
      '1 affluenceIn 2020-02-14T23:00 3',
    ]);
    // The slot without a value is unknown, so it is not filled.
    expect(rows).not.toContain('1 affluenceIn 2020-02-14T19:00 0');
    expect(rows).toContain('1 affluenceIn 2020-02-14T18:00 0');
  });
});

describe('files in containers', () => {
  const archive = async (files: Readonly<Record<string, string>>) => {
    const zip = new ZipFile();
    for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
    zip.end();
    return buffer(zip.outputStream);
  };

  test('faults name the file of an archive; one without the columns stops no other', async () => {
    const file = await archive({
      'b.csv': 'time,in\n2020-02-14 07:00,1\n2020-02-14 07:05,many\n',
      'a.csv': 'when,in\n2020-02-14 08:00,2\n',
      'c.csv': 'time;in\n2020-02-14 09:00;many\n2020-02-14 09:05;4,0\n',
      'd.csv': 'time,in\n2020-02-14 10:00,0.1.2\n2020-02-14 10:05,3\n',
    });
    const { rows, reports, result } = await run(file);
    expect(rows.map((row) => row.slice(14))).toEqual([
      '2020-02-14T06:00 1',
      '2020-02-14T08:05 4',
      '2020-02-14T09:05 3',
    ]);
    expect(reports).toEqual([
      [0, expect.stringContaining('no column "time"')],
      [3, 'affluenceIn: "many" is no number'],
      [2, 'affluenceIn: "many" is no number'],
      [2, 'affluenceIn: "0.1.2" is no number'],
    ]);
    expect(result).toMatchObject({ value: { badLines: 4, accepted: 3 } });
  });

  test.each<[string, Buffer | Promise<Buffer>, string]>([
    [
      'an archive that grows too much',
      archive({ 'a.csv': `time,in\n${'0'.repeat(2_000_000)}` }),
      'too large once it is unpacked',
    ],
    ['an archive without files to read', archive({ 'a.md': 'time,in\n' }), 'no file of readings'],
    ['a damaged archive', Buffer.from('PK\u0003\u0004 and nothing'), 'damaged'],
    ['a damaged old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'no column'],
    ['JSON that is too large', Buffer.from(`[{"time":"${' '.repeat(1_100_000)}"}]`), 'more than 1,000,000 bytes'],
    [
      'JSON of too many fields',
      Buffer.from(JSON.stringify([Object.fromEntries(Array(600).fill(1).entries())])),
      'more than 500 columns',
    ],
  ])('%s is refused', async (_, file, words) => {
    const { result, rows } = await run(await file, {}, { heldBytes: 1_000_000 });
    expect([result.ok ? '' : result.error.message, rows]).toEqual([expect.stringContaining(words), []]);
  });

  test('an archive within an archive is left out', async () => {
    const inner = await archive({ 'a.csv': 'time,in\n2020-02-14 07:00,1\n' });
    const zip = new ZipFile();
    zip.addBuffer(inner, 'inner.csv');
    zip.end();
    expect((await run(await buffer(zip.outputStream))).result).toMatchObject({ ok: false });
  });
});
