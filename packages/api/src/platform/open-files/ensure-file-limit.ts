import { readFile } from 'node:fs/promises';
import { StartRefused } from '../start-refused.ts';

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

const readLimits = () => readFile('/proc/self/limits', 'utf8').catch(() => '');
