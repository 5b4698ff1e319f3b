import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOverlap } from './describe-overlap.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'atrium-apart-')));
  for (const folder of ['data/files', 'disk/pictures', 'backups', 'data-old'])
    mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(join(root, 'data'), join(root, 'link-to-data'));
  symlinkSync(join(root, 'disk/pictures'), join(root, 'data/linked'));
  symlinkSync(root, join(root, 'link-to-root'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  'data',
  'data/',
  'data/backups',
  'data/files/not/yet/there',
  'backups/../data/backups',
  'link-to-data',
  'link-to-data/backups',
  'link-to-root/data/backups',
  'disk/pictures/backups',
])('%s is inside the data folder', (place) => {
  const path = `${root}/${place}`;
  const data = join(root, 'data');
  expect(describeOverlap(path, data)).toBe(`${path} is inside the data folder ${data}: name a folder outside of it`);
  expect(describeOverlap(path, join(root, 'link-to-data'))).toContain('is inside the data folder');
  expect(describeOverlap(relative(process.cwd(), path), data)).toContain('is inside the data folder');
});

test.each(['.', 'link-to-root'])('%s has the data folder in it', (place) => {
  const [path, data] = [join(root, place), join(root, 'data')];
  expect(describeOverlap(path, data)).toBe(`the data folder ${data} is inside ${path}: name a folder outside of it`);
});

test.each(['backups', 'backups/not/yet', 'data-old', 'data-old/backups', 'disk', 'link-to-root/backups'])(
  '%s is apart from the data folder',
  (place) => expect(describeOverlap(join(root, place), join(root, 'data'))).toBeNull(),
);

test('a storage elsewhere is apart from every folder', () => {
  expect(describeOverlap('s3://bucket/data', '/data')).toBeNull();
});
