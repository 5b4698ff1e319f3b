#!/usr/bin/env node
// Starts the product from a fresh clone: installs and builds what is missing or stale, then starts the server.
import { compileCacheEnv, ensureInstalled, nodeBinary, root } from './setup/install.mjs';
import { allocatorEnv, nodeMemoryFlags } from './setup/memory.mjs';
import { ensureServerBuilt } from './setup/server-build.mjs';
import { buildStartHelp } from './setup/start-help.mjs';
import { supervise } from './setup/supervise.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

const [argument] = process.argv.slice(2);
if (argument === '--help' || argument === '-h') {
  process.stdout.write(buildStartHelp(root));
  process.exit(0);
}
if (argument !== undefined && argument !== '--dry-run') {
  process.stderr.write(`npm start takes no "${argument}": npm start -- --help lists the settings\n`);
  process.exit(2);
}
process.chdir(root);
await ensureInstalled({ forDevelopment: false });
const node = nodeBinary();
await Promise.all([ensureWebBuilt(), ensureServerBuilt()]);
supervise(node, [...nodeMemoryFlags, 'packages/api/dist/app/main.mjs', ...process.argv.slice(2)], {
  ...allocatorEnv,
  ...process.env,
  ...compileCacheEnv,
});
