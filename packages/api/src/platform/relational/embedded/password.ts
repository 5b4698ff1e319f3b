import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

const fileIn = (folder: string) => join(folder, 'atrium-password');
const form = /^[\w-]{43}$/;
const rulesIn = (folder: string) => join(folder, 'pg_hba.conf');
/** Who may come in: everybody by password, over the socket. */
const rules = 'local all all scram-sha-256\n';

export interface PasswordSetting {
  readonly postgres: string;
  readonly runAs: RunAs;
  readonly env: Readonly<Record<string, string>>;
}

/** The password of an embedded database; null where it has none yet, or a damaged one. Only our own account reads it. */
export async function readPassword(folder: string): Promise<string | null> {
  const found = await readFile(fileIn(folder), 'utf8').catch(() => '');
  return form.test(found) ? found : null;
}

/**
 * The password of the database in a folder on which no server runs. One that is missing or damaged is made anew, as on a database
 * of before there was one. The socket is our account's alone already; where the server runs as another account, that
 * one owns the socket, and does not know the password.
 */
export async function ensurePassword(folder: string, setting: PasswordSetting): Promise<string> {
  const known = await readPassword(folder);
  if (known !== null && (await readFile(rulesIn(folder), 'utf8').catch(() => '')) === rules) return known;
  const password = randomBytes(32).toString('base64url');
  await setPassword(folder, password, setting);
  const unfinished = `${fileIn(folder)}.new`;
  await writeFile(unfinished, password, { mode: 0o600 });
  await rename(unfinished, fileIn(folder));
  // Last: without it, all of this is done again.
  await writeFile(rulesIn(folder), rules);
  return password;
}

/** By the program itself, with nobody connected: there is no moment in which others could come in. */
async function setPassword(folder: string, password: string, { postgres, runAs, env }: PasswordSetting): Promise<void> {
  const command = [...runAs.prefix, postgres, '--single', '-D', folder, 'postgres'];
  const [program, ...args] = command as [string, ...string[]];
  const child = spawn(program, args, { ...runAs.account, env, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  child.stdin.on('error', () => {});
  // Nobody guesses 256 bits: to derive a key of them again and again would only cost each connection.
  child.stdin.end(`SET scram_iterations = 1\nALTER ROLE atrium PASSWORD '${password}'\n`);
  const [status] = await once(child, 'exit');
  if (status !== 0 || /\b(ERROR|FATAL|PANIC):/.test(said))
    throw new Error(
      `the password of the embedded PostgreSQL could not be set: ${said.trim().replaceAll(password, '…')}`,
    );
}
