import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aClock } from '@atrium/testkit/time';
import { afterAll, describe, expect, test } from 'vitest';
import { createMetrics } from '../http/http-metrics.ts';
import type { Platform } from '../platform.ts';
import { PersistentProblems } from '../platform.ts';
import { useTestStores } from '../testing/test-stores.ts';
import { measurePlatform } from './platform-metrics.ts';
import { measureStored } from './stored-metrics.ts';
import { createWriteProbe } from './write-probe.ts';

const stores = useTestStores();
const folder = mkdtempSync(join(tmpdir(), 'atrium-signals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('write probe', () => {
  test('succeeds without leaving anything behind', async () => {
    const probe = createWriteProbe({ pool: stores.relational.pool, folder, clock: aClock(0) });
    await expect(probe.check()).resolves.toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('reports a folder that accepts no writes until it does', async () => {
    const clock = aClock(0);
    const missing = join(folder, 'missing');
    const probe = createWriteProbe({ pool: stores.relational.pool, folder: missing, clock });
    const unusable = expect.objectContaining({
      message: expect.stringContaining('the data folder stores nothing'),
      cause: expect.objectContaining({ code: 'ENOENT' }),
    });
    await expect(probe.check()).rejects.toEqual(unusable);
    mkdirSync(missing);
    clock.time += 4999;
    await expect(probe.check()).rejects.toEqual(unusable);
    clock.time += 1;
    await expect(probe.check()).resolves.toBeUndefined();
  });

  test('reports a database that accepts no writes, and shares one check within five seconds', async () => {
    let looks = 0;
    const pool = {
      query: async () => {
        looks += 1;
        throw Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
      },
    };
    const probe = createWriteProbe({ pool: pool as never, folder, clock: aClock(0) });
    await Promise.all([1, 2, 3].map(() => expect(probe.check()).rejects.toMatchObject({ cause: { code: '53100' } })));
    expect(looks).toBe(1);
  });
});

test('a metric of an unreachable store is omitted, and returns with it', async () => {
  const metrics = createMetrics();
  let isAway = true;
  const read = async () => {
    if (isAway) throw new Error('connect ECONNREFUSED');
    return [{ value: 0 }];
  };
  const readByKind = async () => (await read()).map(({ value }) => ({ value, labels: { kind: 'some' } }));
  measureStored(metrics, { name: 'atrium_plain', help: 'Anything', read });
  measureStored(metrics, { name: 'atrium_by_kind', help: 'Anything', labelNames: ['kind'], read: readByKind });
  const told = async () => (await metrics.metrics()).split('\n').filter((line) => line.startsWith('atrium_'));
  expect(await told()).toEqual([]);
  isAway = false;
  expect(await told()).toEqual(['atrium_plain 0', 'atrium_by_kind{kind="some"} 0']);
  isAway = true;
  expect(await told()).toEqual([]);
});

test('metrics of resources and queues', async () => {
  const metrics = createMetrics();
  const problems = new PersistentProblems();
  problems.report('backups', 'none could be made');
  const { relational, analytics } = stores;
  measurePlatform({ metrics, folder: { path: folder }, relational, analytics, problems } as unknown as Platform);
  await analytics.query({ sql: 'SELECT 1', params: {} });
  const text = await metrics.metrics();
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  expect(figure('atrium_disk_free_bytes')).toBeGreaterThan(1e6);
  expect(figure('atrium_standing_problems')).toBe(1);
  expect(figure('atrium_analytics_memory_bytes')).toBeGreaterThan(0);
  expect(figure('atrium_analytics_disk_bytes')).toBeGreaterThan(0);
  expect(figure('atrium_relational_disk_bytes')).toBeGreaterThan(1e6);
  expect(figure('atrium_relational_connections{state="waiting"}')).toBe(0);
  expect(figure('atrium_analytics_statements{line="question",state="waiting"}')).toBe(0);
  expect(figure('atrium_analytics_statements{line="inserts",state="running"}')).toBe(0);
});
