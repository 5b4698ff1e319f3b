import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { detectContainer, isWorkbookZip, unpackZip } from './workbooks.ts';

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
