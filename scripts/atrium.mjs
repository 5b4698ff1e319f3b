#!/usr/bin/env node
// The command-line tool: installs missing packages, then runs on the product's own Node.
import { compileCacheEnv, ensureInstalled, nodeBinary, root } from './setup/install.mjs';
import { ensureServerBuilt } from './setup/server-build.mjs';
import { supervise } from './setup/supervise.mjs';

await ensureInstalled({ forDevelopment: false });
await ensureServerBuilt();
// Paths are relative to the caller's folder, but npm changes the working directory.
const env = { ...process.env, ...compileCacheEnv, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
supervise(nodeBinary(), [`${root}/packages/api/dist/app/cli/main.mjs`, ...process.argv.slice(2)], env);
