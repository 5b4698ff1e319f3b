import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../testing/empty-database.ts';
import { databaseUrl } from '../testing/global-setup.ts';
import { acquireLock, type DatabaseLock, type StoreRole } from './database-lock.ts';

const logger = createLogger('silent');
const place = 'DATABASE_URL (database/atrium)';
const held: DatabaseLock[] = [];
let database: EmptyDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(async () => {
  for (const each of held.splice(0)) await each.release();
  await database.drop();
});

async function use(patienceMs = 0, onTaken = () => {}, url = database.url, how?: StoreRole) {
  const taken = await acquireLock({ url, place, logger, onTaken, patienceMs, ...(how && { use: how }) });
  held.push(taken);
  return taken;
}

const dropConnections = () =>
  database.admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database.name]);
const holders = async () =>
  (await database.admin.query('select pid from pg_stat_activity where datname = $1', [database.name])).rows;

test('a second process is refused with the name of the first, and waits for one that stops', async () => {
  const first = await use();
  await expect(use()).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(
      new RegExp(
        String.raw`^DATABASE_URL \(database/atrium\) is in use by another Atrium \(process ${process.pid} on .+\): stop it, or name`,
      ),
    ),
  });
  const waiting = use(5000);
  await first.release();
  await waiting;
});

test('a process that lost its connection takes the lock again', async () => {
  await use();
  const [before] = await holders();
  await dropConnections();
  await vi.waitFor(async () => expect(await holders()).not.toContainEqual(before));
  await vi.waitFor(() => expect(use()).rejects.toThrow('is in use'));
});

test('or ends, when another process was faster', async () => {
  const line = await lineToDatabase();
  const onTaken = vi.fn();
  const url = `postgres://atrium@127.0.0.1:${line.port}/${database.name}`;
  await use(0, onTaken, url);
  line.cut();
  await vi.waitFor(() => use());
  expect(onTaken).not.toHaveBeenCalled();
  line.mend();
  await vi.waitFor(() => expect(onTaken).toHaveBeenCalledOnce(), { timeout: 5000 });
  line.close();
});

test.each([
  ['that is not there', 'postgres://atrium@127.0.0.1:1/atrium', /cannot be used: connect ECONNREFUSED/],
  ['without such a database', '', /cannot be used: database "absent" does not exist/],
])('a server %s is reported in one sentence', async (_, url, message) => {
  const address = url === '' ? databaseUrl(inject('postgresSocket'), 'absent') : url;
  await expect(use(0, undefined, address)).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(message),
  });
});

/** Proxy to the database that can be cut: open connections break, and new ones are refused. */
async function lineToDatabase() {
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(`${inject('postgresSocket')}/.s.PGSQL.5432`);
    open.push(() => {
      near.destroy();
      far.destroy();
    });
    near.pipe(far).on('error', () => {});
    far.pipe(near).on('error', () => {});
  }).listen(0, '127.0.0.1');
  const open: (() => void)[] = [];
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      isCut = true;
      for (const end of open.splice(0)) end();
    },
    mend() {
      isCut = false;
    },
    close() {
      for (const end of open.splice(0)) end();
      server.close();
    },
  };
}

const uses = ['standalone', 'leader', 'replica'] as const;

test.each(uses.flatMap((first) => uses.map((second) => [first, second] as const)))(
  'one that is %s, and then one that would be %s',
  async (first, second) => {
    const as = (how: StoreRole) => use(0, () => {}, undefined, how);
    await as(first);
    if (first !== 'standalone' && second !== 'standalone' && (first === 'replica' || second === 'replica'))
      await as(second);
    else await expect(as(second)).rejects.toThrow('is in use by another Atrium (process');
  },
);
