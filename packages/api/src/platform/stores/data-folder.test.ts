import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder, readAnnouncement } from './data-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a new folder gets a secret, readable only by its owner, and keeps it', async () => {
  const path = join(root, 'a/b');
  const first = await openDataFolder(path);
  expect(first.secret).toMatch(/^[\w-]{43}$/);
  expect(Buffer.from(first.secret, 'base64url')).toHaveLength(32);
  expect(modeOf(path)).toBe(0o700);
  expect(modeOf(join(path, 'secret'))).toBe(0o600);
  first.release();
  const again = await openDataFolder(path);
  expect(again.secret).toBe(first.secret);
  again.release();
  const other = await openDataFolder(join(root, 'other'));
  expect(other.secret).not.toBe(first.secret);
  other.release();
});

test('the file mode of a secret restored by hand is fixed too', async () => {
  const secret = 'put-back-from-a-copy-of-the-old-folder-0001';
  writeFileSync(join(root, 'secret'), `${secret}\n`, { mode: 0o644 });
  const folder = await openDataFolder(root);
  expect(folder.secret).toBe(secret);
  expect(modeOf(join(root, 'secret'))).toBe(0o600);
  folder.release();
});

test('a damaged secret is reported, not replaced', async () => {
  (await openDataFolder(root)).release();
  writeFileSync(join(root, 'secret'), 'short\n');
  await expect(openDataFolder(root)).rejects.toThrow(/secret is damaged/);
  expect(readFileSync(join(root, 'secret'), 'utf8')).toBe('short\n');
});

test('a path that is no folder is refused in one line', async () => {
  writeFileSync(join(root, 'file'), '');
  await expect(openDataFolder(join(root, 'file'))).rejects.toThrow(/^the data folder .* cannot be used/);
});

test('a folder that cannot be created is refused too, at once', async () => {
  await expect(openDataFolder('/proc/atrium/data')).rejects.toThrow(/^the data folder .* cannot be used/);
});

const holder = (path: string) => `
  const { openDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))});
  (await openDataFolder(${JSON.stringify(path)})).announce('http://127.0.0.1:4999');
  console.log('held');
  setInterval(() => {}, 1000);`;

test('another process is refused with the name of the process that holds the folder, until that one is killed', async () => {
  for (let round = 0; round < 3; round += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', holder(root)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await expect(openDataFolder(root, 100)).rejects.toThrow(
      `the data folder ${root} is in use by another Atrium (process ${child.pid}, http://127.0.0.1:4999)`,
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    const folder = await openDataFolder(root);
    expect(readAnnouncement(root)).toEqual({ pid: process.pid, address: '' });
    folder.release();
    expect(readAnnouncement(root)).toBeNull();
  }
});

test.for(['', '{', '[]', '{"pid":"1","address":""}', '{"pid":1}'])(
  'an announcement containing %s is ignored',
  (text) => {
    writeFileSync(join(root, 'server.json'), text);
    expect(readAnnouncement(root)).toBeNull();
  },
);
