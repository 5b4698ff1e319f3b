import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { atriumIn, endAll } from '../platform/testing/run-atrium.ts';

let root: string;
const running: ChildProcess[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-erase-'));
});
afterEach(() => endAll(running));
afterAll(() => rm(root, { recursive: true, force: true }));

test('an organization is erased with its readings and files, by whoever says so twice, and nobody else is', {
  timeout: 180_000,
}, async () => {
  const folder = join(mkdtempSync(join(root, 'try-')), 'data');
  const atrium = atriumIn(folder, running);
  await atrium.fill('Ours', ['2026-03-02', '2026-03-03']);
  await atrium.fill('Theirs', ['2026-03-02']);
  // The first ids there are, in this order.
  const fileOf = (organization: number) => join(folder, `files/plans/${organization}/1.png`);
  for (const organization of [1, 2]) {
    mkdirSync(join(fileOf(organization), '..'), { recursive: true });
    writeFileSync(fileOf(organization), 'a picture');
  }
  const erase = (...words: string[]) => atrium.command('organization', 'erase', ...words);

  // A start awaits the first organization's administrator.
  const serving = await atrium.serve();
  expect(await erase('Ours', '--for-good')).toMatchObject({ status: 1, errors: expect.stringContaining('is in use') });
  await serving.stop();
  expect(await erase('Ours')).toMatchObject({
    status: 1,
    out: 'Ours has sites: 1, people: 1, readings: 8\n',
    errors: expect.stringContaining('nothing was erased'),
  });
  expect(await erase('Nobody', '--for-good')).toMatchObject({
    status: 1,
    errors: 'there is no organization "Nobody"\n',
  });

  const others = await atrium.command('site', 'export', 'Theirs');
  expect(await erase('Ours', '--for-good')).toMatchObject({
    status: 0,
    out: expect.stringContaining('Ours is erased'),
  });
  expect(await erase('Ours', '--for-good')).toMatchObject({ status: 1, errors: 'there is no organization "Ours"\n' });
  expect([1, 2].map((organization) => existsSync(fileOf(organization)))).toEqual([false, true]);
  expect(await atrium.command('site', 'export', 'Theirs')).toEqual(others);
  expect(await erase('Theirs')).toMatchObject({ out: 'Theirs has sites: 1, people: 0, readings: 4\n' });
  expect(await atrium.command('site', 'erase', 'Theirs', 'hall', '--for-good')).toMatchObject({ status: 0 });
  expect(await erase('Theirs')).toMatchObject({ out: 'Theirs has sites: 0, people: 0, readings: 0\n' });
  expect((await atrium.command('doctor')).out).toMatch(/readings: all that were acknowledged are there/);
});
