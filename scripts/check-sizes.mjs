#!/usr/bin/env node
// Reports source files and folders above their size limits, and the median and 95th percentile of file lengths.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const CEILING = 500;
const MEDIAN = 110;
const P95 = 350;
/** Maximum number of files directly in a folder, including tests. */
const FOLDER = 25;
// Data tables without logic.
const tables = [/\/messages\//, /\.yaml$/];

/** Folders with one entry per item of a list. */
const catalogues = [/\/golden$/, /\/migrations(\/meta)?$/, /\/messages\/\w+$/];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages', 'e2e', 'bench', 'scripts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) =>
      /\.(ts|tsx|mjs|css)$/.test(file) &&
      !/(\.generated\.|\.gen\.|migrations\/)/.test(file) &&
      !tables.some((table) => table.test(file)),
  );
const lengths = files
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length }))
  .sort((a, b) => a.lines - b.lines);
const at = (share) => lengths[Math.floor(lengths.length * share)]?.lines ?? 0;
const tooLong = lengths.filter(({ lines }) => lines > CEILING);

console.log(`${lengths.length} files: median ${at(0.5)} lines, 95th percentile ${at(0.95)}`);
for (const { file, lines } of tooLong)
  console.log(`${file}: ${lines} lines, more than ${CEILING}: split it by what it does`);
if (at(0.5) > MEDIAN) console.log(`the median is over ${MEDIAN}`);
if (at(0.95) > P95) console.log(`the 95th percentile is over ${P95}`);

const inFolder = Map.groupBy(
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages', 'e2e', 'bench', 'scripts'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file)),
  (file) => posix.dirname(file),
);
const tooFull = [...inFolder].flatMap(([folder, { length }]) => {
  if (catalogues.some((catalogue) => catalogue.test(folder))) return [];
  return length > FOLDER ? [`${folder}: ${length} files, more than ${FOLDER}: split it by what they are about`] : [];
});
for (const line of tooFull) console.log(line);

process.exit(tooFull.length > 0 || tooLong.length > 0 || at(0.5) > MEDIAN || at(0.95) > P95 ? 1 : 0);
