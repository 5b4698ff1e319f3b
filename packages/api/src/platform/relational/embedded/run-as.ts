import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';

/** How a PostgreSQL program is started, since it refuses to run as root. */
export interface RunAs {
  /** Put before the program and its arguments. */
  readonly prefix: readonly string[];
  /** The account to switch to; undefined keeps ours. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
  /** Hands a folder we made to that account. */
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

const stays = async () => {};

/**
 * As an ordinary user nothing is needed. As root the program starts in a user namespace of its own, where it sees
 * itself as nobody yet keeps our access to the files; where namespaces are forbidden, as an unprivileged account that
 * gets the folder (this fails below folders only root may enter).
 */
export function chooseRunAs(): RunAs {
  // The kernel ends the program when we are killed. Best effort: the next start reclaims whatever outlived us.
  const tether = onPath('setpriv') ? ['setpriv', '--pdeathsig', 'INT', '--'] : [];
  if (process.getuid?.() !== 0) return { prefix: tether, account: undefined, own: stays };
  if (works('unshare', ['-U', 'true']))
    return { prefix: ['unshare', '-U', '--', ...tether], account: undefined, own: stays };
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
