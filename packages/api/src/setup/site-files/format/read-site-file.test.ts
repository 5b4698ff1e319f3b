import { expect, test } from 'vitest';
import { Overloaded } from '../../../platform/failures.ts';
import { readSiteFile } from './read-site-file.ts';
import { readText } from './read-text.ts';

/** Enough to be read in a worker thread. */
const devices = Array.from(
  { length: 1500 },
  (_, index) => `      - { serial: PAD-${index}, kind: pad, passage: door }`,
);
const large = [
  'organization: { name: A }',
  'installations:',
  '  - key: hall',
  '    name: Hall',
  '    timezone: UTC',
  '    passages: [{ key: door, from: outside, to: a }]',
  '    devices:',
  ...devices,
].join('\n');

test('a large file is read as a small one is, and each value is known by its place', async () => {
  const { file, reading } = await readSiteFile(large);
  expect(reading.problems).toEqual([]);
  expect(file).toEqual(readText(large).file);
  const last = file?.installations?.[0]?.devices?.at(-1);
  expect(reading.at(last as object, 'serial')).toEqual({ line: 7 + devices.length, column: 19 });
  expect(reading.at(file?.organization as object, 'name')).toEqual({ line: 1, column: 23 });
});

test('problems of a large file are reported with their positions', async () => {
  const { reading } = await readSiteFile(`${large}\n      - { serial: LAST, kind: bread }`);
  expect(reading.problems).toMatchObject([{ line: 8 + devices.length, column: 31 }]);
});

test('large files of one organization leave room to another, and only so many wait', async () => {
  const of = (organization: string) => readSiteFile(large, { share: [organization, 'somebody'] });
  const own = [of('one'), of('one'), of('one')];
  await expect(of('one')).rejects.toThrow(Overloaded);
  const order: string[] = [];
  const done = [...own.map((each) => each.then(() => order.push('one'))), of('two').then(() => order.push('two'))];
  await Promise.all(done);
  expect(order.indexOf('two')).toBeLessThan(3);
}, 120_000);

test('what is too large is refused before it is read', async () => {
  const { file, reading } = await readSiteFile('#'.repeat(5_000_001));
  expect(file).toBeNull();
  expect(reading.problems).toEqual([{ line: 1, column: 1, message: 'the file is larger than 5 MB' }]);
});
