import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../../src/platform/testing/empty-database.ts';
import { createAtrium } from '../../src/platform/testing/run-atrium.ts';
import { startClickhouseWire } from '../../src/platform/testing/servers/clickhouse-wire.ts';
import { checkNothingLost, createEmbeddedHall } from './testing/hall.ts';

const posts = 1500;
const questions = ['operations/backup/testing/ask-questions.ts', '400', '2026-01-01', '12'] as const;

/** Returns the product's answers to random queries, each as text. */
async function answersOf(atrium: ReturnType<typeof createAtrium>): Promise<readonly string[]> {
  const { out, ...ended } = await atrium.program(...questions);
  expect(ended).toEqual({ status: 0, errors: '' });
  return JSON.parse(out).map((answer: unknown) => JSON.stringify(answer));
}

const differing = (answers: readonly string[], before: readonly string[]) =>
  before.flatMap((answer, index) => (answer === answers[index] ? [] : [[answers[index], answer]]));

async function emptyServers() {
  const database = await createEmptyDatabase();
  const wire = await startClickhouseWire();
  onTestFinished(database.drop, 60_000);
  const settings = { DATABASE_URL: database.url, CLICKHOUSE_URL: wire.url };
  return { settings, close: () => wire.close() };
}

test('restored from embedded stores to servers and from there to an empty folder: every reading, and four hundred random questions', {
  timeout: 1_200_000,
}, async () => {
  const hall = await createEmbeddedHall();
  const server = await hall.start();
  const gateways = hall.gateways();
  await gateways.more(posts / 2);
  const place = join(hall.root, 'backups');
  // One backup under load, and an incremental one.
  expect(await hall.atrium.command('backup', place)).toMatchObject({ status: 0, errors: '' });
  await gateways.more(posts / 2);
  await gateways.settle();
  expect(await hall.atrium.command('backup', place)).toMatchObject({ status: 0, errors: '' });
  await server.stop();
  const before = await answersOf(hall.atrium);
  expect(before).toHaveLength(400);
  expect(before.filter((answer) => /"value":[1-9]/.test(answer)).length).toBeGreaterThan(20);

  const { settings: stores, close } = await emptyServers();
  const onServers = createAtrium(join(hall.root, 'servers'), hall.running, stores);
  expect(await onServers.command('restore', place)).toMatchObject({ status: 0, errors: '' });
  expect(differing(await answersOf(onServers), before)).toEqual([]);
  await checkNothingLost('restore to servers', onServers, { url: stores.CLICKHOUSE_URL }, gateways, { questions: 400 });

  const again = join(hall.root, 'again');
  expect(await onServers.command('backup', again)).toMatchObject({ status: 0, errors: '' });
  // The engine can open only one folder per process.
  await close();
  const empty = createAtrium(join(hall.root, 'empty'), hall.running);
  expect(await empty.command('restore', again)).toMatchObject({ status: 0, errors: '' });
  expect(differing(await answersOf(empty), before)).toEqual([]);
  const source = { folder: join(hall.root, 'empty/analytics') };
  await checkNothingLost('restore to a folder', empty, source, gateways, { questions: 400 });
  expect(await empty.command('doctor')).toMatchObject({ status: 0, errors: '' });
});
