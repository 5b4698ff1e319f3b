import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServers } from '../../../src/platform/testing/servers/start-servers.ts';
import { waitForOutput } from '../../../src/platform/testing/servers/wait-for-output.ts';

const built = (name: string) => fileURLToPath(new URL(`../../../dist/${name}.mjs`, import.meta.url));

/** One site for each shard. */
export const siteNumbers = Array.from({ length: 16 }, (_, index) => index + 1);

const site = (number: number) => `
  - key: hall-${number}
    name: Hall ${number}
    timezone: Europe/Zurich
    zones: [{ key: all }]
    passages: [{ key: door, from: outside, to: all }]
    devices: [{ serial: PAD-${number}, kind: pad, passage: door, interval: 1 }]`;

export interface Installation {
  readonly ingestKey: string;
  /** Starts a process and returns its address. */
  start(role: 'web' | 'worker', name: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts temporary servers below a folder: PostgreSQL, the engine behind ClickHouse's interface, and NATS. */
export async function openInstallation(folder: string): Promise<Installation> {
  const running: ChildProcess[] = [];
  const servers = await startServers(folder, running);
  const settings = {
    PATH: process.env.PATH,
    ...servers.settings,
    ATRIUM_SECRET: 'only for benches, only for benches',
    ATRIUM_DEMO: '0',
    MQTT_PORT: 'off',
    PORT: '0',
  };
  function run(script: string, name: string, words: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const data = join(folder, name);
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const env = { ...settings, ...more, ATRIUM_DATA_DIR: data };
    const child = spawn(process.execPath, [built(script), ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    running.push(child);
    return child;
  }
  async function command(...words: readonly string[]): Promise<string> {
    const child = run('app/cli/main', 'commands', words);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await once(child, 'close');
    return said.trim();
  }
  const file = join(folder, 'halls.yaml');
  writeFileSync(file, `organization: { name: Halls }\ninstallations:${siteNumbers.map(site).join('')}\n`);
  await command('site', 'apply', file);
  const ingestKey = (await command('key', 'create', '--organization', 'Halls')).split('\n').at(-1) ?? '';
  return {
    ingestKey,
    async start(role, name) {
      const child = run('app/main', name, [], { ATRIUM_ROLE: role });
      const [, address] = await waitForOutput(child.stdout, /ready at (\S+)/);
      return address as string;
    },
    close: servers.close,
  };
}
