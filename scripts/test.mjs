#!/usr/bin/env node
// npm test: types, lint, every deterministic test and the quick journeys. `npm run test:long` has the rest.
// Runs on the Node that npm was started with; everything after the installation runs on the product's own.
import { auditPackages } from './setup/audit.mjs';
import { ensureBrowser } from './setup/browser.mjs';
import { ensureInstalled, nodeBinary } from './setup/install.mjs';
import { bin, check, count, finish, journeys, vitest } from './setup/suites.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

await ensureInstalled();

/** Reported as skipped if the registry cannot be reached. */
async function audit() {
  const name = 'known holes in packages';
  const { asked, found, reason } = await auditPackages();
  if (!asked) count(name, { passed: 0, failed: 0, skipped: 1, skippedNames: [`${name}: ${reason}`], failures: [] });
  else if (found.length === 0) count(name, { passed: 1, failed: 0, skipped: 0, failures: [] });
  else count(name, { passed: 0, failed: 1, skipped: 0, failures: [{ name, message: found.join('\n') }] });
}

const packages = ['domain', 'charts', 'testkit', 'client', 'api', 'web'];
const built = ensureWebBuilt();

async function types() {
  await built;
  await check('types of the REST API', nodeBinary(), ['packages/client/codegen.mjs']);
  for (const name of packages) await check(`types of ${name}`, bin('tsc'), ['-p', `packages/${name}`]);
  await check('types of scripts and journeys', bin('tsc'), ['-p', 'e2e']);
}

async function rules() {
  await check('format and borders', bin('biome'), ['check', '.', '--error-on-warnings']);
  await check('layers of the API', nodeBinary(), ['scripts/check-layers.mjs']);
  await check('owners of tables', nodeBinary(), ['scripts/check-table-writes.mjs']);
  await check('unused code', bin('knip'), []);
  await check('documents name what exists', nodeBinary(), ['scripts/check-docs.mjs']);
  await check('replaced words', nodeBinary(), ['scripts/check-words.mjs']);
  await check('sizes of files', nodeBinary(), ['scripts/check-sizes.mjs']);
  await check('checksums, licences and install scripts', nodeBinary(), ['scripts/check-dependencies.mjs']);
  await check('mutations of security fit', nodeBinary(), ['scripts/mutations.mjs', '--check']);
  await check('bill of materials', nodeBinary(), ['scripts/check-bill.mjs']);
  await audit();
}

async function runJourneys() {
  await built;
  const env = { CHROMIUM: await ensureBrowser(), E2E_PORT: '4310' };
  await journeys('journeys in Chromium', 'playwright', ['chromium'], env);
}

async function compute() {
  await Promise.all([types(), rules()]);
  await vitest('unit and integration', 'vitest', ['--exclude=**/*.long.test.*']);
}

// Journeys wait more than they compute, so they run beside everything that computes. They share one product, because its
// start with the demo takes as long as eight of them.
await Promise.all([runJourneys(), compute()]);
finish();
