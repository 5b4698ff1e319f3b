import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openRelationalStore } from '../../platform/relational/relational-store.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { createAtrium, endAll } from '../../platform/testing/run-atrium.ts';

let root: string;
const running: ChildProcess[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-erase-'));
});
afterEach(() => endAll(running));
afterAll(() => rm(root, { recursive: true, force: true }));

test('an organization is erased with its readings and files after two confirmations, and no other is', {
  timeout: 600_000,
}, async () => {
  const folder = join(mkdtempSync(join(root, 'try-')), 'data');
  const atrium = createAtrium(folder, running);
  await atrium.fill('Ours', ['2026-03-02', '2026-03-03']);
  await atrium.fill('Theirs', ['2026-03-02']);
  // A new installation assigns these ids in order.
  const fileOf = (organization: number) => join(folder, `files/plans/${organization}/1.png`);
  for (const organization of [1, 2]) {
    mkdirSync(join(fileOf(organization), '..'), { recursive: true });
    writeFileSync(fileOf(organization), 'a picture');
  }
  const erase = (...words: string[]) => atrium.command('organization', 'erase', ...words);

  // A start waits for the first organization's administrator.
  const serving = await atrium.serve();
  expect(await erase('Ours', '--for-good')).toMatchObject({ status: 1, errors: expect.stringContaining('is in use') });
  // Without a named folder, the server on the port determines the folder.
  const unnamed = createAtrium('', running, { PORT: new URL(serving.address).port });
  for (const words of [
    ['organization', 'erase', 'Ours'],
    ['site', 'erase', 'Ours', 'hall'],
  ])
    expect(await unnamed.command(...words)).toMatchObject({
      status: 1,
      errors: expect.stringMatching(new RegExp(`^the data folder ${folder} is in use`)),
    });
  await serving.stop();
  expect(await erase('Ours')).toMatchObject({
    status: 1,
    out: 'Ours has sites: 1, people: 1, readings: 8\n',
    errors: expect.stringContaining('nothing was erased'),
  });
  expect(await erase('Nobody', '--for-good')).toMatchObject({
    status: 1,
    errors: 'there is no organization "Nobody"; the organizations are "Ours", "Theirs"\n',
  });

  const others = await atrium.command('site', 'export', 'Theirs');
  const record = join(folder, 'files/erasures/record.json');
  const interrupted = { organization: 1, name: 'Ours', site: null, begun: '2026-03-04T10:00:00.000Z', finished: null };
  mkdirSync(join(record, '..'), { recursive: true });
  writeFileSync(record, JSON.stringify([interrupted]));
  const unfinished =
    'the erasure of Ours, begun at 2026-03-04T10:00:00.000Z, is not finished: stop the process and run atrium organization erase "Ours" --for-good';
  expect(await atrium.command('doctor')).toMatchObject({ status: 1, errors: `erasures: ${unfinished}\n` });
  const again = await atrium.serve();
  expect(await (await fetch(`${again.address}/readyz`)).json()).toMatchObject({ problems: [unfinished] });
  await again.stop();

  expect(await erase('Ours', '--for-good')).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^the erasure begun at 2026-03-04T10:00:00.000Z is resumed\nOurs is erased/m),
  });
  expect(await erase('Ours', '--for-good')).toMatchObject({
    status: 1,
    errors: 'there is no organization "Ours"; the organizations are "Theirs"\n',
  });
  expect([1, 2].map((organization) => existsSync(fileOf(organization)))).toEqual([false, true]);
  expect(await atrium.command('site', 'export', 'Theirs')).toEqual(others);
  expect(await erase('Theirs')).toMatchObject({ out: 'Theirs has sites: 1, people: 0, readings: 4\n' });
  expect(await atrium.command('site', 'erase', 'Theirs', 'hall', '--for-good')).toMatchObject({ status: 0 });
  expect(await erase('Theirs')).toMatchObject({ out: 'Theirs has sites: 0, people: 0, readings: 0\n' });
  expect(await atrium.command('site', 'erase', 'Ours', 'hall')).toMatchObject({
    status: 1,
    errors: 'there is no organization "Ours"; the organizations are "Theirs"\n',
  });
  const { out } = await atrium.command('doctor');
  expect(out).toMatch(/readings: all that were acknowledged are there/);
  expect(out).toMatch(/^ok {2}erasures: Ours was erased at \S+; Hall of Theirs was erased at \S+$/m);
  const settings = await openRelationalStore({
    source: { folder: join(folder, 'postgres') },
    logger: createLogger('silent'),
  });
  const { rows } = await settings.pool.query("select details from audit_entries where action = 'site.erased'");
  await settings.close();
  expect(rows).toEqual([{ details: { name: 'Hall', key: 'hall' } }]);
});
