#!/usr/bin/env node
// Measures answers, ingestion, memory and start against hand-written SQL on the same readings: npm run bench -- --readings 50000000
import { ensureInstalled, nodeBinary, root } from './setup/install.mjs';
import { supervise } from './setup/supervise.mjs';

process.chdir(root);
ensureInstalled();
supervise(nodeBinary(), ['packages/api/src/bench/run-bench.ts', ...process.argv.slice(2)]);
