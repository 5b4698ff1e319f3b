#!/usr/bin/env node
// Measures answers, ingestion, memory, start, drawing and a whole page, answers beside hand-written SQL on the same readings: npm run bench -- --readings 50000000
import { ensureBrowser } from './setup/browser.mjs';
import { ensureInstalled, nodeBinary, root } from './setup/install.mjs';
import { supervise } from './setup/supervise.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

process.chdir(root);
ensureInstalled();
await ensureWebBuilt();
const env = { ...process.env, CHROMIUM: await ensureBrowser() };
const answers = ['packages/api/src/bench/run-bench.ts', ...process.argv.slice(2)];
supervise(nodeBinary(), answers, env, (status) => {
  if (status !== 0) process.exit(status);
  // One question alone is about answers, not about drawing.
  if (process.argv.some((word) => word.startsWith('--question'))) return;
  supervise(nodeBinary(), ['e2e/bench/run-drawing.ts'], env, (drawn) => {
    if (drawn !== 0) process.exit(drawn);
    supervise(nodeBinary(), ['e2e/bench/run-page.ts'], env);
  });
});
