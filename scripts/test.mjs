#!/usr/bin/env node
// Every check of the product, from a clean clone: types, lint, unit and integration tests, the browser journeys.
// Runs on the Node that npm was started with; everything after the installation runs on the product's own.
import { readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { ensureBrowser } from './setup/browser.mjs';
import { ensureInstalled, keepingCode, nodeBinary, root } from './setup/install.mjs';
import { run } from './setup/run.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

ensureInstalled();

const bin = (name) => `${root}/node_modules/.bin/${name}`;
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

function count(name, { passed, failed, skipped }, output) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  const mark = failed === 0 ? 'ok    ' : 'FAILED';
  process.stdout.write(`${mark} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  if (failed > 0) {
    failures.push(name);
    process.stdout.write(`${output}\n`);
  }
}

async function check(name, command, args) {
  const { status, output } = await run(command, args);
  count(name, status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }, output);
}

/** Reads a runner's own report, so that a run that dies before it reports counts as failed. */
async function suite(name, command, args, reportFile, read, env = {}) {
  rmSync(reportFile, { force: true });
  // Every test file of the server is a process, and many start the product besides: they load the same code.
  const { status, output } = await run(command, args, { ...keepingCode, ...env });
  let result;
  try {
    result = read(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    result = { passed: 0, failed: 1, skipped: 0, named: [] };
  }
  if (status !== 0 && result.failed === 0) result.failed = 1;
  for (const skipped of result.named) process.stdout.write(`skipped ${skipped}\n`);
  count(name, result, output);
}

function readVitest(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const skipped = tests.filter(
    (test) => test.status === 'pending' || test.status === 'skipped' || test.status === 'todo',
  );
  return {
    passed: report.numPassedTests,
    failed:
      report.numFailedTests +
      report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
    skipped: skipped.length,
    named: skipped.map((test) => test.fullName),
  };
}

function readPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, named: [] };
}

const packages = ['domain', 'testkit', 'api', 'web'];
await Promise.all([
  (async () => {
    await ensureWebBuilt();
    for (const name of packages) await check(`types of ${name}`, bin('tsc'), ['-p', `packages/${name}`]);
    await check('types of scripts and journeys', bin('tsc'), ['-p', 'e2e']);
  })(),
  (async () => {
    await check('format and borders', bin('biome'), ['check', '.', '--error-on-warnings']);
    await check('unused code', bin('knip'), []);
    await check('documents name what exists', nodeBinary(), ['scripts/check-docs.mjs']);
    await check('sizes of files', nodeBinary(), ['scripts/check-sizes.mjs']);
  })(),
]);

await suite(
  'unit and integration',
  bin('vitest'),
  ['run', '--reporter=json', '--reporter=default', `--outputFile.json=${root}/.cache/vitest.json`],
  `${root}/.cache/vitest.json`,
  readVitest,
);

const browser = await ensureBrowser();
await suite(
  'journeys in the browser',
  bin('playwright'),
  ['test', '-c', 'e2e', `--workers=${Math.min(2, cpus().length)}`],
  `${root}/.cache/playwright.json`,
  readPlaywright,
  { CHROMIUM: browser },
);

if (failures.length > 0) process.stdout.write(`\nfailed: ${failures.join(', ')}\n`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exit(totals.failed === 0 ? 0 : 1);
