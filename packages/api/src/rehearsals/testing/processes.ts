import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A process and all that it started, as Linux tells it. */
function family(pid: number): number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(family)];
}

/** The PostgreSQL that an embedded product runs on its data folder. */
export function postgresOf(data: string) {
  const pid = Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const signal = (name: NodeJS.Signals, all: readonly number[]) => {
    for (const each of all)
      try {
        process.kill(each, name);
      } catch {
        // One that ended by itself meanwhile.
      }
  };
  return {
    /** Stopped as by a fault of its machine: nothing of it answers any more. */
    pause(): () => void {
      const all = family(pid);
      signal('SIGSTOP', all);
      return () => signal('SIGCONT', all);
    },
    /** One of its processes, which makes PostgreSQL start all of them anew. */
    killOne: () => signal('SIGKILL', family(pid).slice(-1)),
    kill: () => signal('SIGKILL', family(pid)),
  };
}
