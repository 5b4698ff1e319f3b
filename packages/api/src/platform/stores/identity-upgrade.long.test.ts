import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openAnalyticsStore } from '../analytics/open-analytics-store.ts';
import { openRelationalStore } from '../relational/relational-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createAtrium, endAll } from '../testing/run-atrium.ts';

let root: string;
const running: ChildProcess[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-upgrade-'));
});
afterEach(() => endAll(running));
afterAll(() => rm(root, { recursive: true, force: true }), 300_000);

/** Reverts a folder to the state of the version before ids. */
async function takeBack(folder: string): Promise<void> {
  const source = { folder: join(folder, 'postgres') };
  const relational = await openRelationalStore({ source, logger: createLogger('silent') });
  await relational.pool.query('truncate store_identity, reading_marks');
  await relational.close();
  const analytics = await openAnalyticsStore({ source: { folder: join(folder, 'analytics') } });
  await analytics.command({ sql: 'DROP VIEW store_identity', params: {} });
  await analytics.close();
}

test('a folder of the version before ids gets one silently, and detects losses from then on', {
  timeout: 300_000,
}, async () => {
  const folder = join(root, 'data');
  const atrium = createAtrium(folder, running);
  await atrium.fill('Hall', ['2026-01-10', '2026-02-10']);
  await takeBack(folder);
  const withoutRelational = join(root, 'without-relational');
  cpSync(folder, withoutRelational, { recursive: true });
  rmSync(join(withoutRelational, 'postgres'), { recursive: true });
  expect((await createAtrium(withoutRelational, running).command('doctor')).errors).toMatch(
    /postgres has no data, but \S+analytics has readings of an installation/,
  );

  const server = await atrium.serve();
  // Only the effective settings are logged, as at every start; there are no warnings.
  const lines = server.said.errors.split('\n').filter((line) => line !== '');
  expect(lines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  expect(await (await fetch(`${server.address}/readyz`)).json()).toEqual({ status: 'ready' });
  await server.stop();
  const health = await atrium.command('doctor');
  expect(health).toMatchObject({ status: 0, errors: '' });
  rmSync(join(folder, 'analytics'), { recursive: true });
  expect((await atrium.command('doctor')).errors).toMatch(/analytics has no data, but readings of this installation/);
});
