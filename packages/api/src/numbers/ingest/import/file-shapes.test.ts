import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { buildFileShapes, buildShapeSeries, type ShapeContent } from '@atrium/testkit/files';
import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { uploadLimits } from './import-limits.ts';
import { type GivenOptions, parseImportOptions } from './import-options.ts';
import { importOpenFile } from './import-readings.ts';

const series = buildShapeSeries();
const usual = {
  ...{ timezone: 'Europe/Zurich', time: 'time', device: '=EL-1', interval: '3600', amounts: true },
  map: ['kWh=electricityConsumption'],
};

async function pack(content: ShapeContent): Promise<Buffer> {
  if (content.kind === 'zip') {
    const zip = new ZipFile();
    for (const [name, text] of Object.entries(content.files)) zip.addBuffer(Buffer.from(text), name);
    zip.end();
    return buffer(zip.outputStream);
  }
  if (content.kind === 'sheet') {
    const sheet = utils.aoa_to_sheet(content.rows as unknown[][], { UTC: true });
    const book = utils.book_new(sheet, 'Readings');
    return Buffer.from(write(book, { type: 'buffer', bookType: content.as, compression: true }));
  }
  if (content.as === 'gzip') return gzipSync(content.text);
  if (content.as === 'utf16be') return Buffer.from(content.text, 'utf16le').swap16();
  return Buffer.from(content.text, content.as ?? 'utf8');
}

async function read(content: ShapeContent, given: Readonly<Record<string, unknown>>) {
  const options = parseImportOptions({ ...usual, ...given } as GivenOptions);
  if (!options.ok) throw new Error(options.error.message);
  const file = await pack(content);
  const sent: { device: string; metric: string; at: string; value: number; interval: number; kind: string }[] = [];
  const reports: string[] = [];
  const result = await importOpenFile(
    () => Readable.from([file]),
    options.value,
    {
      send: async (raw) => {
        sent.push(...(raw as typeof sent));
        return { ok: true, value: { accepted: raw.length, unchanged: 0, corrected: 0, rejected: [] } };
      },
      report: (line, { message }) => void reports.push(`${line}: ${message}`),
      batchSize: 10,
    },
    uploadLimits,
  );
  if (!result.ok) reports.push(result.error.message);
  const readings = sent.map(({ device, metric, at, value, interval, kind }) =>
    [device, metric, Date.parse(at), Number(value.toFixed(9)), interval, kind].join(' '),
  );
  return { readings: readings.sort(), reports };
}

const expected = series.map(({ at, value }) => `EL-1 electricityConsumption ${at} ${value} 3600 amount`).sort();
const shapes = buildFileShapes();

test('the shapes are many, and each has its own name', () => {
  expect(new Set(shapes.map(({ name }) => name)).size).toBe(shapes.length);
  expect(shapes.filter(({ refused }) => refused === undefined).length).toBeGreaterThanOrEqual(60);
});

test.each(shapes.filter(({ refused }) => refused === undefined))('$name is read back equal', async (one) => {
  const { readings, reports } = await read(one.content, one.options);
  expect(reports).toEqual([]);
  expect(readings).toEqual(expected);
});

test.each(shapes.filter(({ refused }) => refused !== undefined))('$name is refused with the reason', async (one) => {
  const { readings, reports } = await read(one.content, one.options);
  expect(reports.join('\n')).toMatch(one.refused as RegExp);
  expect(readings).toEqual([]);
});
