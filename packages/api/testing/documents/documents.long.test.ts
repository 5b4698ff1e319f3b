import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programFile } from '../../src/platform/testing/program-file.ts';
import { createAtrium, endAll } from '../../src/platform/testing/run-atrium.ts';
import { buildPrometheusPage } from '../reference/prometheus-page.ts';
import { findShellBlocks, findUnmarkedCommands } from './shell-blocks.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const running: ChildProcess[] = [];
const metricsToken = 'figures-of-this-test-0123456789abcdef';
let folder: string;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-documents-'));
  const settings = {
    ATRIUM_DEMO: '1',
    ATRIUM_DEMO_DAYS: '2',
    ATRIUM_SIMULATOR: '0',
    MQTT_PORT: '0',
    ATRIUM_METRICS_TOKEN: metricsToken,
    ATRIUM_BACKUP_FOLDER: join(folder, 'backups/atrium'),
  };
  ({ address } = await createAtrium(join(folder, 'data'), running, settings).serve(120_000));
}, 180_000);

afterAll(async () => {
  await endAll(running);
  rmSync(folder, { recursive: true, force: true });
});

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const pages = (path: string) =>
  readdirSync(join(root, path))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${path}/${name}`);
/** The others use the site that the first tutorial creates. */
const first = ['docs/tutorials/first-site.md', 'docs/tutorials/first-integration.md'];
const all = ['README.md', 'CONTRIBUTING.md', ...['docs', 'docs/how-to', 'docs/tutorials'].flatMap(pages)];

test('every block of commands is marked, so that it is run or says why not', () => {
  expect(findUnmarkedCommands('```\ncurl -sS x\n```\n\n```sh\nnpm start\n```')).toEqual(['curl -sS x']);
  expect(all.flatMap((path) => findUnmarkedCommands(read(path)).map((line) => `${path}: ${line}`))).toEqual([]);
});

const documents = [...new Set([...first, ...all])].filter((path) =>
  findShellBlocks(read(path)).some(({ notRun }) => notRun === null),
);

test.each(documents)('the commands of %s work', { timeout: 120_000 }, async (path) => {
  const blocks = findShellBlocks(read(path)).filter(({ notRun }) => notRun === null);
  // One shell for the whole document, so that variables of earlier blocks are set. It stops at the first failure.
  const script = blocks.map(({ line, commands }) => `# line ${line}\n${commands}`).join('\n');
  const here = script
    .replaceAll('npm run -s atrium --', 'atrium')
    .replaceAll('http://127.0.0.1:4000', address)
    .replaceAll('/mnt/backups', join(folder, 'backups'))
    // A restore needs a folder without a server.
    .replaceAll('ATRIUM_DATA_DIR=./data', 'ATRIUM_DATA_DIR=./restored');
  const shell = [
    'set -euo pipefail',
    `atrium() { "${process.execPath}" "${programFile('app/cli/main.ts')}" "$@"; }`,
    here,
  ];
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    ATRIUM_DATA_DIR: join(folder, 'data'),
    ATRIUM_DEMO: '1',
  };
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', shell.join('\n')], { cwd: folder, env });
  if (path.endsWith('first-site.md')) {
    expect(stdout).toContain('{"accepted":1,"unchanged":0,"corrected":0,"rejected":[]}');
    expect(stdout).toContain('4 readings accepted');
    // The hour with 12 and 9 entries, and an hour without readings.
    expect(stdout).toMatch(/^2026-03-02T09:00,UTC\+01:00,Shop,21,/m);
    expect(stdout).toMatch(/^2026-03-02T10:00,UTC\+01:00,Shop,,/m);
  }
  if (path.endsWith('first-integration.md')) {
    expect(stdout).toContain('"accepted":2');
    for (const code of ['UNKNOWN_DEVICE', 'TIME_WITHOUT_OFFSET']) expect(stdout).toContain(code);
    expect(stdout).toMatch(/"unit":"visitors"/);
  }
});

test('docs/reference/prometheus.md lists the metrics of a running product', async () => {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  await expect(buildPrometheusPage(await answer.text())).toMatchFileSnapshot(
    join(root, 'docs/reference/prometheus.md'),
  );
});
