// Forwards signals to a child process and exits with its status. Built-ins only.
import { spawn } from 'node:child_process';

/** Ctrl-C arrives from the terminal and again from npm. Signals within this time count as one. */
const sameSignalMs = 400;
const parentCheckMs = 500;

/** Runs a program in the foreground, then exits with its status or calls `end`. */
export function supervise(command, args, env = process.env, end = process.exit) {
  // The IPC channel carries no messages: it closes when this process dies, which tells the child.
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
  // If npm is killed, nothing else stops the child. Sent once, because a second signal forces an immediate exit. npm is
  // the parent because package.json's scripts use exec; a shell in between would swallow its signals.
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
