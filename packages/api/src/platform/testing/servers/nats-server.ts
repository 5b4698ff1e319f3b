import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { waitForOutput } from './wait-for-output.ts';

/** Debian's package `nats-server`; tests that need it are skipped where it is missing. */
export const hasNats = spawnSync('nats-server', ['--version']).status === 0;

export interface NatsServer {
  readonly url: string;
  /** Kills the server, like a crash of its machine. */
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
}

/** Starts a NATS server for one test, on a free port. `running`: list of processes that `endAll` ends. */
export async function startNatsServer(running: ChildProcess[]): Promise<NatsServer> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const server = {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      const started = spawn('nats-server', ['-a', '127.0.0.1', '-p', `${port}`], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      running.push(started);
      child = started;
      await waitForOutput(started.stderr, /Server is ready/);
    },
    async stop() {
      if (child === null || child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
  await server.start();
  return server;
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
