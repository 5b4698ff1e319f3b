#!/usr/bin/env node
// Starts the product from a fresh clone: installs and builds what is missing or stale, then starts the server.
import { compileCacheEnv, ensureInstalled, nodeBinary, root } from './setup/install.mjs';
import { allocatorEnv, nodeMemoryFlags } from './setup/memory.mjs';
import { ensureServerBuilt } from './setup/server-build.mjs';
import { supervise } from './setup/supervise.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

process.chdir(root);
await ensureInstalled({ forDevelopment: false });
const node = nodeBinary();
await Promise.all([ensureWebBuilt(), ensureServerBuilt()]);
supervise(node, [...nodeMemoryFlags, 'packages/api/dist/app/main.mjs', ...process.argv.slice(2)], {
  ...allocatorEnv,
  ...process.env,
  ...compileCacheEnv,
});
