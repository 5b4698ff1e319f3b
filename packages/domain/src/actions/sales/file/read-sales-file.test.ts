import { deflateRawSync } from 'node:zlib';
import { CFB, utils, write } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileTools } from './read-sales-file.ts';
import { readSalesFile } from './read-sales-file.ts';
import { separators, splitRecords } from './split-records.ts';

const tools: FileTools = {
  decode(bytes, encoding) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  },
};

const receipt = ['10234', '2026-11-17T09:41:00+01:00', '102', '3', '48.50', 'CHF'];
const encode = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, mark: boolean) =>
  new Uint8Array(Buffer.concat([Buffer.from(mark ? [0xff, 0xfe] : []), Buffer.from(text, 'utf16le')]));

async function read(bytes: Uint8Array, name: string) {
  const table = readSalesFile(bytes, name, tools);
  if (!table.ok) return table.error;
  const { separator, encoding, rows } = table.value;
  return { separator, encoding, rows: [...rows].map(({ number, cells }) => [number, ...cells]) };
}

test.each(separators)('M02 cells apart by %j', async (separator) => {
  const text = `${receipt.join(separator)}\r\n${receipt.join(separator)}\r\n`;
  expect(await read(encode(text), 'a.CSV')).toEqual({
    separator,
    encoding: 'utf-8',
    rows: [
      [1, ...receipt],
      [2, ...receipt],
    ],
  });
});

test('M02 semicolons beside decimal commas are the separator', async () => {
  expect(
    await read(encode('Bon;Zeit;Filiale;Artikel;Umsatz;Währung\n1;2026-11-17T09:41:00Z;102;3;48,50;CHF'), 'a.csv'),
  ).toMatchObject({
    separator: ';',
    rows: [{}, [2, '1', '2026-11-17T09:41:00Z', '102', '3', '48,50', 'CHF']],
  });
});

test.each([
  ['utf-8', encode('é,ü')],
  ['utf-8', new Uint8Array([0xef, 0xbb, 0xbf, ...encode('é,ü')])],
  ['windows-1252', new Uint8Array([0xe9, 0x2c, 0xfc])],
  ['utf-16', utf16('é,ü', true)],
  ['utf-16', utf16('receipt,ü', false)],
])('M02 letters in %s', async (encoding, bytes) => {
  const read = readSalesFile(bytes, 'a.csv', tools);
  if (!read.ok) throw new Error(read.error);
  expect(read.value.encoding).toBe(encoding);
  expect([...read.value.rows][0]?.cells[1]).toBe('ü');
});

test('records are those csv-parse finds', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' ', '1') });
  const quoted = (text: string) => (/["\n\r,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }), (records) => {
      const text = records.map((cells) => cells.map(quoted).join(',')).join('\r\n');
      fc.pre(!text.endsWith('\n') && text !== '' && !text.endsWith('\r\n'));
      const known = parse(text, { relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n'] });
      expect([...splitRecords(text, ',')]).toEqual(known);
    }),
  );
});

test('any text whatever is cut without losing a letter that is no separator, quote or line end', () => {
  const letters = (text: string) => text.replace(/[",\r\n]/g, '');
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', '\n', '\r') }), (text) => {
      expect(letters([...splitRecords(text, ',')].flat().join(''))).toBe(letters(text));
    }),
  );
});

function workbook(rows: readonly (readonly unknown[])[], bookType: 'xlsx' | 'biff8'): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][], { cellDates: false }), 'Sheet');
  return new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer);
}

test.each([
  ['xlsx', 'xlsx'],
  ['xls', 'biff8'],
] as const)('M02 a workbook, .%s', async (extension, bookType) => {
  const rows = [receipt, [10_234, receipt[1], 102, 3, 48.5], ['=1+1', '', '__proto__', '', '', 'CHF']];
  expect(await read(workbook(rows, bookType), `a.${extension}`)).toEqual({
    separator: null,
    encoding: null,
    rows: [
      [1, ...receipt],
      [2, 10_234, receipt[1], 102, 3, 48.5, ''],
      [3, '=1+1', '', '__proto__', '', '', 'CHF'],
    ],
  });
});

test('M02 a date of a spreadsheet is read as one that has no offset', async () => {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([[1, 46_343.403472222]]);
  (sheet.B1 as { z?: string }).z = 'dd/mm/yyyy hh:mm';
  utils.book_append_sheet(book, sheet, 'Sheet');
  const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  expect(await read(bytes, 'a.xlsx')).toMatchObject({ rows: [[1, 1, '2026-11-17T09:41:00']] });
});

test.each([
  ['another kind', encode('a,b'), 'a.txt'],
  ['no extension', encode('a,b'), 'csv'],
  ['a text that is called a workbook', encode('a,b'), 'a.xlsx'],
  ['a workbook that is called a text', workbook([receipt], 'xlsx'), 'a.csv'],
  ['an old workbook that is called a new one', workbook([receipt], 'biff8'), 'a.xlsx'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'a.csv'],
  ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]), 'a.csv'],
])('M02 %s is refused for its kind', async (_, bytes, name) => {
  expect(await read(bytes, name)).toBe('fileType');
});

test('M02 what is too large, or has too many rows, is refused', async () => {
  expect(await read(new Uint8Array(10 * 1024 * 1024 + 1).fill(97), 'a.csv')).toBe('fileSize');
  expect(await read(encode('1\n'.repeat(400_003)), 'a.csv')).toBe('rowCount');
});

test('one cell of 10 MB is a cell', async () => {
  expect(await read(new Uint8Array(10 * 1024 * 1024).fill(97), 'a.csv')).toMatchObject({ rows: [{ length: 2 }] });
  const open = encode(`"${'a'.repeat(10 * 1024 * 1024 - 1)}`);
  expect(await read(open, 'a.csv')).toMatchObject({ rows: [{ length: 2 }] });
});

/** A zip whose entry claims an arbitrary size. */
function zipOf(name: string, data: Uint8Array, claimed: number): Uint8Array {
  const packed = deflateRawSync(data);
  const label = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(claimed, 22);
  local.writeUInt16LE(label.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(claimed, 24);
  entry.writeUInt16LE(label.length, 28);
  const begin = local.length + label.length + packed.length;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + label.length, 12);
  end.writeUInt32LE(begin, 16);
  return new Uint8Array(Buffer.concat([local, label, packed, entry, label, end]));
}

/** A workbook whose first sheet contains these rows of XML. */
function workbookOf(rows: string): Uint8Array {
  const archive = CFB.read(Buffer.from(workbook([['1']], 'xlsx')), { type: 'buffer' });
  const sheet = CFB.find(archive, '/xl/worksheets/sheet1.xml');
  if (sheet === null) throw new Error('the workbook has no sheet');
  const xml = Buffer.from(sheet.content as Uint8Array).toString();
  sheet.content = Buffer.from(xml.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows}</sheetData>`));
  sheet.size = sheet.content.length;
  return new Uint8Array(CFB.write(archive, { fileType: 'zip', type: 'buffer' } as never) as Buffer);
}

test('cells in the last place of a sheet do not make a table of all the places before them', async () => {
  const last = '<c r="XFD1048576"><v>1</v></c>'.repeat(1000);
  expect(await read(workbookOf(`<row r="1">${last}</row>`), 'a.xlsx')).toBe('rowCount');
  const low = '<row r="400000"><c r="A400000"><v>1</v></c></row>';
  expect(await read(workbookOf(low), 'a.xlsx')).toMatchObject({ rows: [[400_000, 1]] });
});

test('a row has no more columns than a file may have', async () => {
  const table = readSalesFile(encode(','.repeat(1_000_000)), 'a.csv', tools);
  expect(table.ok && [...table.value.rows].map(({ cells }) => cells.length)).toEqual([50]);
});

test.each([0, 10, 0xffff_ffff])('a bomb that says it has %d bytes is refused before it goes off', async (claimed) => {
  const bomb = zipOf('xl/worksheets/sheet1.xml', new Uint8Array(161 * 1024 * 1024), claimed);
  expect(bomb.length).toBeLessThan(1024 * 1024);
  expect(await read(bomb, 'a.xlsx')).toBe('unreadable');
});

test('an entity from outside is neither fetched nor shown', async () => {
  const xml = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>
    <worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&e;</t></is></c></row></sheetData></worksheet>`;
  const answer = await read(zipOf('xl/worksheets/sheet1.xml', encode(xml), xml.length), 'a.xlsx');
  expect(JSON.stringify(answer)).not.toContain('root:');
});

test('a workbook that was cut off or changed anywhere is read or refused, and nothing else', async () => {
  const whole = workbook([receipt, receipt], 'xlsx');
  const old = workbook([receipt, receipt], 'biff8');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(whole, old),
      fc.nat(),
      fc.nat(255),
      fc.boolean(),
      async (bytes, place, byte, isCut) => {
        const at = 8 + (place % (bytes.length - 8));
        const broken = isCut ? bytes.slice(0, at) : bytes.with(at, byte);
        const answer = await read(broken, bytes === whole ? 'a.xlsx' : 'a.xls');
        expect(typeof answer === 'string' ? ['unreadable', 'rowCount'] : [answer]).toContain(answer);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);
