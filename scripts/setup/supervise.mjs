// Forwards signals to a child process and exits with its status. Built-ins only.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

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
  child.on('exit', (status, signal) => {
    if (signal !== null && lastAt[signal] === undefined) process.stderr.write(`${describeKill(signal)}\n`);
    end(status ?? 128 + constants.signals[signal]);
  });
  return child;
}

/** Says what ended a program that could not say so itself. */
function describeKill(signal) {
  const cause = signal === 'SIGKILL' ? 'another program or the system, which does so when memory runs out' : 'a signal';
  return `Atrium was ended by ${cause} (${signal}). Everything it had acknowledged is stored: start it again.${
    signal === 'SIGKILL'
      ? ' The log of the system says whether memory ran out: journalctl -k | grep -i "out of memory".'
      : ''
  }`;
}
