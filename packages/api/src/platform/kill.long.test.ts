import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config/read-config.ts';
import { openPlatform } from './open-platform.ts';
import { ClosingStack } from './process.ts';
import { createLogger } from './telemetry/logger.ts';
import { programFile } from './testing/program-file.ts';

const logger = createLogger('silent');
let folder: string;
let child: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-kill-'));
});
afterEach(async () => {
  if (child !== null && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Lets a process write for a while, kills it without warning, and returns the writes it had acknowledged. */
async function writeAndKill(round: number): Promise<Set<string>> {
  const program = programFile('platform/testing/insert-until-killed.ts');
  const writer = spawn(process.execPath, [program, String(round * 1_000_000)], {
    env: { PATH: process.env.PATH, ATRIUM_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = writer;
  let output = '';
  writer.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  // Waits until both stores have acknowledged some writes, however slow the disk is.
  while (!(output.includes('o') && output.includes('r') && output.split('\n').length > 6)) {
    if (writer.exitCode !== null) throw new Error(`the writer ended by itself: ${writer.exitCode}`);
    await delay(5);
  }
  await delay(50 + round * 70);
  writer.kill('SIGKILL');
  await once(writer, 'close');
  return new Set(output.split('\n').slice(0, -1));
}

async function storedNames(): Promise<Set<string>> {
  const config = readConfig({ ATRIUM_DATA_DIR: folder });
  if (!config.ok) throw new Error(config.error.join());
  const closing = new ClosingStack(logger);
  try {
    const { relational, analytics } = await openPlatform(config.value, logger, closing);
    const organizations = await relational.pool.query<{ name: string }>('select name from organizations');
    const readings = await analytics.query<{ value: number }>({ sql: 'SELECT value FROM readings FINAL', params: {} });
    return new Set([...organizations.rows.map(({ name }) => name), ...readings.map(({ value }) => `r${value}`)]);
  } finally {
    await closing.close();
  }
}

test('kill -9 loses no acknowledged write, and the next start needs no help', { timeout: 120_000 }, async () => {
  const promised = new Set<string>();
  for (let round = 1; round <= 4; round += 1) {
    for (const name of await writeAndKill(round)) promised.add(name);
    // After odd rounds the next writer follows at once, on whatever state the last one left.
    if (round % 2 === 1) continue;
    const stored = await storedNames();
    expect([...promised].filter((name) => !stored.has(name))).toEqual([]);
  }
  expect(promised.size).toBeGreaterThan(20);
});
