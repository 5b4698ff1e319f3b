import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { vi } from 'vitest';
import { programFile } from './program-file.ts';
import type { programs } from './programs.ts';

const site = (name: string) => `organization: { name: ${name} }
installations:
  - key: hall
    name: Hall
    timezone: Europe/Zurich
    zones: [{ key: all }]
    passages: [{ key: door, from: outside, to: all }]
    devices: [{ serial: PAD-1, kind: pad, passage: door, interval: 300 }]
`;

const columns = ['--timezone', 'Europe/Zurich', '--time', 'when', '--device', 'door', '--map', 'in=affluenceIn'];

export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

/** Runs the real product, each time in a separate process, without the demo. */
export function createAtrium(
  folder: string,
  running: ChildProcess[],
  settings: Readonly<Record<string, string>> = {},
  /** Command that wraps it, for example to isolate its network. */
  within: readonly string[] = [],
) {
  const spawnNode = (script: (typeof programs)[number], args: readonly string[]) => {
    const [command = '', ...words] = [...within, process.execPath, programFile(script), ...args];
    const child = spawn(command, words, {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ATRIUM_DATA_DIR: folder,
        ATRIUM_DEMO: '0',
        PORT: '0',
        MQTT_PORT: 'off',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    const said = { out: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors += text));
    const ended = once(child, 'close').then(([status]): Ended => ({ status, ...said }));
    return { child, said, ended };
  };
  const command = (...words: string[]) => spawnNode('app/cli/main.ts', words).ended;
  return {
    /** Runs a command without a server. */
    command,
    /** Runs a test program on the folder. */
    program: (script: (typeof programs)[number], ...args: string[]) => spawnNode(script, args).ended,
    /** Asks what a start would do to the data. */
    dryRun: () => spawnNode('app/main.ts', ['--dry-run']).ended,
    /** Starts a server that is expected to end by itself. */
    refused: () => {
      const { child, said, ended } = spawnNode('app/main.ts', []);
      child.stdout.on('data', () => /ready at/.test(said.out) && child.kill('SIGTERM'));
      return ended;
    },
    /** Declares a hall with one door and imports one hour for each of these days. */
    async fill(name: string, days: readonly string[]): Promise<void> {
      writeFileSync(`${folder}.yaml`, site(name));
      writeFileSync(
        `${folder}.csv`,
        ['when,door,in', ...days.flatMap((day) => [0, 15, 30, 45].map((at) => `${day} 09:${at || '00'},PAD-1,4`))].join(
          '\n',
        ),
      );
      const outcomes = [
        await command('site', 'apply', `${folder}.yaml`),
        await command('import', 'readings', `${folder}.csv`, '--organization', name, ...columns, '--interval', '900'),
      ];
      for (const { status, errors } of outcomes) if (status !== 0) throw new Error(errors);
    },
    /**
     * Starts a server and returns its address once it answers. `patience` is in ms: creating a demo takes longer than a
     * start.
     */
    async serve(patience = 60_000) {
      const server = spawnNode('app/main.ts', []);
      const ready = vi.waitFor(
        () => {
          const found = /ready at (\S+)/.exec(server.said.out)?.[1];
          if (found === undefined) throw new Error(server.said.errors || 'not ready');
          return found;
        },
        { timeout: patience, interval: 20 },
      );
      // The loser of the race is ignored, so its rejection is handled here.
      ready.catch(() => {});
      const refused = server.ended.then(({ errors }): never => {
        throw new Error(errors);
      });
      refused.catch(() => {});
      const address = await Promise.race([ready, refused]);
      return {
        ...server,
        address,
        async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
          server.child.kill(signal);
          await server.ended;
        },
      };
    },
  };
}

/** For `afterEach`: ends processes that a failed test left running. */
export async function endAll(running: ChildProcess[]): Promise<void> {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
