#!/usr/bin/env node
// Runs the rehearsals of failures that could lose data, repeatedly (docs/rehearsals.md): npm run rehearse -- full-disk
// A word selects the files whose path contains it; without one all run, which takes hours.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { compileCacheEnv, ensureInstalled, root } from './setup/install.mjs';
import { supervise } from './setup/supervise.mjs';

process.chdir(root);
await ensureInstalled();

const rehearsals = [
  'packages/api/testing/rehearsals/storm.long.test.ts',
  'packages/api/testing/rehearsals/full-disk.long.test.ts',
  'packages/api/testing/rehearsals/damaged-files.rehearsal.ts',
  'packages/api/testing/rehearsals/one-folder.rehearsal.ts',
  'packages/api/testing/rehearsals/clock-steps.rehearsal.ts',
  'packages/api/testing/rehearsals/embedded-database.long.test.ts',
  'packages/api/testing/rehearsals/several-processes.long.test.ts',
  'packages/api/src/numbers/shards/several-processes.long.test.ts',
  'packages/api/testing/rehearsals/restore.rehearsal.ts',
  'packages/api/testing/rehearsals/upgrade.rehearsal.ts',
  'packages/api/testing/rehearsals/synced.rehearsal.ts',
  'packages/api/src/numbers/ingest/kill.long.test.ts',
  'packages/api/src/numbers/ack-watermarks/kill.long.test.ts',
  'packages/api/src/numbers/rollups/kill.long.test.ts',
  'packages/api/src/numbers/rollups/retention-kill.long.test.ts',
  'packages/api/src/numbers/recent-readings/recent-days.property.long.test.ts',
  'packages/api/src/operations/demo/interrupted.long.test.ts',
];
const words = process.argv.slice(2);
const chosen = rehearsals.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
if (chosen.length === 0) {
  process.stderr.write(`no rehearsal is called so; there are\n${rehearsals.join('\n')}\n`);
  process.exit(1);
}

const found = `${root}/.cache/rehearsals-${process.pid}.jsonl`;
const env = {
  ...process.env,
  ...compileCacheEnv,
  ATRIUM_REHEARSALS: 'long',
  ATRIUM_REHEARSALS_FILE: found,
  ATRIUM_TEST_KILLS: process.env.ATRIUM_TEST_KILLS ?? '200',
};
// In sequence and without retries, so that each is judged by its first result.
const settings = ['run', '--no-file-parallelism', '--retry=0', ...chosen];
supervise(`${root}/node_modules/.bin/vitest`, settings, env, (status) => {
  const rows = existsSync(found) ? readFileSync(found, 'utf8').split('\n').filter(Boolean).map(JSON.parse) : [];
  rmSync(found, { force: true });
  for (const { rehearsal, ...figures } of rows) {
    const said = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`);
    process.stdout.write(`${rehearsal}: ${said.join(', ')}\n`);
  }
  process.exit(status);
});
