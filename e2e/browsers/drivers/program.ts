import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Returns the first existing path. */
export const findProgram = (...paths: readonly string[]) => paths.find((path) => existsSync(path));

/** Starts a program in its own process group, because browsers have children that outlive them. */
export function startProgram(path: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(path, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  const end = hasEnded ? Promise.resolve() : once(child, 'exit');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
  await end;
}

/** Calls `take` with each line that the program prints. */
export function readLines(child: ChildProcess, take: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
  }
}
