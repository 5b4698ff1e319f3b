#!/usr/bin/env node
// Runs every check from a clean clone: types, lint, unit and integration tests, browser journeys. Starts on the Node
// that runs npm; everything after the installation runs on the product's own.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { auditPackages } from './setup/audit.mjs';
import { ensureBrowser } from './setup/browser.mjs';
import { ensureInstalled, keepingCode, nodeBinary, root } from './setup/install.mjs';
import { readPlaywright, readVitest } from './setup/reports.mjs';
import { run } from './setup/run.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

ensureInstalled();

const bin = (name) => `${root}/node_modules/.bin/${name}`;
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Repeated at the end by name, where people look. */
const failures = [];

function count(name, { passed, failed, skipped, skippedNames = [], flaky = [], failures: named }) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  for (const test of skippedNames) process.stdout.write(`skipped ${test}\n`);
  // Tests that passed only on retry, with their first message, so that the cause gets fixed.
  for (const { name: test, message } of flaky) process.stdout.write(`unsteady ${test}\n${message}\n\n`);
  const mark = failed === 0 ? 'ok    ' : 'FAILED';
  process.stdout.write(`${mark} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  for (const { name: test, message } of named) {
    failures.push(test);
    process.stdout.write(`FAILED ${test}\n${message}\n\n`);
  }
}

async function check(name, command, args) {
  const { status, output } = await run(command, args);
  if (status === 0) count(name, { passed: 1, failed: 0, skipped: 0, failures: [] });
  else count(name, { passed: 0, failed: 1, skipped: 0, failures: [{ name, message: output }] });
}

/** Skipped by name if the registry is unreachable. */
async function audit() {
  const name = 'known holes in packages';
  const { asked, found, reason } = await auditPackages();
  if (!asked) count(name, { passed: 0, failed: 0, skipped: 1, skippedNames: [`${name}: ${reason}`], failures: [] });
  else if (found.length === 0) count(name, { passed: 1, failed: 0, skipped: 0, failures: [] });
  else count(name, { passed: 0, failed: 1, skipped: 0, failures: [{ name, message: found.join('\n') }] });
}

/**
 * Runs a suite, counts its report and logs its output. A run that dies before it reports counts as failed, with its
 * exit status.
 */
async function suite(name, command, args, report, read, env = {}) {
  const reportFile = `${root}/.cache/${report}.json`;
  rmSync(reportFile, { force: true });
  // Caches compiled code: every server test file is a process, and many also start the product.
  const { status, output } = await run(command, args, { ...keepingCode, ...env });
  writeFileSync(`${root}/.cache/${report}.log`, output);
  let result;
  try {
    result = read(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    result = { passed: 0, failed: 0, skipped: 0, failures: [] };
  }
  if (status !== 0 && result.failed === 0) {
    result = { ...result, failed: 1, failures: [{ name, message: output.slice(-5000) }] };
  }
  count(name, result);
}

const packages = ['domain', 'charts', 'testkit', 'api', 'web'];
await Promise.all([
  (async () => {
    await ensureWebBuilt();
    for (const name of packages) await check(`types of ${name}`, bin('tsc'), ['-p', `packages/${name}`]);
    await check('types of scripts and journeys', bin('tsc'), ['-p', 'e2e']);
  })(),
  (async () => {
    await check('format and borders', bin('biome'), ['check', '.', '--error-on-warnings']);
    await check('floors of the API', nodeBinary(), ['scripts/check-floors.mjs']);
    await check('unused code', bin('knip'), []);
    await check('documents name what exists', nodeBinary(), ['scripts/check-docs.mjs']);
    await check('sizes of files', nodeBinary(), ['scripts/check-sizes.mjs']);
    await check('checksums, licences and install scripts', nodeBinary(), ['scripts/check-dependencies.mjs']);
    await check('mutations of security fit', nodeBinary(), ['scripts/mutations.mjs', '--check']);
    await check('bill of materials', nodeBinary(), ['scripts/check-bill.mjs']);
    await audit();
  })(),
]);

const browser = await ensureBrowser();

const units = () =>
  suite(
    'unit and integration',
    bin('vitest'),
    ['run', '--reporter=json', '--reporter=default', `--outputFile.json=${root}/.cache/vitest.json`],
    'vitest',
    readVitest,
  );

/** A third of the journeys, with its own instance of the product. */
function journeys(third) {
  const report = `playwright-${third}`;
  return suite(
    `journeys in the browser, ${third} of 3`,
    bin('playwright'),
    ['test', '-c', 'e2e', '--project=chromium', `--shard=${third}/3`, '--workers=1', '--retries=1'],
    report,
    readPlaywright,
    { CHROMIUM: browser, E2E_REPORT: report, E2E_PORT: String(4310 + 10 * (third - 1)) },
  );
}

/** Journeys in browsers that Playwright does not drive. A missing browser is skipped by name. */
const otherBrowsers = () =>
  suite(
    'journeys in Firefox and WebKit',
    bin('playwright'),
    ['test', '-c', 'e2e', '--project=firefox', '--project=webkit', '--workers=1', '--retries=1'],
    'playwright-browsers',
    readPlaywright,
    { E2E_REPORT: 'playwright-browsers', E2E_PORT: '4340' },
  );

// Journeys mostly wait, so they run in parallel with the unit tests, one third after the other.
await Promise.all([
  units(),
  journeys(1)
    .then(() => journeys(2))
    .then(() => journeys(3))
    .then(otherBrowsers),
]);

for (const name of failures) process.stdout.write(`failed: ${name}\n`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exit(totals.failed === 0 ? 0 : 1);
