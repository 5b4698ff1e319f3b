#!/usr/bin/env node
// The product with hot reload: the server restarts when its sources change; Vite serves the pages and proxies the rest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ensureInstalled, nodeBinary, root } from './setup/install.mjs';
import { supervise } from './setup/supervise.mjs';

process.chdir(root);
await ensureInstalled();
const node = nodeBinary();
const { HOST: host = '127.0.0.1', PORT: port = '4000' } = process.env;
if ((await listenOnce(Number(port), host)) === null) {
  process.stderr.write(`port ${port} of ${host} is taken: stop what listens there, or set PORT\n`);
  process.exit(1);
}
// Vite serves the configured address; the server behind it uses a free port.
const serverPort = await listenOnce(0, '127.0.0.1');
const pagesEnv = { ...process.env, NODE_ENV: 'development', DEV_SERVER: `http://127.0.0.1:${serverPort}` };
const vite = [`${root}/node_modules/vite/bin/vite.js`, '--host', host, '--port', port, '--strictPort'];
const pages = spawn(node, vite, { cwd: 'packages/web', env: pagesEnv, stdio: 'inherit' });
process.on('exit', () => pages.kill());
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (isStopping = true));
// Development needs the pages, so it ends with them. When stopping, the server shuts down first.
pages.once('exit', (status) => isStopping || process.exit(status ?? 1));
const env = {
  ATRIUM_PUBLIC_URL: `http://127.0.0.1:${port}`,
  ...process.env,
  NODE_ENV: 'development',
  HOST: '127.0.0.1',
  PORT: String(serverPort),
};
supervise(
  node,
  [
    '--watch-path=packages/api/src',
    '--watch-path=packages/domain/src',
    '--watch-path=packages/charts/src',
    '--watch-preserve-output',
    'packages/api/src/app/main.ts',
  ],
  env,
);

/** Listens once to get a free port. Returns null if the wanted port is taken. */
async function listenOnce(wanted, address) {
  const server = createServer().listen({ host: address, port: wanted });
  try {
    await once(server, 'listening');
  } catch {
    return null;
  }
  const { port: found } = server.address();
  server.close();
  await once(server, 'close');
  return found;
}
