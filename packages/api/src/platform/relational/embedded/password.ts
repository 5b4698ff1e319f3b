import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

const fileIn = (folder: string) => join(folder, 'atrium-password');
const form = /^[\w-]{43}$/;
const rulesIn = (folder: string) => join(folder, 'pg_hba.conf');
/** Authentication rules: a password for everyone, over the socket. */
const rules = 'local all all scram-sha-256\n';

export interface PasswordSetting {
  readonly postgres: string;
  readonly runAs: RunAs;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Reads the password of an embedded database; null when it is missing or damaged. The file is readable only by our own
 * account.
 */
export async function readPassword(folder: string): Promise<string | null> {
  const found = await readFile(fileIn(folder), 'utf8').catch(() => '');
  return form.test(found) ? found : null;
}

/**
 * Returns the password of the database in a folder on which no server runs. Creates a new one when it is missing or
 * damaged, as for a database from before passwords. Our account alone can access the socket, unless the server runs as
 * another account; that one owns the socket but does not know the password.
 */
export async function ensurePassword(folder: string, setting: PasswordSetting): Promise<string> {
  const known = await readPassword(folder);
  if (known !== null && (await readFile(rulesIn(folder), 'utf8').catch(() => '')) === rules) return known;
  const password = randomBytes(32).toString('base64url');
  await setPassword(folder, password, setting);
  const unfinished = `${fileIn(folder)}.new`;
  await writeFile(unfinished, password, { mode: 0o600 });
  await rename(unfinished, fileIn(folder));
  // Written last: until then, all of this is repeated.
  await writeFile(rulesIn(folder), rules);
  return password;
}

/** Uses single-user mode, in which no other connection is possible. */
async function setPassword(folder: string, password: string, { postgres, runAs, env }: PasswordSetting): Promise<void> {
  const command = [...runAs.prefix, postgres, '--single', '-D', folder, 'postgres'];
  const [program, ...args] = command as [string, ...string[]];
  const child = spawn(program, args, { ...runAs.account, env, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  child.stdin.on('error', () => {});
  // 256 random bits cannot be guessed, so more iterations would only slow down each connection.
  child.stdin.end(`SET scram_iterations = 1\nALTER ROLE atrium PASSWORD '${password}'\n`);
  const [status] = await once(child, 'exit');
  if (status !== 0 || /\b(ERROR|FATAL|PANIC):/.test(said))
    throw new Error(
      `the password of the embedded PostgreSQL could not be set: ${said.trim().replaceAll(password, '…')}`,
    );
}
