import { spawn } from 'node:child_process';
import { root } from './install.mjs';

/** Runs a command, by default in the root folder, and captures its output. Resolves to its status, never throws. */
export function run(command, args, env = {}, folder = root) {
  return new Promise((resolve) => {
    const path = `${root}/node_modules/.bin:${process.env.PATH}`;
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, PATH: path, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ status: 1, output: `${output}${error.message}\n` }));
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });
}
