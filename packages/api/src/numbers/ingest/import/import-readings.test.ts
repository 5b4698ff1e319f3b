import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useTestImport, zurich } from '../testing/import-run.ts';
import type { ImportLimits } from './import-limits.ts';
import { parseImportOptions } from './import-options.ts';

const run = useTestImport();

test('bad lines are reported with their number and reason, the good ones are stored', async () => {
  const file = [
    'time,in,unit',
    '2020-02-14 07:00,1,PAD-1',
    '2020-02-14 07:05,many,PAD-1',
    '2020-02-14 07:10',
    'noon,3,PAD-1',
    '2020-02-14 07:15,4,PAD-x',
    '2020-02-14 07:20,5,',
    '2020-03-29 02:30,6,PAD-1',
    '2020-02-14 07:25,-7,PAD-1',
    '2020-02-14 07:30,"8"x,PAD-1',
    '',
    '2020-02-14 07:35,9,PAD-2',
    '2020-02-14 07:40,"10,PAD-1',
    '2020-02-14 07:45,"11","PAD',
    '-1"',
    '2020-02-14 07:50,12,PAD-1',
  ].join('\r\n');
  const { result, reports, rows } = await run(file, { device: 'unit', interval: '300' });
  expect(rows).toEqual([
    '1 affluenceIn 2020-02-14T06:00 1',
    '1 affluenceIn 2020-02-14T06:50 12',
    '2 affluenceIn 2020-02-14T06:35 9',
  ]);
  expect(result).toMatchObject({ value: { accepted: 3, badLines: 10 } });
  expect(reports.sort((a, b) => a[0] - b[0])).toEqual([
    [3, 'affluenceIn: "many" is no number'],
    [4, 'has 1 columns instead of 3'],
    [5, '"noon" is no time'],
    [6, 'No device "PAD-x" belongs to this key.'],
    [7, 'names no device'],
    [8, '2020-03-29 02:30 does not exist in Europe/Zurich: clocks went forward'],
    [9, 'affluenceIn takes values from 0 to 1000000, not -7.'],
    [10, 'the quotes of the line do not match'],
    [13, 'the quotes of the line do not match'],
    [14, 'device takes the serial of a device, not "PAD\\n-1".'],
  ]);
});

/** The hours of one day, as a utility's portal exports them. */
const portalHours = [
  ...[0.196, 0.224, 0.189, 0.162, 0.207, 0.22, 0.253, 0.243, 0.257, 0.301, 0.245, 0.052],
  ...[0.011, 0.016, 0.01, 0.203, 0.854, 0.575, 0.405, 0.609, 0.426, 0.356, 0.273, 0.198],
];
const portalFile = [
  'Hour Start,Low tariff',
  ...portalHours.map((kwh, hour) => `2024-01-01T${String(hour).padStart(2, '0')}:00:00+01:00,${kwh}`),
].join('\n');
const portal = {
  ...{ timezone: 'Europe/Amsterdam', time: 'Hour Start', device: '=EL-1', interval: '3600' },
  map: ['Low tariff=electricityConsumption'],
};

describe('values of meters', () => {
  test('amounts of intervals are stored as such, and a second import changes nothing', async () => {
    const { result, reports, stored: readStored } = await run(portalFile, { ...portal, amounts: true });
    expect(result).toMatchObject({ value: { accepted: 24, badLines: 0, meters: [] } });
    expect(reports).toEqual([]);
    const stored = await readStored();
    expect(new Set(stored.map(({ descriptors, interval }) => `${descriptors} ${interval}`))).toEqual(
      new Set(['kind=amount 3600']),
    );
    const total = stored.reduce((sum, { value }) => sum + Number(value), 0);
    expect(total.toFixed(3)).toBe('6.485');
  });

  test('a file whose kind is not said shows what both would count', async () => {
    const { result } = await run(portalFile, portal);
    const [meter] = result.ok ? result.value.meters : [];
    expect(meter?.metric).toBe('electricityConsumption');
    expect(meter?.amounts.toFixed(3)).toBe('6.485');
    expect(meter?.register).toBeLessThan(2);
  });

  test.each([
    [{ amounts: true, register: true }, 'exclude each other'],
    [{ amounts: true, interval: '0' }, '--amounts needs --interval'],
    [{ register: true, map: ['Low tariff=co2'] }, '--register needs the metric of a meter'],
  ])('%j is refused', (given, words) => {
    const parsed = parseImportOptions({ ...portal, ...given });
    expect(parsed.ok ? '' : parsed.error.message).toContain(words);
  });
});

describe('columns', () => {
  test('a header with one name fewer than the columns: a row number comes first', async () => {
    const { rows } = await run('"time","co2"\n"1","2015-02-04 17:51:00",721.25\n"2","2015-02-04 17:52:00",714\n', {
      device: '=AIR-1',
      map: ['co2=co2'],
    });
    expect(rows).toEqual(['1 co2 2015-02-04T16:51 721.25', '1 co2 2015-02-04T16:52 714']);
  });

  test('semicolons, decimal commas, a byte order mark, gzip', async () => {
    const file = gzipSync('\uFEFFtime;temp\n04.02.2015 17:51;23,18\n');
    const { rows } = await run(file, { device: '=AIR-1', map: ['temp=temperature'] });
    expect(rows).toEqual(['1 temperature 2015-02-04T16:51 23.18']);
  });

  test('several columns; an empty field says nothing; offsets are kept', async () => {
    const file = 'time,in,out\n2020-02-14T07:00:00Z,1,2\n20200214080500,,3\n';
    const { rows, reports } = await run(file, { map: ['in=affluenceIn', 'out=affluenceOut'] });
    expect(reports).toEqual([]);
    expect(rows).toEqual([
      '1 affluenceIn 2020-02-14T07:00 1',
      '1 affluenceOut 2020-02-14T07:00 2',
      '1 affluenceOut 2020-02-14T07:05 3',
    ]);
  });

  test.each([
    ['a missing column', 'time,out\n1,2\n', 'no column "in"; its columns are time, out'],
    ['a doubled column', 'time,in,in\n1,2,3\n', 'more than one column "in"'],
    ['a header alone', 'time,out\n', 'no column "in"'],
    ['nothing', '', 'empty'],
    [
      'damaged gzip',
      gzipSync(`time,in\n${'2020-02-14 07:00,1\n'.repeat(20_000)}`).subarray(0, 200),
      'damaged after line',
    ],
  ])('%s fails in words', async (_, file, words) => {
    const { result } = await run(file);
    expect(result.ok ? '' : result.error.message).toContain(words);
  });
});

describe('what could mean two things is refused with its line', () => {
  const air = { device: '=AIR-1', map: ['air=co2'] };
  const unclear = (text: string) =>
    `co2: "${text}" could be thousands or three decimals: leave out what stands between thousands`;

  test('a number that could be thousands or decimals, if the others do not show which', async () => {
    const file = (...values: string[]) =>
      `time;air\n${values.map((value, index) => `2020-02-14 0${index}:00;${value}\n`).join('')}`;
    const german = await run(file('1.050', '612,5', '7', '1,125'), air);
    expect(german.reports).toEqual([[2, unclear('1.050')]]);
    expect(german.rows.map((row) => row.split(' ')[3])).toEqual(['612.5', '7', '1.125']);
    const english = await run(file('1.050', '612.5', '1,125'), air);
    expect(english.reports).toEqual([[4, unclear('1,125')]]);
    expect(english.rows.map((row) => row.split(' ')[3])).toEqual(['1.05', '612.5']);
    const neither = await run(file('612', '1.050'), air);
    expect(neither.reports).toEqual([[3, unclear('1.050')]]);
    const commas = await run('time,air\n2020-02-14 01:00,1.050\n2020-02-14 02:00,"612,5"\n', air);
    expect(commas.reports).toEqual([
      [2, unclear('1.050')],
      [3, 'co2: "612,5" is no number'],
    ]);
    expect((await run('time,air\n2020-02-14 01:00,1.050\n', air)).rows).toEqual(['1 co2 2020-02-14T00:00 1.05']);
  });

  test('a date alone among rows with a time of day, which is most often a sum of them', async () => {
    const file = 'time,in\n2020-02-14,15\n2020-02-14 08:00,7\n2020-02-14 09:00,8\n2020-02-15,0\n';
    const { rows, reports, result } = await run(file, { interval: '3600', fillZero: true });
    expect(reports).toEqual([
      [2, '"2020-02-14" is a date alone, and other lines have a time of day'],
      [5, '"2020-02-15" is a date alone, and other lines have a time of day'],
    ]);
    expect(rows).toEqual(['1 affluenceIn 2020-02-14T07:00 7', '1 affluenceIn 2020-02-14T08:00 8']);
    expect(result).toMatchObject({ value: { badLines: 2, accepted: 2, filled: 0 } });
  });

  test('unordered rows of a repeated hour: none of them corrects another', async () => {
    const times = ['01:45', '02:00', '02:30', '02:15', '02:45', '02:00', '02:15', '02:30', '02:45', '03:00'];
    const file = `time,in\n${times.map((time, index) => `2020-10-25 ${time},${index + 1}\n`).join('')}`;
    const { rows, reports, result } = await run(file, { interval: '900', fillZero: true });
    expect(rows).toEqual(['1 affluenceIn 2020-10-24T23:45 1', '1 affluenceIn 2020-10-25T02:00 10']);
    expect(reports.map(([line]) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(reports[0]?.[1]).toContain('this time comes twice');
    // The slot of a rejected row is not filled.
    expect(result).toMatchObject({ value: { accepted: 2, corrected: 0, filled: 0 } });
  });
});

describe('a file takes no more than it may', () => {
  const rows = (count: number) => `time,in\n${'2020-02-14 07:00,1\n'.repeat(count)}`;
  test.each<[string, string | Buffer, Partial<ImportLimits>, string]>([
    ['text', rows(100), { textBytes: 1000 }, 'more than 1,000 bytes once it is unpacked'],
    ['text that was packed', gzipSync(rows(10_000)), { textBytes: 100_000 }, 'more than 100,000 bytes'],
    ['lines', rows(11), { lines: 10 }, 'more than 10 lines. Split it into smaller files'],
    [
      'columns',
      `time,in${',x'.repeat(9)}\n`,
      { columns: 10 },
      'more than 10 columns. Remove columns that are not needed',
    ],
    ['readings', rows(11), { readings: 10 }, 'more than 10 readings'],
    ['time', rows(11), { computingMs: 0 }, 'takes too long to read'],
  ])('%s', async (_, file, limits, words) => {
    const { result } = await run(file, {}, limits);
    expect(result.ok ? '' : result.error.message).toContain(words);
  });

  test('slots to fill, however far apart two rows are', async () => {
    const file = 'time,in\n2000-01-01 00:00:00,1\n2020-01-01 00:00:00,1\n';
    const { result } = await run(file, { interval: '1', fillZero: true });
    expect(result.ok ? '' : result.error.message).toContain('slots without a row');
  });
});

describe('repeated times', () => {
  const file = (times: readonly string[]) =>
    `time,in\n${times.map((time, index) => `2020-10-25 ${time},${index}\n`).join('')}`;
  test.each([
    [
      'forward',
      ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'],
      ['23:30', '00:00', '00:30', '01:00', '01:30', '02:00'],
    ],
    [
      'backward',
      ['03:00', '02:30', '02:00', '02:30', '02:00', '01:30'],
      ['02:00', '01:30', '01:00', '00:30', '00:00', '23:30'],
    ],
    ['once, backward', ['03:00', '02:30', '02:00', '01:30'], ['02:00', '00:30', '00:00', '23:30']],
  ])('%s', async (_, times, expected) => {
    const { rows, reports } = await run(file(times));
    expect(reports).toEqual([]);
    const byValue = rows.map((row) => row.split(' ')).sort((a, b) => Number(a[3]) - Number(b[3]));
    expect(byValue.map(([, , at]) => at?.slice(11))).toEqual(expected);
  });
});

describe('filling with 0', () => {
  test('between the first and last reading of each device, whatever their order; unreadable is not 0', async () => {
    const file = [
      'time,in,co,unit',
      '2020-02-14 08:25,5,400,PAD-1',
      '2020-02-14 08:15,?,400,PAD-1',
      '2020-02-14 08:00,1,400,PAD-1',
      '2020-02-14 09:00,2,400,PAD-2',
      '2020-02-14 09:10,2,400,PAD-2',
      '2020-02-14 09:10,2,400,PAD-x',
      '2020-02-14 19:10,2,400,PAD-x',
    ].join('\n');
    const { rows, result } = await run(file, {
      device: 'unit',
      interval: '300',
      fillZero: true,
      map: ['in=affluenceIn', 'co=queueLength'],
    });
    expect(rows.filter((row) => row.includes('affluenceIn'))).toEqual([
      '1 affluenceIn 2020-02-14T07:00 1',
      '1 affluenceIn 2020-02-14T07:05 0',
      '1 affluenceIn 2020-02-14T07:10 0',
      '1 affluenceIn 2020-02-14T07:20 0',
      '1 affluenceIn 2020-02-14T07:25 5',
      '2 affluenceIn 2020-02-14T08:00 2',
      '2 affluenceIn 2020-02-14T08:05 0',
      '2 affluenceIn 2020-02-14T08:10 2',
    ]);
    expect(rows.filter((row) => row.includes('queueLength'))).toHaveLength(5);
    expect(result).toMatchObject({ value: { filled: 4 } });
  });

  test('days follow the calendar over a change of the clock', async () => {
    const { rows } = await run('time,in\n2020-03-27,1\n2020-03-31,1\n', { interval: '86400', fillZero: true });
    expect(rows.map((row) => row.split(' ')[2])).toEqual(
      ['27T23', '28T23', '29T22']
        .map((day) => `2020-03-${day}:00`)
        .toSpliced(0, 0, '2020-03-26T23:00')
        .concat('2020-03-30T22:00'),
    );
  });

  test.each([
    [{ fillZero: true }, 'needs --interval'],
    [{ fillZero: true, interval: '300', map: ['in=co2'] }, 'needs a metric that counts'],
    [{ timezone: 'Zurich' }, 'takes an IANA zone'],
    [{ interval: '1.5' }, 'whole seconds'],
    [{ map: [] }, 'at least once'],
    [{ map: ['in'] }, '<column>=<metric>'],
    [{ map: ['in=inside'] }, 'computed from affluenceIn'],
    [{ map: ['in=people'] }, 'names no metric "people"'],
  ])('options %j are refused: %s', (given, words) => {
    const result = parseImportOptions({ ...zurich, ...given });
    expect(result.ok ? '' : result.error.message).toContain(words);
  });
});

describe('files as programs save them', () => {
  const at = (rows: readonly string[]) => rows.map((row) => row.split(' ').slice(2).join(' '));

  test('one clear date shows the order of all others', async () => {
    const file = 'time,in\n07/10/2021 14:37,1\n15/10/2021 09:00,2\n';
    expect(at((await run(file)).rows)).toEqual(['2021-10-07T12:37 1', '2021-10-15T07:00 2']);
  });

  test('without one, or with both, dates are left out with the reason until the order is given', async () => {
    const file = 'time,in\n07/10/2021 14:37,1\n08/10/2021 09:00,2\n';
    const unknown = await run(file);
    expect(unknown.rows).toEqual([]);
    expect(unknown.reports[0]).toEqual([2, expect.stringContaining('--dates day-first or month-first')]);
    expect(at((await run(file, { dates: 'day-first' })).rows)).toEqual(['2021-10-07T12:37 1', '2021-10-08T07:00 2']);
    expect(at((await run(file, { dates: 'month-first' })).rows)).toEqual(['2021-07-10T12:37 1', '2021-08-10T07:00 2']);
    const both = await run('time,in\n15/10/2021 14:37,1\n10/15/2021 09:00,2\n');
    expect([both.rows, both.reports.length]).toEqual([[], 2]);
  });

  test('times that are ends of intervals count in the interval before, over midnight and clock changes', async () => {
    const file = 'time,in\n2026-02-10 00:30,1\n2026-02-10 24:00,2\n2026-02-11 00:00,2\n2025-03-30 02:00,3\n';
    const given = { timezone: 'Europe/Zurich', interval: '1800', ends: true };
    expect(at((await run(file, given)).rows)).toEqual([
      '2025-03-30T00:30 3',
      '2026-02-09T23:00 1',
      '2026-02-10T22:30 2',
    ]);
    expect(parseImportOptions({ ...zurich, ends: true })).toMatchObject({ ok: false, error: { field: 'ends' } });
    expect(parseImportOptions({ ...zurich, dates: 'american' })).toMatchObject({
      ok: false,
      error: { field: 'dates' },
    });
  });

  test.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 in the other order', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['compressed Windows-1252', (text: string) => gzipSync(Buffer.from(text, 'latin1'))],
  ])('%s: the column with an umlaut is found', async (_, encode) => {
    const file = encode('time;Fußgänger\n2026-02-14 07:00;3\n2026-02-14 08:00;4\n');
    expect(at((await run(file, { map: ['Fußgänger=affluenceIn'] })).rows)).toEqual([
      '2026-02-14T06:00 3',
      '2026-02-14T07:00 4',
    ]);
  });
});
