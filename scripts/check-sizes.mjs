#!/usr/bin/env node
// Small files and small folders are what keeps the house readable: says which source files and folders are over their
// ceilings, and where the middle of the files lies.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const CEILING = 400;
const MEDIAN = 80;
const P95 = 300;
/** Files of any kind right in one folder, tests among them. */
const FOLDER = 16;
// Data tables: rows, not logic.
const tables = [/\/messages\//, /\.yaml$/];

/** Lists, not rooms: one entry for each of what there is. */
const catalogues = [/\/golden$/, /\/migrations$/, /\/messages\/\w+$/, /^e2e$/];
/** Folders still to be taken apart, with the files they had when that was written down: a list that only shrinks. */
const crowded = {
  'packages/web/src/access/session': 19,
  'packages/web/src/app/shell': 19,
  'packages/web/src/consent': 19,
  'packages/web/src/dashboards/atmosphere': 19,
  'packages/web/src/dashboards/counting': 29,
  'packages/web/src/dashboards/explain': 21,
  'packages/web/src/dashboards/filters': 26,
  'packages/web/src/dashboards/section': 17,
  'packages/web/src/dashboards/widgets': 26,
  'packages/web/src/gallery': 21,
  'packages/web/src/sites': 18,
};

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
  if (length > (crowded[folder] ?? FOLDER))
    return [`${folder}: ${length} files, more than ${crowded[folder] ?? FOLDER}: split it by what they are about`];
  return folder in crowded && length <= FOLDER
    ? [`${folder} is crowded no more: take it off the list in scripts/check-sizes.mjs`]
    : [];
});
for (const folder of Object.keys(crowded))
  if (!inFolder.has(folder)) tooFull.push(`${folder} is gone: take it off the list in scripts/check-sizes.mjs`);
for (const line of tooFull) console.log(line);

process.exit(tooFull.length > 0 || tooLong.length > 0 || at(0.5) > MEDIAN || at(0.95) > P95 ? 1 : 0);
