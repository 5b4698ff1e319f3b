#!/usr/bin/env node
// The command-line tool: installs what is missing, then runs it on the product's own Node.
import { ensureInstalled, nodeBinary, root } from './setup/install.mjs';
import { supervise } from './setup/supervise.mjs';

ensureInstalled();
// Paths are given relative to where the command was called; npm has moved us since.
const env = { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
supervise(nodeBinary(), [`${root}/packages/api/src/cli/main.ts`, ...process.argv.slice(2)], env);
