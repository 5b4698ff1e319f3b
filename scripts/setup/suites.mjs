// Runs checks and test suites one after another or side by side, and counts their results.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { parts } from './bench-parts.mjs';
import { compileCacheEnv, nodeBinary, root } from './install.mjs';
import { readPlaywright, readVitest } from './reports.mjs';
import { run } from './run.mjs';

export const bin = (name) => `${root}/node_modules/.bin/${name}`;

const totals = { passed: 0, failed: 0, skipped: 0 };
/** Names of failed tests, repeated at the end where people look. */
const failures = [];

const begun = performance.now();
/** Time since the run began, so that a reader sees which part took long. */
const elapsed = () => `${Math.round((performance.now() - begun) / 1000)} s`;

const memoryDisk = '/dev/shm';
/** Minimum free bytes for the tests of both runs: on the memory disk, and in memory as a whole. */
const [neededDisk, neededMemory] = [4 * 2 ** 30, 7 * 2 ** 30];

/**
 * Environment that puts the temporary files of tests in memory, where there is room. The stores sync each write. On a
 * disk, many tests wait for that four times as long as they compute.
 */
const temporary = openTemporaryFolder();

function openTemporaryFolder() {
  if (process.env.TMPDIR !== undefined || !existsSync(memoryDisk)) return {};
  const { bavail, bsize } = statfsSync(memoryDisk);
  if (bavail * bsize < neededDisk || freemem() < neededMemory) return {};
  const folder = mkdtempSync(`${memoryDisk}/atrium-`);
  // The embedded database may run as another user.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  return { TMPDIR: folder };
}

export function count(name, { passed, failed, skipped, skippedNames = [], flaky = [], failures: named }) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  for (const test of skippedNames) process.stdout.write(`skipped ${test}\n`);
  // Tests that passed only on retry. Prints their first failure, so that somebody looks for the cause.
  for (const { name: test, message } of flaky) process.stdout.write(`unsteady ${test}\n${message}\n\n`);
  const mark = failed === 0 ? 'ok    ' : 'FAILED';
  process.stdout.write(`${mark} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped, at ${elapsed()}\n`);
  for (const { name: test, message } of named) {
    failures.push(test);
    process.stdout.write(`FAILED ${test}\n${message}\n\n`);
  }
}

export async function check(name, command, args, env = {}) {
  const { status, output } = await run(command, args, env);
  if (status === 0) count(name, { passed: 1, failed: 0, skipped: 0, failures: [] });
  else count(name, { passed: 0, failed: 1, skipped: 0, failures: [{ name, message: output }] });
}

/**
 * Counts a runner's own report and writes its output to a file. A runner that dies before it reports counts as
 * failed, with the end of its output.
 */
async function suite(name, command, args, report, read, env = {}) {
  const reportFile = `${root}/.cache/${report}.json`;
  rmSync(reportFile, { force: true });
  // Test files of the server run in several processes, and many start the product as well. They share compiled code.
  const { status, output } = await run(command, args, { ...compileCacheEnv, ...temporary, ...env });
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

/** Runs Vitest with these arguments. `report` names its files below `.cache`. */
export const vitest = (name, report, args) =>
  suite(
    name,
    bin('vitest'),
    ['run', '--reporter=json', '--reporter=default', `--outputFile.json=${root}/.cache/${report}.json`, ...args],
    report,
    readVitest,
  );

/** Runs the journeys of these Playwright projects on their own product. */
export const journeys = (name, report, projects, env) =>
  suite(
    name,
    bin('playwright'),
    ['test', '-c', 'e2e', ...projects.map((project) => `--project=${project}`), '--workers=1', '--retries=1'],
    report,
    readPlaywright,
    { ...env, E2E_REPORT: report },
  );

/** Runs every part of the benchmarks briefly. Each must end with the right answers; times are not judged. */
export async function benchmarks(browser) {
  const env = { ...temporary, ...(browser === undefined ? {} : { CHROMIUM: browser }) };
  for (const { name, words, needs } of parts) {
    const label = `benchmark: ${name}`;
    if (needs === null) await check(label, nodeBinary(), [...words, '--brief'], env);
    else count(label, { passed: 0, failed: 0, skipped: 1, skippedNames: [`${label} (needs ${needs})`], failures: [] });
  }
}

/** Prints the failed tests and the totals, and ends the process. */
export function finish() {
  for (const name of failures) process.stdout.write(`failed: ${name}\n`);
  process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped, ${elapsed()}\n`);
  process.exit(totals.failed === 0 ? 0 : 1);
}
