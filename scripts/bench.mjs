#!/usr/bin/env node
// Measures answers, ingestion, memory, start, drawing and a whole page, answers beside hand-written SQL on the same readings: npm run bench -- --readings 50000000
import { ensureBrowser } from './setup/browser.mjs';
import { ensureInstalled, nodeBinary, root } from './setup/install.mjs';
import { ensureServerBuilt } from './setup/server-build.mjs';
import { supervise } from './setup/supervise.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

process.chdir(root);
ensureInstalled();
await ensureWebBuilt();
await ensureServerBuilt();
const given = process.argv.slice(2);
// People reading beside gateways that post: a measurement of its own, also of a product that runs elsewhere.
const isLoad = given.includes('--load');
const env = isLoad ? process.env : { ...process.env, CHROMIUM: await ensureBrowser() };
const script = isLoad ? 'packages/api/src/bench/run-load.ts' : 'packages/api/src/bench/run-bench.ts';
supervise(nodeBinary(), [script, ...given], env, (status) => {
  if (status !== 0 || isLoad) process.exit(status);
  // One question alone is about answers, not about drawing.
  if (given.some((word) => word.startsWith('--question'))) return;
  supervise(nodeBinary(), ['e2e/bench/run-drawing.ts'], env, (drawn) => {
    if (drawn !== 0) process.exit(drawn);
    supervise(nodeBinary(), ['e2e/bench/run-page.ts'], env);
  });
});
