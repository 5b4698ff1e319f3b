#!/usr/bin/env node
// The product with hot reload: the server starts again when its sources change, Vite serves the pages and passes the rest on.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureInstalled, nodeBinary, root } from './setup/install.mjs';
import { supervise } from './setup/supervise.mjs';

process.chdir(root);
ensureInstalled();
const node = nodeBinary();
const env = { ...process.env, NODE_ENV: 'development' };
if (existsSync('packages/web/index.html')) {
  const pages = spawn(node, [`${root}/node_modules/vite/bin/vite.js`], { cwd: 'packages/web', env, stdio: 'inherit' });
  process.on('exit', () => pages.kill());
}
supervise(
  node,
  [
    '--watch-path=packages/api/src',
    '--watch-path=packages/domain/src',
    '--watch-path=packages/charts/src',
    '--watch-preserve-output',
    'packages/api/src/main.ts',
  ],
  env,
);
