import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the ids of a process and all its descendants on Linux. */
function listDescendants(pid: number): number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(listDescendants)];
}

/** Controls the PostgreSQL of an embedded product's data folder. */
export function findPostgres(data: string) {
  const pid = Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const signal = (name: NodeJS.Signals, all: readonly number[]) => {
    for (const each of all)
      try {
        process.kill(each, name);
      } catch {
        // The process has already ended.
      }
  };
  return {
    /** Stops all of its processes, like a hanging machine. */
    pause(): () => void {
      const all = listDescendants(pid);
      signal('SIGSTOP', all);
      return () => signal('SIGCONT', all);
    },
    /** Kills one of its processes, after which PostgreSQL restarts all of them. */
    killOne: () => signal('SIGKILL', listDescendants(pid).slice(-1)),
    kill: () => signal('SIGKILL', listDescendants(pid)),
  };
}
