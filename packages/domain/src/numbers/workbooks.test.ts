import { utils, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { detectContainer, isWorkbookZip, readWorkbook, unpackZip } from './workbooks.ts';

const archive = zipSync({ 'a.csv': strToU8('time,in'), 'b.bin': new Uint8Array(5000) });

test('an archive gives only the entries asked for, and never more bytes than allowed', () => {
  expect(detectContainer(archive)).toBe('zip');
  expect(isWorkbookZip(archive)).toBe(false);
  const csv = unpackZip(archive, 100, (name) => name.endsWith('.csv'));
  expect(typeof csv === 'string' ? csv : [...csv.keys()]).toEqual(['a.csv']);
  expect(unpackZip(archive, 4999, () => true)).toBe('large');
  expect(unpackZip(archive, 5007, () => true)).toBeInstanceOf(Map);
  expect(unpackZip(archive, 100, () => false)).toBe('broken');
  expect(unpackZip(archive.subarray(0, 40), 100, () => true)).toBe('broken');
});

test('an archive of too many entries is not read', () => {
  const many = zipSync(Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`${index}.csv`, strToU8('x')])));
  expect(unpackZip(many, 1_000_000, () => true)).toBe('large');
});

test.each([
  [false, 43_875.25],
  [true, 43_875.25 - 1462],
])('dates of a workbook that counts from 1904 (%s) are the same', (date1904, value) => {
  const sheet = utils.aoa_to_sheet([['time'], []]);
  sheet.A2 = { t: 'n', v: value, z: 'yyyy-mm-dd hh:mm' };
  sheet['!ref'] = 'A1:A2';
  const book = utils.book_new(sheet, 'One');
  book.Workbook = { WBProps: { date1904 } };
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }));
  const rows = readWorkbook(bytes, { unpackedBytes: 1_000_000, rows: 10, columns: 5 });
  expect(typeof rows === 'string' ? rows : [...rows].map(({ cells }) => cells[0])).toEqual([
    'time',
    '2020-02-14T06:00:00',
  ]);
});

test('a workbook with more rows than allowed is not read', () => {
  const book = utils.book_new(utils.aoa_to_sheet([[1], [2], [3]]), 'One');
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }));
  expect(readWorkbook(bytes, { unpackedBytes: 1_000_000, rows: 2, columns: 5 })).toBe('rows');
});
