#!/usr/bin/env node
// Benchmarks answers, ingestion, memory, start, drawing, a whole page and the page builder; compares answers with
// hand-written SQL on the same readings: npm run bench -- --readings 50000000
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
// Readers beside posting gateways: a separate benchmark, also against a product that runs elsewhere.
const isLoad = given.includes('--load');
// Live values alone need no browser either.
const isLive = given.some((word) => word.startsWith('--live'));
// Workers that share the sites, compared with one.
const isWorkers = given.some((word) => word.startsWith('--workers'));
const isIngestion = given.includes('--ingestion');
const needsNoBrowser = isLoad || isLive || isWorkers || isIngestion;
const env = needsNoBrowser ? process.env : { ...process.env, CHROMIUM: await ensureBrowser() };
const drawn = ['drawing', 'page', 'overview', 'builder'].map((name) => `e2e/bench/run-${name}.ts`);
const folder = 'packages/api/src/bench';
const script = isLoad
  ? 'load/run-load.ts'
  : isLive
    ? 'live/run-live.ts'
    : isWorkers
      ? 'workers/run-workers.ts'
      : 'run-bench.ts';
supervise(nodeBinary(), [`${folder}/${script}`, ...given], env, (status) => {
  if (status !== 0 || needsNoBrowser) process.exit(status);
  // A single question and growth are about answers, not drawing.
  if (given.some((word) => word.startsWith('--question') || word.startsWith('--growth'))) return;
  inBrowser(status);
});

/** In sequence, because parallel runs would distort each other's times. */
function inBrowser(status) {
  const next = drawn.shift();
  if (status !== 0 || next === undefined) process.exit(status);
  supervise(nodeBinary(), [next], env, inBrowser);
}
