import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { programFile } from '../../platform/testing/program-file.ts';

let root: string;
let server: ChildProcess | null = null;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-cli-'));
  writeFileSync(join(root, 'site.yaml'), site);
  writeFileSync(
    join(root, 'rows.csv'),
    'when,door,in\n2026-03-01 08:00,PAD-1,4\nnonsense,PAD-1,1\n2026-03-01 08:05,PAD-1,6\n',
  );
});
afterEach(async () => {
  if (server !== null && server.exitCode === null && server.signalCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  server = null;
  rmSync(root, { recursive: true, force: true });
});

const site = `organization: { name: Test Hall }
installations:
  - key: hall
    name: Hall
    timezone: Europe/Zurich
    zones: [{ key: all }]
    passages: [{ key: door, from: outside, to: all }]
    devices: [{ serial: PAD-1, kind: pad, passage: door, interval: 300 }]
`;

const environment = (folder: string) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ATRIUM_DATA_DIR: folder,
  ATRIUM_DEMO: '0',
  PORT: '0',
  INIT_CWD: root,
});

function spawnNode(script: 'app/main.ts' | 'app/cli/main.ts', args: readonly string[], folder: string) {
  const child = spawn(process.execPath, [programFile(script), ...args], {
    env: environment(folder),
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors += text));
  return { child, said, ended: once(child, 'close').then(([status]) => status as number) };
}

async function startServer(folder: string): Promise<void> {
  const started = spawnNode('app/main.ts', [], folder);
  server = started.child;
  await vi.waitFor(
    () => {
      if (!started.said.out.includes('ready at')) throw new Error(started.said.errors || 'not ready');
    },
    { timeout: 60_000, interval: 50 },
  );
}

async function stopServer(): Promise<void> {
  if (server === null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

/** Runs every command, from an installation without a site. Runs once standalone and once through a server. */
async function walk(folder: string): Promise<void> {
  const atrium = async (...args: string[]) => {
    const { said, ended } = spawnNode('app/cli/main.ts', args, folder);
    const status = await ended;
    return { status, lines: said.out.trimEnd().split('\n'), errors: said.errors.trimEnd() };
  };
  const dry = await atrium('site', 'apply', 'site.yaml', '--dry-run');
  expect(dry).toMatchObject({ status: 0, errors: '' });
  expect(dry.lines).toContain(
    '+ installation hall: name "Hall", timezone "Europe/Zurich", changeOfDay "00:00", openingHours "always", creationDate 2015-12-31T23:00:00Z',
  );
  expect(await atrium('site', 'apply', 'site.yaml')).toEqual(dry);
  expect(await atrium('site', 'apply', join(root, 'site.yaml'))).toEqual({
    status: 0,
    lines: ['nothing to change'],
    errors: '',
  });

  writeFileSync(
    join(root, 'bad.yaml'),
    site.replace('kind: pad', 'kind: pda').replace('to: all', 'to: hall, colour: red'),
  );
  expect(await atrium('site', 'apply', 'bad.yaml')).toEqual({
    status: 1,
    lines: [''],
    errors: [
      'bad.yaml:7:48: there is no zone "hall" in hall; a passage joins zones or the word outside',
      'bad.yaml:7:54: a passage has no field "colour"; known: key, name, from, to, validFrom, validTo, ends, footfallOf, removedAt',
      'bad.yaml:8:38: expected one of pad, atmosphere, meter, camera, found "pda"',
    ].join('\n'),
  });

  const back = await atrium('site', 'export', 'Test Hall');
  writeFileSync(join(root, 'back.yaml'), back.lines.join('\n'));
  expect(await atrium('site', 'apply', 'back.yaml', '--prune')).toEqual({
    status: 0,
    lines: ['nothing to change'],
    errors: '',
  });
  expect(await atrium('site', 'export', 'Nobody')).toEqual({
    status: 1,
    lines: [''],
    errors: 'there is no organization "Nobody"; the organizations are "My organization", "Test Hall"',
  });

  const key = await atrium('key', 'create', '--organization', 'Test Hall', '--installation', 'hall');
  expect(key.status).toBe(0);
  expect(key.lines.at(-1)).toMatch(/^\S{30,}$/);
  const invite = () => atrium('user', 'invite', 'ann@hall.example', '--organization', 'Test Hall', '--role', 'admin');
  const first = await invite();
  expect(first.lines.at(-1)).toMatch(/^http\S+invitation\?token=/);
  // Before the first sign-in, another invitation can be created.
  const again = await invite();
  expect(again.status).toBe(0);
  expect(again.lines.at(-1)).not.toBe(first.lines.at(-1));

  const columns = [
    '--timezone',
    'Europe/Zurich',
    '--time',
    'when',
    '--device',
    'door',
    '--map',
    'in=affluenceIn',
    '--interval',
    '300',
  ];
  const imported = await atrium('import', 'readings', 'rows.csv', '--organization', 'Test Hall', ...columns);
  expect(imported.status).toBe(1);
  expect(imported.errors).toMatch(/^rows\.csv:3: .+$/);
  expect(imported.lines.at(-1)).toMatch(/^3 rows, 1 bad lines?; 2 readings accepted/);

  const question = JSON.stringify({ metric: 'affluenceIn', groupBy: [{ type: 'ZONE' }] });
  const explained = await atrium('explain-plan', '--organization', 'Test Hall', question);
  expect(explained).toMatchObject({ status: 0, errors: '' });
  expect(explained.lines.filter((line) => !line.startsWith(' '))).toEqual(['plan', 'read', 'evaluate', 'answer']);
  expect(await atrium('explain-plan', '--organization', 'Test Hall', '{ "metric": "moonlight" }')).toMatchObject({
    status: 1,
    errors: expect.stringContaining('moonlight'),
  });

  expect(await atrium('migrate')).toMatchObject({ status: 0, errors: '' });
  const health = await atrium('doctor');
  expect(health).toMatchObject({ status: 0, errors: '' });
  expect(health.lines.at(-1)).toContain('Test Hall (1 sites, 1 devices)');

  const days = ['--from', '2026-03-01', '--to', '2026-03-01', '--step', '86400'];
  const exporting = ['export', '--organization', 'Test Hall', '--installation', 'hall', ...days];
  const exported = await atrium(...exporting);
  expect(exported).toMatchObject({ status: 0, errors: '' });
  expect(exported.lines[1]).toMatch(/^2026-03-01T00:00,UTC\+01:00,all,10,/);
  expect(exported.lines).toHaveLength(2);
  const asJson = await atrium(...exporting, '--json');
  expect(JSON.parse(asJson.lines.join('\n'))).toEqual({
    ok: true,
    result: { rows: 1 },
    output: exported.lines,
    errors: [],
  });
  // The hall has no meters: unknown values are empty, never 0.
  expect((await atrium(...exporting, '--data', 'energy')).lines[1]).toMatch(/^2026-03-01T00:00,UTC\+01:00,all,,,,,,,/);
}

/** Runs commands that look at the server itself. */
async function lookAt(folder: string, isRunning: boolean): Promise<void> {
  const atrium = async (...args: string[]) => {
    const { said, ended } = spawnNode('app/cli/main.ts', args, folder);
    return { status: await ended, ...said };
  };
  const found = await atrium('status', '--json');
  expect(JSON.parse(found.out)).toMatchObject({
    ok: isRunning,
    result: { state: isRunning ? 'ready' : 'stopped', dataFolder: folder, pid: isRunning ? server?.pid : null },
  });
  expect(found.status).toBe(isRunning ? 0 : 1);
  expect((await atrium('status')).errors).toBe(
    isRunning ? '' : `no server runs on ${folder}: start it with npm start\n`,
  );
  // A stopped server leaves its log.
  expect((await atrium('logs', '--lines', '50')).out).toMatch(/ ready version=/);
  expect(statSync(join(folder, 'logs/atrium.log')).mode & 0o777).toBe(0o600);
}

test('alone on the data folder', { timeout: 600_000 }, async () => {
  await startServer(join(root, 'data'));
  await stopServer();
  await lookAt(join(root, 'data'), false);
  await walk(join(root, 'data'));
});

test('through a running server, also where the folder has a long name', { timeout: 600_000 }, async () => {
  const folder = join(
    root,
    'a-folder-whose-name-is-longer-than-the-address-of-a-socket-may-be',
    'and-then-some-more-of-it',
  );
  mkdirSync(folder, { recursive: true });
  await startServer(folder);
  expect(statSync(join(folder, 'control.sock')).mode & 0o777).toBe(0o600);
  await lookAt(folder, true);
  await walk(folder);
});

test('a wrong argument gives a one-line error before anything is opened', { timeout: 60_000 }, async () => {
  const said = async (...args: string[]) => {
    const run = spawnNode('app/cli/main.ts', args, join(root, 'never'));
    return [await run.ended, run.said.errors.trimEnd()];
  };
  expect(await said('site', 'aply')).toEqual([
    2,
    'there is no command "site aply" (did you mean site apply?): atrium help lists them',
  ]);
  expect(await said('site', 'apply')).toEqual([
    2,
    'the site file is missing: atrium site apply <site.yaml> [--dry-run] [--prune]',
  ]);
  expect(await said('site', 'apply', 'site.yaml', '--purge')).toEqual([
    2,
    'there is no option --purge: atrium site apply <site.yaml> [--dry-run] [--prune]',
  ]);
  expect(await said('site', 'apply', 'none.yaml')).toEqual([1, `there is no file ${join(root, 'none.yaml')}`]);
  expect(await said('user', 'invite', 'a@b.example', '--organization', 'X', '--role', 'boss')).toMatchObject([
    2,
    expect.stringMatching(/^--role takes admin or user: /),
  ]);
  expect(await said('explain-plan', '--organization', 'X', '{')).toMatchObject([
    2,
    expect.stringMatching(/^the question is not JSON: /),
  ]);
  expect(() => statSync(join(root, 'never'))).toThrow();
});

test('a command completes although its output pipe is closed', async () => {
  const folder = join(root, 'data');
  const { child, said, ended } = spawnNode('app/cli/main.ts', ['site', 'apply', 'site.yaml'], folder);
  child.stdout.destroy();
  expect(await ended).toBe(0);
  expect(said.errors).toBe('');
  const again = spawnNode('app/cli/main.ts', ['site', 'apply', 'site.yaml'], folder);
  expect(await again.ended).toBe(0);
  expect(again.said.out).toMatch(/nothing|no change/i);
});

test('a command that only reads makes no installation, and names the folder it looked in', {
  timeout: 600_000,
}, async () => {
  const folder = join(root, 'nothing');
  for (const args of [
    ['doctor'],
    ['key', 'create', '--organization', 'X'],
    ['site', 'apply', 'site.yaml', '--dry-run'],
  ]) {
    const { said, ended } = spawnNode('app/cli/main.ts', args, folder);
    expect([await ended, said.out]).toEqual([1, '']);
    expect(said.errors).toMatch(new RegExp(`^there is no installation in ${folder}[^\n]+ATRIUM_DATA_DIR[^\n]+\n$`));
  }
  expect(() => statSync(folder)).toThrow();
});
