import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { StartRefused } from './failures.ts';
import type { Logger } from './telemetry/logger.ts';

/** Enough for both stores, the listening sockets on both ports and a few hundred connections. */
const minFiles = 1024;

/**
 * Throws `StartRefused` when the limit of open files is too low, since each connection, socket and table takes some.
 */
export async function ensureFileLimit(limits: () => Promise<string> = readLimits): Promise<void> {
  const [, soft] = /^Max open files +(\S+)/m.exec(await limits()) ?? [];
  // The system reports no limit, or it is unlimited.
  if (soft === undefined || !/^\d+$/.test(soft) || Number(soft) >= minFiles) return;
  throw new StartRefused(
    `the process may have ${soft} files open at once, and Atrium needs ${minFiles}: raise the limit (ulimit -n ${minFiles} in the shell, LimitNOFILE= in systemd)`,
  );
}

const megabyte = 1024 * 1024;
/** Least memory in bytes for a server with both stores. An idle one takes 400 MB. */
const minMemory = 512 * megabyte;
/** The same while the demo is created, which takes 700 MB. */
const minDemoMemory = 768 * megabyte;

/** Returns the bytes of memory of the container, or of the machine. A container without a limit names a larger number. */
export function findMemoryLimit(): number {
  return Math.min(totalmem(), process.constrainedMemory() || totalmem());
}

/**
 * Throws `StartRefused` when the machine, or the container that this process is in, has too little memory: the system
 * would kill the server at some moment without a word.
 */
export function ensureMemory(createsDemo: boolean, available = findMemoryLimit()): void {
  const needed = createsDemo ? minDemoMemory : minMemory;
  if (available >= needed) return;
  const what = createsDemo ? 'creating the demo' : 'Atrium';
  const orWithout = createsDemo && available >= minMemory ? ', or start without the demo (ATRIUM_DEMO=0)' : '';
  throw new StartRefused(
    `this machine or container has ${Math.floor(available / megabyte)} MB of memory, and ${what} needs ${needed / megabyte}: give it more${orWithout}`,
  );
}

const readLimits = () => readFile('/proc/self/limits', 'utf8').catch(() => '');

/** After this time, a step that closes something is named in the log. */
const slowCloseMs = 10_000;

/** Closes everything that was opened, in reverse order, even when a step fails. */
export class ClosingStack {
  readonly #steps: { readonly what: string; readonly close: () => unknown }[] = [];
  readonly #logger: Logger;
  #closing: Promise<void> | null = null;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(what: string, close: () => unknown): void {
    this.#steps.push({ what, close });
  }

  /** Never rejects, so that a part that fails to close does not keep the others open. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const { what, close } of this.#steps.toReversed()) {
      const slow = setTimeout(() => this.#logger.warn(`closing ${what} takes long`), slowCloseMs);
      slow.unref();
      try {
        await close();
      } catch (error) {
        this.#logger.error({ err: error }, `closing ${what} failed`);
      }
      clearTimeout(slow);
    }
  }
}

/** A terminal, npm and the launcher each forward the same Ctrl-C. Signals this close together count as one. */
const sameSignalMs = 400;
/** After this time the shutdown counts as stuck. */
const maxStopMs = 20_000;

/**
 * Ends the process with status 0 once `close` is done. Starts at the first interrupt or termination signal, or when the
 * launcher disconnects. A second signal ends it at once.
 */
export function stopOnSignal(close: () => Promise<void>, logger: Logger): void {
  let firstAt = 0;
  const stop = async (reason: string) => {
    const now = performance.now();
    if (firstAt > 0) {
      if (now - firstAt > sameSignalMs) process.exit(130);
      return;
    }
    firstAt = now;
    logger.info(`stopping (${reason})`);
    setTimeout(() => {
      logger.error(`not stopped after ${maxStopMs / 1000} s, giving up`);
      process.exit(1);
    }, maxStopMs).unref();
    await close();
    logger.info('stopped');
    process.exit(0);
  };
  process.on('SIGINT', () => stop('interrupted'));
  process.on('SIGTERM', () => stop('asked to end'));
  process.once('disconnect', () => stop('the launcher is gone'));
}

/** Ends this process as its operator would, so that it shuts down cleanly. */
export const requestShutdown = (): void => void process.kill(process.pid, 'SIGTERM');

/**
 * Ignores broken pipes on the standard streams, as with `npm start | head -1`: the process continues its work without a
 * reader.
 */
export function ignoreBrokenPipes(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
