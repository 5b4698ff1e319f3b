import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';

/** Options for starting a PostgreSQL program, which refuses to run as root. */
export interface RunAs {
  /** Placed before the program and its arguments. */
  readonly prefix: readonly string[];
  /** Account to switch to; undefined keeps the current one. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
  /** Makes that account the owner of a folder. */
  own(folder: string): Promise<void>;
}

const onPath = (program: string) =>
  ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].some((dir) => existsSync(`${dir}/${program}`));

const works = (program: string, args: readonly string[]) => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const keepOwner = async () => {};

/**
 * Chooses how to run PostgreSQL. An ordinary user needs nothing special. As root, it runs in its own user namespace,
 * where it appears as the user `nobody` but has our file access. Where namespaces are forbidden, it runs as an
 * unprivileged account that owns the folder. This last option fails below folders that only root may enter.
 */
export function chooseRunAs(): RunAs {
  // The kernel ends the child when this process is killed. Best effort: the next start ends any leftover server.
  const tether = onPath('setpriv') ? ['setpriv', '--pdeathsig', 'INT', '--'] : [];
  if (process.getuid?.() !== 0) return { prefix: tether, account: undefined, own: keepOwner };
  if (works('unshare', ['-U', 'true']))
    return { prefix: ['unshare', '-U', '--', ...tether], account: undefined, own: keepOwner };
  const account = unprivilegedAccount();
  return { prefix: tether, account, own: (folder) => chown(folder, account.uid, account.gid) };
}

function unprivilegedAccount(): { uid: number; gid: number } {
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = entries.find(([user]) => user === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(
    'the embedded PostgreSQL does not run as root, and no unprivileged account was found: start as an ordinary user or set DATABASE_URL',
  );
}
