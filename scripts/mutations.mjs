#!/usr/bin/env node
// Verifies the security tests: removes each control from a copy of the last commit, runs the test that must detect it,
// and reports the result. Run manually, because it takes long: node scripts/mutations.mjs [words of controls]
// With --check it only checks that every change still fits the source.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutations } from './mutations/list.mjs';
import { ensureBrowser } from './setup/browser.mjs';
import { ensureInstalled, root } from './setup/install.mjs';
import { readPlaywright, readVitest } from './setup/reports.mjs';
import { run } from './setup/run.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isMeant = ({ control, proof }) =>
  words.length === 0 || words.some((word) => control.includes(word) || proof.includes(word));

const misfits = mutations.flatMap(({ control, file, from, to, proof }) => {
  const found = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').split(from).length - 1 : 0;
  const wrong = [];
  if (found !== 1 || from === to) wrong.push(`"${control}": what it changes is ${found} times in ${file}`);
  if (!existsSync(join(root, proof))) wrong.push(`"${control}": there is no ${proof}`);
  return wrong;
});
const items = new Set(mutations.map(({ item }) => item));
for (let item = 1; item <= 10; item += 1) if (!items.has(item)) misfits.push(`proof ${item} has no mutation`);
for (const misfit of misfits) process.stdout.write(`${misfit}\n`);
if (misfits.length > 0 || process.argv.includes('--check')) process.exit(misfits.length > 0 ? 1 : 0);

await ensureInstalled();
await ensureWebBuilt();
const copy = mkdtempSync(join(tmpdir(), 'atrium-mutations-'));
const bin = (name) => join(copy, 'node_modules/.bin', name);
const journeyEnv = async () => ({ CHROMIUM: await ensureBrowser(), E2E_REPORT: 'mutation', E2E_PORT: '4390' });
let missed = 0;
try {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', '--force', copy, 'HEAD'], { cwd: root });
  // A symlinked node_modules would resolve workspace packages to these sources, so it is copied with hard links.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')]);
  symlinkSync(join(root, 'packages/web/dist'), join(copy, 'packages/web/dist'));
  const meant = mutations.filter(isMeant);
  await mustPass(meant);
  process.stdout.write('| | control taken out | proof | noticed |\n|---|---|---|---|\n');
  for (const mutation of meant.toSorted((one, other) => one.item - other.item)) await take(mutation);
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
  rmSync(copy, { recursive: true, force: true });
}
process.stdout.write(missed === 0 ? 'every control is missed\n' : `${missed} controls are not missed\n`);
process.exit(missed === 0 ? 0 : 1);

/** A test that fails without the mutation proves nothing by failing with it. */
async function mustPass(meant) {
  for (const proof of new Set(meant.map((mutation) => mutation.proof))) {
    const only = meant.filter((mutation) => mutation.proof === proof).map((mutation) => mutation.only);
    const { failures } = await resultOf({ proof, only: only.includes(undefined) ? undefined : only[0] });
    if (failures.length > 0) throw new Error(`${proof} fails as it is: ${failures[0].name}\n${failures[0].message}`);
  }
}

async function take(mutation) {
  const { item, control, file, from, to, proof } = mutation;
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const { failures } = await resultOf(mutation);
  writeFileSync(path, text);
  const [first] = failures;
  if (first === undefined) missed += 1;
  const noticed = first === undefined ? '**no**' : `yes: ${first.name.split(': ').slice(1).join(': ') || first.name}`;
  const shown = proof.replace('packages/api/src/', '');
  process.stdout.write(`| ${item} | ${control} | \`${shown}\` | ${noticed.replaceAll('|', '\\|')} |\n`);
}

/** Returns the result of a proof. A run without any test is a failure of this script. */
async function resultOf({ proof, only }) {
  const isJourney = proof.endsWith('.spec.ts');
  const report = join(copy, isJourney ? '.cache/mutation.json' : 'mutation.json');
  rmSync(report, { force: true });
  const { output } = isJourney
    ? await run(bin('playwright'), ['test', '-c', 'e2e', proof.replace('e2e/', '')], await journeyEnv(), copy)
    : await run(
        bin('vitest'),
        ['run', proof, '--retry=0', '--reporter=json', `--outputFile=${report}`, ...(only ? ['-t', only] : [])],
        {},
        copy,
      );
  if (!existsSync(report)) throw new Error(`${proof} did not run:\n${output.slice(-3000)}`);
  const told = JSON.parse(readFileSync(report, 'utf8'));
  const result = isJourney ? readPlaywright(told) : readVitest(told);
  if (result.passed + result.failed === 0) throw new Error(`${proof} has no test that ran`);
  return result;
}
