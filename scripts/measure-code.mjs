#!/usr/bin/env node
// Prints how the production code is divided into files and folders: `node scripts/measure-code.mjs [--lists]`.
// Production code excludes tests, their helpers, benches, the security tests, the gallery and generated files.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const MINIMUM = 40;
/** Suffixes that name a file's role, which may be short for that reason. */
const role =
  /\.(graphql|schema|store|events|worker|routes|lazy)\.tsx?$|(^|\/)index\.ts$|\.(css|worker)\.ts$|\/messages\//;
const notProduction =
  /\.(test|rehearsal|oracle|arbitrary|bench|generated|gen|config)\.|\/(testing|bench|rehearsals|security|gallery|golden)\/|^packages\/testkit\//;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^packages\/\w+\/src\/.*\.tsx?$/.test(file) && existsSync(file));
const production = files.filter((file) => !notProduction.test(file));
const text = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const lines = new Map(production.map((file) => [file, text.get(file).split('\n').length - 1]));

/** Production files by the file they import. */
const importers = new Map(production.map((file) => [file, new Set()]));
for (const file of production)
  for (const [, specifier] of text.get(file).matchAll(/(?:from|import) ?\(?\s*'(\.[^']+)'/g))
    importers.get(posix.join(posix.dirname(file), specifier))?.add(file);

const sorted = [...lines.values()].sort((a, b) => a - b);
const at = (share) => sorted[Math.floor(sorted.length * share)] ?? 0;
const short = production.filter((file) => lines.get(file) < MINIMUM);
const shortWithoutRole = short.filter((file) => !role.test(file));
const ofOne = production.filter((file) => {
  const [only, ...others] = importers.get(file);
  return only !== undefined && others.length === 0 && posix.dirname(only) === posix.dirname(file);
});
const ofOneWithoutRole = ofOne.filter((file) => {
  const [only] = importers.get(file);
  return !role.test(file) && !/(^|\/)index\.ts$/.test(only);
});
const folders = new Set(production.map((file) => posix.dirname(file)));
const depth = Math.max(...[...folders].map((folder) => folder.split('/').length - 3));
const modules = new Set(
  production.filter((file) => file.startsWith('packages/api/src/')).map((file) => file.split('/')[3]),
);
const share = (part) => `${((100 * part) / production.length).toFixed(0)} %`;

console.log(`production files             ${production.length}`);
console.log(`lines                        ${sorted.reduce((sum, one) => sum + one, 0)}`);
console.log(`lines per file               median ${at(0.5)}, 95th percentile ${at(0.95)}`);
console.log(
  `under ${MINIMUM} lines               ${share(short.length)} (${share(shortWithoutRole.length)} without a role suffix)`,
);
console.log(
  `one importer, same folder    ${ofOne.length} (${ofOneWithoutRole.length} without a role suffix or an index)`,
);
console.log(`folders                      ${folders.size}, ${depth} deep below src`);
console.log(`entries directly in api/src  ${modules.size}`);
if (process.argv.includes('--lists')) {
  console.log(`\nshort files without a role suffix:\n${shortWithoutRole.join('\n')}`);
  console.log(`\none importer, same folder:\n${ofOneWithoutRole.join('\n')}`);
}
