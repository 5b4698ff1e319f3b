import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../testing/empty-database.ts';
import { assignShards, type ShardAssignment, shardCount } from './assign-shards.ts';

let database: EmptyDatabase;
const running: ShardAssignment[] = [];
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await database.drop();
});

/** Worker that records its shards. Releasing one takes a moment, like real writes. */
function worker() {
  const has = new Map<number, () => Promise<void>>();
  const log: string[] = [];
  const sharing = assignShards({
    url: database.url,
    logger: createLogger('silent'),
    keeper: {
      async acquire(shard, confirm) {
        await confirm();
        has.set(shard, confirm);
        return {
          async release() {
            await confirm();
            log.push('released');
            has.delete(shard);
          },
          lose() {
            log.push('lost');
            has.delete(shard);
          },
        };
      },
    },
  });
  running.push(sharing);
  return { has, log, sharing };
}

const all = Array.from({ length: shardCount }, (_, shard) => shard);
const patient = { timeout: 20_000 };
const sorted = (...workers: readonly ReturnType<typeof worker>[]) =>
  workers.flatMap(({ has }) => [...has.keys()]).sort((left, right) => left - right);

test('one worker has all shards, a second one gets half in order, and a stopping one releases its shards', async () => {
  const first = worker();
  await vi.waitFor(() => expect(sorted(first)).toEqual(all), patient);
  const second = worker();
  await vi.waitFor(() => expect([first.has.size, second.has.size]).toEqual([8, 8]), patient);
  expect(sorted(first, second)).toEqual(all);
  expect(first.log).toEqual(Array(8).fill('released'));
  expect([...second.has.keys()].sort((left, right) => left - right)).toEqual(all.filter((shard) => shard % 2 === 1));
  await first.sharing.stop();
  expect(first.has.size).toBe(0);
  await vi.waitFor(() => expect(sorted(second)).toEqual(all), patient);
  expect(second.log).toEqual([]);
});

test('a worker whose session ends loses its shards, and gets a share again', async () => {
  const [first, second] = [worker(), worker()];
  await vi.waitFor(() => expect([first.has.size, second.has.size]).toEqual([8, 8]), patient);
  const confirms = [...first.has.values(), ...second.has.values()];
  await Promise.all(confirms.map((confirm) => confirm()));
  await database.admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    database.name,
  ]);
  await vi.waitFor(
    () => expect([...first.log, ...second.log].filter((one) => one === 'lost')).toHaveLength(shardCount),
    patient,
  );
  for (const confirm of confirms) await expect(confirm()).rejects.toThrow();
  await vi.waitFor(() => expect([first.has.size, second.has.size]).toEqual([8, 8]), patient);
  expect(sorted(first, second)).toEqual(all);
});

test('a worker can claim all shards, and release them again', async () => {
  const [first, second] = [worker(), worker()];
  await vi.waitFor(() => expect([first.has.size, second.has.size]).toEqual([8, 8]), patient);
  const resume = await first.sharing.claimAll();
  expect([sorted(first), second.has.size]).toEqual([all, 0]);
  resume();
  await vi.waitFor(() => expect([first.has.size, second.has.size]).toEqual([8, 8]), patient);
});
