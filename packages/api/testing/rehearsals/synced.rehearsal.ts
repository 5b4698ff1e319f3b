import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAtrium } from '../../src/platform/testing/run-atrium.ts';
import { createCommand, createHall, createTempFolder } from './testing/hall.ts';
import { recordResult } from './testing/repeats.ts';

const hasStrace = spawnSync('strace', ['--version']).status === 0;
const posts = 20;

test.skipIf(!hasStrace)(
  'every acknowledged reading was synced before, as seen in the system calls (with strace)',
  { timeout: 300_000 },
  async () => {
    const { root, running } = createTempFolder();
    const data = join(root, 'data');
    const key = await createHall(createCommand(createAtrium(data, running)), join(root, 'hall.yaml'), 1);
    const trace = join(root, 'calls');
    const calls = 'trace=fsync,fdatasync,rename,renameat2,write,writev,sendto';
    const watched = ['strace', '-D', '-f', '-y', '-tt', '-s', '40', '-e', calls, '-o', trace];
    const server = await createAtrium(data, running, {}, watched).serve(120_000);
    for (let each = 0; each < posts; each++) {
      const at = new Date(Date.UTC(2026, 0, 1, 9, each)).toISOString();
      const answer = await fetch(`${server.address}/ingest/v1/readings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify([{ device: 'PAD-1', metric: 'affluenceIn', at, value: 1, interval: 60 }]),
      });
      expect(await answer.json()).toMatchObject({ accepted: 1 });
    }
    await server.stop('SIGKILL');
    const lines = readFileSync(trace, 'utf8').split('\n');
    const answers = lines.flatMap((line, index) => (/HTTP\/1\.1 200 OK/.test(line) ? [index] : []));
    expect(answers.length).toBeGreaterThanOrEqual(posts);
    const isSynced = (line: string) => /\b(fsync|fdatasync)\(.*\/analytics\//.test(line);
    const unsynced = answers.slice(-posts + 1).filter((answer, index) => {
      const before = answers[answers.length - posts + index] ?? 0;
      return !lines.slice(before, answer).some(isSynced);
    });
    recordResult('synced before the answer', { posts, unsynced: unsynced.length });
    expect(unsynced).toEqual([]);
  },
);
