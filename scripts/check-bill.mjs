#!/usr/bin/env node
// Checks that the bill of materials lists all production packages of the lock file with checksum and licence, and no
// development packages.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const printed = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const { components } = JSON.parse(printed);
const billed = new Map(components.map((one) => [one['bom-ref'], one]));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

const wrong = [];
let count = 0;
for (const [path, { dev, optional, devOptional, link, name, version }] of Object.entries(packages)) {
  // Optional packages are installed only on the machines they are for.
  if (!path.includes('node_modules/') || link || dev || optional || devOptional) continue;
  count += 1;
  const key = `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
  const entry = billed.get(key);
  if (entry === undefined) wrong.push(`${key} is not in the bill of materials`);
  else if (!entry.hashes?.length || !entry.licenses?.length)
    wrong.push(`${key} stands there without checksum or licence`);
}
const { version: ofTests } = packages['node_modules/vitest'];
if (billed.has(`vitest@${ofTests}`)) wrong.push('vitest, which only development needs, is in the bill of materials');
if (count === 0) wrong.push('the lock file installs nothing');
for (const line of wrong) console.log(line);
process.exit(wrong.length === 0 ? 0 : 1);
