import { readFile } from 'node:fs/promises';
import { StartRefused } from '../start-refused.ts';

/** Both stores, the sockets on both ports and a few hundred connections. */
const minFiles = 1024;

/** Refuses a start that would run out of files in the middle: each connection, socket and table takes some. */
export async function ensureFilesEnough(limits: () => Promise<string> = readLimits): Promise<void> {
  const [, soft] = /^Max open files +(\S+)/m.exec(await limits()) ?? [];
  // Where the system does not tell, or there is no bound.
  if (soft === undefined || !/^\d+$/.test(soft) || Number(soft) >= minFiles) return;
  throw new StartRefused(
    `the process may have ${soft} files open at once, and Atrium needs ${minFiles}: raise the limit (ulimit -n ${minFiles} in the shell, LimitNOFILE= in systemd)`,
  );
}

const readLimits = () => readFile('/proc/self/limits', 'utf8').catch(() => '');
