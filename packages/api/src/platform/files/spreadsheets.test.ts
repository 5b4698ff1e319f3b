import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { read, type WorkSheet } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpreadsheetCell, SpreadsheetColumn, SpreadsheetSheet } from './spreadsheet.ts';
import { writeSpreadsheet } from './write-spreadsheet.ts';

const text: SpreadsheetColumn = { title: 'Zone', kind: 'text' };
const number: SpreadsheetColumn = { title: 'Entries, visitors', kind: 'number', decimals: 2 };
const time: SpreadsheetColumn = { title: 'Time', kind: 'date-time' };

async function written(sheets: readonly SpreadsheetSheet[], options?: { maxRows: number }) {
  const bytes = await buffer(writeSpreadsheet(sheets, options));
  return { bytes, book: read(bytes, { cellStyles: true, cellNF: true, sheetStubs: false }) };
}

const sheetOf = async (columns: readonly SpreadsheetColumn[], rows: readonly (readonly SpreadsheetCell[])[]) => {
  const { bytes, book } = await written([{ name: 'Data', columns, rows }]);
  return { bytes, sheet: book.Sheets.Data as WorkSheet };
};

describe('cells', () => {
  it('are numbers, dates and texts to another reader, with matching formats', async () => {
    const columns: readonly SpreadsheetColumn[] = [
      time,
      { title: 'Day', kind: 'date' },
      number,
      { title: 'Coverage', kind: 'percent', decimals: 1 },
      text,
    ];
    const { sheet } = await sheetOf(columns, [['2026-03-29T03:15', '2026-03-29', 1234.5678, 0.25, 'Halle & <Gleise>']]);
    expect(sheet.A2).toMatchObject({ t: 'n', v: 46110.135416666664, w: '2026-03-29 03:15' });
    expect(sheet.B2).toMatchObject({ t: 'n', v: 46110, w: '2026-03-29' });
    expect(sheet.C2).toMatchObject({ t: 'n', v: 1234.5678, w: '1,234.57' });
    expect(sheet.D2).toMatchObject({ t: 'n', v: 0.25, w: '25.0%' });
    expect(sheet.E2).toMatchObject({ t: 's', v: 'Halle & <Gleise>' });
    expect(sheet.C1).toMatchObject({ t: 's', v: 'Entries, visitors' });
  });

  it('are empty where a value is missing, and never 0', async () => {
    const { sheet } = await sheetOf(
      [text, number, number],
      [
        [null, null, Number.NaN],
        ['', 0, Number.POSITIVE_INFINITY],
      ],
    );
    expect([sheet.A2, sheet.B2, sheet.C2, sheet.A3, sheet.C3]).toEqual(Array(5).fill(undefined));
    expect(sheet.B3).toMatchObject({ t: 'n', v: 0 });
  });

  it('in columns of numbers and dates may be texts', async () => {
    const { sheet } = await sheetOf(
      [number, time],
      [
        ['closed', 'whenever'],
        ['12', '1899-12-31T00:00'],
      ],
    );
    for (const cell of [sheet.A2, sheet.B2, sheet.A3, sheet.B3]) expect(cell.t).toBe('s');
  });

  it.for(['=1+1', '+41 44', '-5', '@sum', '\t=1', '\r=1', ' =cmd', '=HYPERLINK("http://x")', '\u0001=1'])(
    'keep %j as text, marked as quoted',
    async (dangerous) => {
      const { bytes, sheet } = await sheetOf([text], [[dangerous], ['plain - text']]);
      expect(sheet.A2).toMatchObject({ t: 's', v: dangerous.replaceAll('\u0001', '') });
      expect(sheet.A2.f).toBeUndefined();
      const xml = await partOf(bytes, 'xl/worksheets/sheet1.xml');
      expect(xml).toContain('r="A2" s="1"');
      expect(xml).toContain('r="A3" s="0"');
      expect(await partOf(bytes, 'xl/styles.xml')).toContain('quotePrefix="1"');
    },
  );

  it('are read back unchanged with any text, except for characters XML cannot contain', async () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('_', 'x', '0', 'D', '_x000D_', '\r', '\n', '\t', ' ', '&', '<', ']]>', '=', '\ud800'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(unit, fc.double({ noNaN: true, noDefaultInfinity: true })), { maxLength: 8 }),
        async (values) => {
          const { sheet } = await sheetOf(
            [text],
            values.map((value) => [value]),
          );
          // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot say
          const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
          const expected = values.map((value) =>
            typeof value === 'number'
              ? value + 0
              : // The reader normalizes line endings.
                value.replace(unwritable, '').replaceAll('\r\n', '\n'),
          );
          expect(values.map((_, at) => sheet[`A${at + 2}`]?.v ?? '')).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('hold as much as Excel allows, and show when they were cut', async () => {
    const { sheet } = await sheetOf(
      [text],
      [['a'.repeat(32_767)], ['b'.repeat(32_768)], [`${'c'.repeat(32_765)}🙂🙂`]],
    );
    expect(sheet.A2.v).toHaveLength(32_767);
    expect(sheet.A3.v).toBe(`${'b'.repeat(32_766)}…`);
    expect(sheet.A4.v).toBe(`${'c'.repeat(32_765)}…`);
  });
});

describe('sheets', () => {
  it('continue in further ones with the same header when there are too many rows', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => [at]);
    const { book } = await written([{ name: 'Many', columns: [number], rows }], { maxRows: 4 });
    expect(book.SheetNames).toEqual(['Many', 'Many (2)', 'Many (3)']);
    const values = book.SheetNames.map((name) => [2, 3, 4].map((row) => book.Sheets[name]?.[`A${row}`]?.v));
    expect(values).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
    ]);
    for (const name of book.SheetNames) expect(book.Sheets[name]?.A1.v).toBe('Entries, visitors');
  });

  it('exist with their headers even without rows', async () => {
    const { book } = await written([{ name: 'None', columns: [text], rows: [] }]);
    expect(book.SheetNames).toEqual(['None']);
    expect(book.Sheets.None?.A1.v).toBe('Zone');
  });

  it('have unique names that Excel accepts', async () => {
    const wanted = [
      'Halle/Süd: [1]?',
      "'quoted'",
      'History',
      '',
      'a'.repeat(40),
      'A'.repeat(40),
      'x\u0000y',
      `${'z'.repeat(30)}🙂`,
    ];
    const { book } = await written(wanted.map((name) => ({ name, columns: [text], rows: [] })));
    expect(book.SheetNames).toEqual([
      'Halle Süd 1',
      'quoted',
      'History –',
      '–',
      'a'.repeat(31),
      `${'A'.repeat(27)} (2)`,
      'x y',
      'z'.repeat(30),
    ]);
  });

  it('have a frozen, bold header, and are mirrored for right-to-left languages', async () => {
    const { bytes } = await written([{ name: 'بيانات', columns: [text, number], rows: [], direction: 'rtl' }]);
    const xml = await partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(xml).toContain('rightToLeft="1"');
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(xml).toContain('<c r="A1" s="2"');
    expect(await partOf(bytes, 'xl/styles.xml')).toContain('<font><b/>');
  });

  it('have columns beyond Z', async () => {
    const columns = Array.from({ length: 800 }, () => number);
    const { sheet } = await sheetOf(columns, [columns.map((_, at) => at)]);
    expect([sheet.Z2.v, sheet.AA2.v, sheet.ZZ2.v, sheet.AAA2.v]).toEqual([25, 26, 701, 702]);
  });
});

describe('rows', () => {
  it('are read only as fast as bytes are consumed, and ended when the stream is destroyed', async () => {
    let given = 0;
    let isEnded = false;
    async function* endless() {
      try {
        for (;;) {
          given += 1;
          yield [`${given} ${Math.sin(given)}`];
        }
      } finally {
        isEnded = true;
      }
    }
    const stream = writeSpreadsheet([{ name: 'Endless', columns: [text], rows: endless() }]);
    await new Promise((resolve) => stream.once('readable', resolve));
    let before = -1;
    while (before !== given) {
      before = given;
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(given).toBeLessThan(100_000);
    stream.destroy();
    await expect.poll(() => isEnded).toBe(true);
  });

  it('that fail, fail the stream and end', async () => {
    let isEnded = false;
    async function* failing() {
      try {
        yield ['one'];
        throw new Error('the store is away');
      } finally {
        isEnded = true;
      }
    }
    await expect(buffer(writeSpreadsheet([{ name: 'x', columns: [text], rows: failing() }]))).rejects.toThrow(
      'the store is away',
    );
    expect(isEnded).toBe(true);
  });
});

const run = promisify(execFile);
const hasOffice = await run('soffice', ['--version']).then(
  () => true,
  () => false,
);

describe('an office program', () => {
  it.skipIf(!hasOffice)(
    'opens the file correctly (needs LibreOffice)',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'atrium-office-'));
      try {
        const rows = [
          ['2026-03-29T03:15', '=1+1', 1234.5, null],
          ['2026-03-29T03:30', 'قاعة 🙂', -2, 'closed'],
        ];
        const columns = [time, text, number, number];
        await writeFile(join(folder, 'a.xlsx'), (await written([{ name: 'Data', columns, rows }])).bytes);
        const home = `-env:UserInstallation=file://${folder}/home`;
        await run('soffice', [
          home,
          '--headless',
          '--convert-to',
          'csv:Text - txt - csv (StarCalc):44,34,76',
          '--outdir',
          folder,
          join(folder, 'a.xlsx'),
        ]);
        expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe(
          'Time,Zone,"Entries, visitors","Entries, visitors"\n' +
            '2026-03-29 03:15,=1+1,"1,234.50",\n' +
            '2026-03-29 03:30,قاعة 🙂,-2.00,closed\n',
        );
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );
});

/** Returns a part of the package as text. */
async function partOf(bytes: Buffer, path: string): Promise<string> {
  const { files } = read(bytes, { bookFiles: true }) as unknown as { files: Record<string, { content: Uint8Array }> };
  return Buffer.from(files[path]?.content ?? []).toString();
}
