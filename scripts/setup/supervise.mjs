// Hands signals to the one process that does the work, and takes over its exit status. Built-ins only.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Ctrl-C reaches us from the terminal and again from npm: what comes this close together is one. */
const sameSignalMs = 400;
const parentCheckMs = 500;

/** Our parent and its parent: npm starts us through a shell, which lives on when npm is killed. */
function ancestorsOf() {
  try {
    const [, parentOfParent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return `${process.ppid} ${parentOfParent}`;
  } catch {
    return `${process.ppid}`;
  }
}

/** Runs a program in the foreground until it ends, then ends with its status. */
export function supervise(command, args, env = process.env) {
  // The extra channel carries nothing: it closes when we are gone, and that is the message.
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  const lastAt = {};
  const forward = (signal) => {
    const now = performance.now();
    if (now - (lastAt[signal] ?? -Infinity) < sameSignalMs) return;
    lastAt[signal] = now;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => forward(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  // npm was killed without a word: nobody would stop us any more. Once is enough: a second signal means at once.
  const ancestors = ancestorsOf();
  const watch = setInterval(() => {
    if (ancestorsOf() === ancestors) return;
    clearInterval(watch);
    if (Object.keys(lastAt).length === 0) forward('SIGTERM');
  }, parentCheckMs).unref();
  child.on('error', (error) => {
    process.stderr.write(`${command} does not start: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (status, signal) => process.exit(status ?? (signal === 'SIGINT' ? 130 : 1)));
  return child;
}
