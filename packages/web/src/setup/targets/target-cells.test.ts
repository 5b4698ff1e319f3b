import { expect, test } from 'vitest';
import { listTargetRows, readBlock, type TargetRow } from './target-cells.ts';

const sites = [
  {
    id: 1,
    name: 'Arcades',
    currency: 'CHF',
    zones: [
      { id: 11, name: 'Hall', isDisabled: false },
      { id: 12, name: 'Old', isDisabled: true },
    ],
  },
  { id: 2, name: 'Bryant', currency: null, zones: [{ id: 21, name: 'Floor', isDisabled: false }] },
];
const keysOf = (rows: readonly TargetRow[]) => rows.map(({ key }) => key);

test('a site shows its zones that are unfolded, and those with a target', () => {
  expect(keysOf(listTargetRows(sites, [], new Set()))).toEqual(['1', '2']);
  expect(keysOf(listTargetRows(sites, [], new Set([1])))).toEqual(['1', '1 11', '2']);
  const planned = [12, 21].map((zoneId) => ({ installationId: 1, zoneId, month: '2026-11', value: 5 }));
  expect(keysOf(listTargetRows(sites, planned, new Set()))).toEqual(['1', '1 12', '2', '2 21']);
});

const rows = listTargetRows(sites, [], new Set());
const valuesOf = (text: string, locale = 'en') => {
  const read = readBlock(text, rows, ['2026-11', '2026-12'], locale);
  return 'bad' in read ? read.bad : read.map(({ installationId, month, value }) => [installationId, month, value]);
};

test.each([
  [
    'a block',
    "1'000\t2\r\n3\t\n",
    'en',
    [
      [1, '2026-11', 1000],
      [1, '2026-12', 2],
      [2, '2026-11', 3],
      [2, '2026-12', null],
    ],
  ],
  [
    'only what has a row and a month',
    '1\t2\t3\n4\t5\t6\n7\t8\t9',
    'en',
    [
      [1, '2026-11', 1],
      [1, '2026-12', 2],
      [2, '2026-11', 4],
      [2, '2026-12', 5],
    ],
  ],
  ['decimals of the reader', '1,5', 'de', [[1, '2026-11', 1.5]]],
  ['no words', '1\tmany', 'en', 'many'],
  ['nothing below 0', '-1', 'en', '-1'],
  ['nothing that could be thousands or decimals', '1,050', 'en', '1,050'],
] as const)('a paste takes %s', (_, text, locale, expected) => {
  expect(valuesOf(text, locale)).toEqual(expected);
});
