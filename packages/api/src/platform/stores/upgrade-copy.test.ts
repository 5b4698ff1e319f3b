import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  copyBeforeUpgrade,
  measureUpgradeCopy,
  putBackUpgradeCopy,
  readUpgradeCopy,
  removeOldUpgradeCopy,
  upgradeCopyDays,
  upgradeCopyFolder,
} from './upgrade-copy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-upgrade-'));
  for (const [path, content] of Object.entries(before)) write(path, content);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const part = 'analytics/store/2ba/2baf8654/202611_1_1_0/data.bin';
const before: Readonly<Record<string, string>> = {
  'postgres/PG_VERSION': '17',
  'postgres/base/1': 'rows',
  'postgres/postmaster.pid': '999999999\n',
  'analytics/metadata/default/readings.sql': 'ATTACH TABLE',
  [part]: 'x'.repeat(10_000),
  'files/logo.png': 'a picture',
  'schema.json': '{"version":"0.1.0","relational":7,"analytics":"0003"}\n',
};
const from = { version: '0.1.0', relational: 7, analytics: '0003' };
const clock = (day: number) => ({ now: () => day * 86_400_000 });

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const read = (path: string) => readFileSync(join(folder, path), 'utf8');

/** Changes both stores as a migration and a merge would. */
function upgrade(): void {
  write('postgres/base/1', 'rows with another column');
  write('analytics/metadata/default/readings.sql', 'ATTACH TABLE with another column');
  rmSync(dirname(join(folder, part)), { recursive: true });
  write('analytics/store/2ba/2baf8654/202611_1_2_1/data.bin', 'merged');
  write('schema.json', '{"version":"0.2.0","relational":9,"analytics":"0004"}\n');
}

test('gives back both stores as they were, and leaves files alone', async () => {
  await copyBeforeUpgrade(folder, from, clock(1));
  upgrade();
  write('files/logo.png', 'a newer picture');
  const copy = await readUpgradeCopy(folder);
  expect(copy).toMatchObject({ from, madeAt: 86_400_000 });
  await putBackUpgradeCopy(folder, copy as NonNullable<typeof copy>, join(folder, 'aside'));
  for (const path of ['postgres/PG_VERSION', 'postgres/base/1', 'analytics/metadata/default/readings.sql', part])
    expect(read(path), path).toBe(before[path]);
  expect(JSON.parse(read('schema.json'))).toEqual(from);
  expect(read('files/logo.png')).toBe('a newer picture');
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  expect(read('aside/postgres/base/1')).toBe('rows with another column');
  expect(readdirSync(folder).toSorted()).toEqual(['analytics', 'aside', 'files', 'postgres', 'schema.json']);
});

test('takes no second space for what the engine never changes', async () => {
  expect(await measureUpgradeCopy(folder)).toBeLessThan(100);
  await copyBeforeUpgrade(folder, from, clock(1));
  const [own, copied] = [part, join(upgradeCopyFolder, part)].map((path) => statSync(join(folder, path)).ino);
  expect(copied).toBe(own);
  const [changing, copy] = ['postgres/base/1', join(upgradeCopyFolder, 'postgres/base/1')].map(
    (path) => statSync(join(folder, path)).ino,
  );
  expect(copy).not.toBe(changing);
});

test('an upgrade that is started again keeps its copy; the next upgrade replaces it', async () => {
  await copyBeforeUpgrade(folder, from, clock(1));
  upgrade();
  await copyBeforeUpgrade(folder, from, clock(2));
  expect(read(join(upgradeCopyFolder, 'postgres/base/1'))).toBe('rows');
  await copyBeforeUpgrade(folder, { ...from, version: '0.2.0', relational: 9 }, clock(3));
  expect(read(join(upgradeCopyFolder, 'postgres/base/1'))).toBe('rows with another column');
});

test('a folder of a version without a note goes back to one without', async () => {
  rmSync(join(folder, 'schema.json'));
  const copy = await copyBeforeUpgrade(folder, null, clock(1));
  upgrade();
  await putBackUpgradeCopy(folder, copy, join(folder, 'aside'));
  expect(existsSync(join(folder, 'schema.json'))).toBe(false);
});

test('a roll-back that was interrupted is finished by the next one, and no version starts in between', async () => {
  const copy = await copyBeforeUpgrade(folder, from, clock(1));
  upgrade();
  // A file in the way of the second store stops it after the first.
  write('aside/analytics', 'in the way');
  await expect(putBackUpgradeCopy(folder, copy, join(folder, 'aside'))).rejects.toThrow();
  expect(existsSync(join(folder, 'restoring'))).toBe(true);
  rmSync(join(folder, 'aside/analytics'));
  const again = await readUpgradeCopy(folder);
  await putBackUpgradeCopy(folder, again as NonNullable<typeof again>, join(folder, 'aside'));
  expect(read('postgres/base/1')).toBe('rows');
  expect(read(part)).toBe(before[part]);
  expect(existsSync(join(folder, 'restoring'))).toBe(false);
});

test('is deleted when it is old', async () => {
  await copyBeforeUpgrade(folder, from, clock(1));
  await removeOldUpgradeCopy(folder, clock(1 + upgradeCopyDays));
  expect(await readUpgradeCopy(folder)).not.toBeNull();
  await removeOldUpgradeCopy(folder, clock(2 + upgradeCopyDays));
  expect(existsSync(join(folder, upgradeCopyFolder))).toBe(false);
});
