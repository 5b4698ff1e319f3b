import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { findUnavailable } from '../unavailable.ts';
import { openRelationalStore, type RelationalStore } from './relational-store.ts';
import { readPidFile } from './stop-leftover-server.ts';

let folder: string;
let store: RelationalStore;
/** All processes of the server, which are stopped together to simulate a hanging machine. */
let server: readonly number[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-silent-'));
  store = await openRelationalStore({ source: { folder: join(folder, 'postgres') }, logger: createLogger('silent') });
}, 60_000);
afterAll(async () => {
  signal('SIGCONT');
  await store.close();
  await rm(folder, { recursive: true, force: true });
}, 30_000);

function signal(name: NodeJS.Signals): void {
  for (const pid of server) {
    try {
      process.kill(pid, name);
    } catch {
      // A process of the server that has ended meanwhile.
    }
  }
}

test('callers waiting for a silent server get an error, also in a transaction, and are served once it is back', {
  timeout: 60_000,
}, async () => {
  // Opens connections that are idle when the server stops.
  await Promise.all([1, 2, 3].map(() => store.pool.query('select pg_sleep(0.05)')));
  const { pid } = (await readPidFile(join(folder, 'postgres'))) ?? {};
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  server = [pid as number, ...children];

  let openedIn = () => {};
  const isOpen = new Promise<void>((resolve) => {
    openedIn = resolve;
  });
  let goOn = () => {};
  const silent = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const transaction = store.db.transaction(async (work) => {
    await work.execute(sql`select 1`);
    openedIn();
    await silent;
    await work.execute(sql`select 1`);
  });
  await isOpen;
  signal('SIGSTOP');
  goOn();
  const ends = await Promise.allSettled([transaction, store.pool.query('select 1'), store.db.execute(sql`select 1`)]);
  for (const end of ends)
    expect(findUnavailable((end as PromiseRejectedResult).reason)).toMatchObject({
      message: 'The server cannot answer right now',
    });
  // None of the idle connections is used any more: a new one is requested, which fails.
  expect(findUnavailable(await store.pool.query('select 1').catch((error) => error))).not.toBeNull();

  signal('SIGCONT');
  await vi.waitFor(async () => expect((await store.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]));
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => store.pool.query('select 1').then(() => 'served')))).toEqual(
    Array(5).fill('served'),
  );
});

test('a long statement on a responsive server is not interrupted', { timeout: 20_000 }, async () => {
  expect((await store.pool.query('select 1 as one from pg_sleep(4)')).rows).toEqual([{ one: 1 }]);
});
