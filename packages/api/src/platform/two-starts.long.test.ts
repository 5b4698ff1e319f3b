import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type EmptyDatabase } from './testing/empty-database.ts';
import { createAtrium, endAll } from './testing/run-atrium.ts';

let database: EmptyDatabase;
let root: string;
const running: ChildProcess[] = [];
// A first start needs an empty database, also when the test is retried.
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'atrium-starts-'));
  database = await createEmptyDatabase();
});
afterEach(async () => {
  await endAll(running);
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

test('of two first starts on one database one serves, and neither the other nor a restore changes it', {
  timeout: 120_000,
}, async () => {
  const settings = { DATABASE_URL: database.url };
  const folders = ['one', 'two'].map((each) => join(root, each));
  const starts = await Promise.allSettled(folders.map((folder) => createAtrium(folder, running, settings).serve()));
  const served = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  expect(served).toHaveLength(1);
  const refused = starts.findIndex(({ status }) => status === 'rejected');
  expect(String((starts[refused] as PromiseRejectedResult).reason.message)).toMatch(
    new RegExp(
      `^DATABASE_URL \\(localhost/${database.name}\\) is in use by another Atrium \\(process ${served[0]?.child.pid} on [^)]+\\): stop it, or name a database of its own\\. One database serves one process, unless the others are there for pages alone \\(ATRIUM_ROLE\\)\\.\n$`,
    ),
  );
  expect(
    existsSync(join(folders[refused] as string, 'analytics')) &&
      readdirSync(join(folders[refused] as string, 'analytics')),
  ).toEqual([]);

  const other = join(root, 'three');
  const backups = { ...settings, ATRIUM_BACKUP_FOLDER: join(root, 'backups') };
  const serving = createAtrium(folders[1 - refused] as string, running, backups);
  expect(await serving.command('backup', join(root, 'backups'))).toMatchObject({ status: 0 });
  const restored = await createAtrium(other, running, backups).command('restore', join(root, 'backups'), '--replace');
  expect(restored).toMatchObject({ status: 1, errors: expect.stringContaining('is in use by another Atrium') });
  expect((await fetch(`${served[0]?.address}/readyz`)).status).toBe(200);

  await served[0]?.stop('SIGKILL');
  const next = await createAtrium(folders[1 - refused] as string, running, settings).serve();
  expect((await fetch(`${next.address}/readyz`)).status).toBe(200);
});
