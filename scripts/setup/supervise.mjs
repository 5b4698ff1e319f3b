// Hands signals to the one process that does the work, and takes over its exit status. Built-ins only.
import { spawn } from 'node:child_process';

/** Ctrl-C reaches us from the terminal and again from npm: what comes this close together is one. */
const sameSignalMs = 400;
const parentCheckMs = 500;

/** Runs a program in the foreground until it ends, then ends with its status, or does what `end` says. */
export function supervise(command, args, env = process.env, end = process.exit) {
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
  // It is our parent because the scripts of package.json say exec; a shell in between would swallow its signals.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (Object.keys(lastAt).length === 0) forward('SIGTERM');
  }, parentCheckMs).unref();
  child.on('error', (error) => {
    process.stderr.write(`${command} does not start: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (status, signal) => end(status ?? (signal === 'SIGINT' ? 130 : 1)));
  return child;
}
