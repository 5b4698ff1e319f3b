import type { ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAtrium, endAll } from '../../platform/testing/run-atrium.ts';

/** Raise it for long runs. */
const kills = Number(process.env.ATRIUM_TEST_KILLS ?? 3);
const minute = 60_000;

let root: string;
const running: ChildProcess[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-marks-kill-'));
});
afterEach(() => endAll(running));
afterAll(() => rm(root, { recursive: true, force: true }), 300_000);

/** Sends new readings of some days and corrections of earlier ones until the server is gone. */
async function keepSending(address: string, key: string, round: number): Promise<number> {
  const first = Date.UTC(2026, 0, 1) + round * 600 * minute;
  for (let sent = 0; ; sent += 20) {
    const readings = Array.from({ length: 40 }, (_, index) => {
      // Every other reading repeats an instant of the previous call with another value.
      const place = Math.max(0, sent + index - 20);
      const at = first + (place % 4) * 1440 * minute + Math.floor(place / 4) * minute;
      return { device: 'PAD-1', metric: 'affluenceIn', at: new Date(at).toISOString(), value: sent + 1, interval: 60 };
    });
    const answer = await fetch(`${address}/ingest/v1/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(readings),
    }).catch(() => null);
    if (answer === null || !answer.ok) return sent;
  }
}

test(`${kills} kills under load: no start misses anything`, { timeout: 120_000 + kills * 60_000 }, async () => {
  const atrium = createAtrium(join(root, 'data'), running);
  await atrium.fill('Hall', ['2025-12-01']);
  const made = await atrium.command('key', 'create', '--organization', 'Hall');
  const key = made.out.trim().split('\n').at(-1) ?? '';
  let sent = 0;
  for (let round = 0; round < kills; round++) {
    const server = await atrium.serve();
    expect(await (await fetch(`${server.address}/readyz`)).json()).toEqual({ status: 'ready' });
    const sending = keepSending(server.address, key, round);
    await new Promise((resume) => setTimeout(resume, 300 + ((round * 773) % 2400)));
    await server.stop('SIGKILL');
    sent += await sending;
  }
  expect(sent).toBeGreaterThan(0);
  const health = await atrium.command('doctor');
  expect(health).toMatchObject({ status: 0, errors: '' });
  expect(health.out).toContain('ok  readings: all that were acknowledged are there');
});
