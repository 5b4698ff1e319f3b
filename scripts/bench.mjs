#!/usr/bin/env node
// Benchmarks answers, ingestion, memory, start, drawing, a whole page and the page builder; compares answers with
// hand-written SQL on the same readings: npm run bench -- --readings 50000000
import { browserParts, parts } from './setup/bench-parts.mjs';
import { ensureBrowser } from './setup/browser.mjs';
import { ensureInstalled, nodeBinary, root } from './setup/install.mjs';
import { ensureServerBuilt } from './setup/server-build.mjs';
import { supervise } from './setup/supervise.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

process.chdir(root);
await ensureInstalled();
await Promise.all([ensureWebBuilt(), ensureServerBuilt()]);
const given = process.argv.slice(2);
const has = (option) => given.some((word) => word.startsWith(option));
const folder = 'packages/api/testing/bench';
const commands = has('--brief') ? listBriefParts() : listMeasurements();
const needsBrowser = commands.some(([script]) => script.startsWith('e2e/'));
const env = needsBrowser ? { ...process.env, CHROMIUM: await ensureBrowser() } : process.env;
runNext(0);

/**
 * Returns all parts that can run here, each with little data, to check that it runs and answers correctly. Prints the
 * skipped ones.
 */
function listBriefParts() {
  for (const { name, needs } of parts) if (needs !== null) process.stdout.write(`skipped ${name}: needs ${needs}\n`);
  return parts.filter(({ needs }) => needs === null).map(({ words }) => [...words, '--brief']);
}

function listMeasurements() {
  // Readers beside posting gateways: a separate benchmark, also against a product that runs elsewhere.
  if (has('--load')) return [[`${folder}/load/run-load.ts`, ...given]];
  if (has('--live')) return [[`${folder}/live/run-live.ts`, ...given]];
  // Workers that share the sites, compared with one.
  if (has('--workers')) return [[`${folder}/workers/run-workers.ts`, ...given]];
  // Pages with expected values, beside the same pages without.
  if (has('--expected')) return [[`${folder}/run-expected.ts`, ...given]];
  const answers = [`${folder}/run-bench.ts`, ...given];
  // These benchmarks do not draw anything, so the browser parts are left out.
  if (has('--ingestion') || has('--question') || has('--growth') || has('--rest')) return [answers];
  return [answers, ...browserParts.map(({ words }) => words)];
}

/** In sequence, because parallel runs would distort each other's times. */
function runNext(status) {
  const next = commands.shift();
  if (status !== 0 || next === undefined) process.exit(status);
  supervise(nodeBinary(), next, env, runNext);
}
