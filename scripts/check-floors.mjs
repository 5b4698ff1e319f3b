#!/usr/bin/env node
// Checks the layers of the API's modules: each may import lower ones, through their index. Types count too: a type
// imported from a higher layer couples the layers as a function does.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * Layers of modules, the lowest first. Modules of one layer do not import each other. A leading dot means a file of the
 * root.
 */
const floors = [
  { modules: ['platform'], because: 'every module stands on it, so it knows none' },
  {
    modules: ['audit', 'notifications', 'translations'],
    because: 'whoever does something records it, and tells people',
  },
  { modules: ['organization'], because: 'an organization is there before its people' },
  { modules: ['access'], because: 'people sign in whatever they are shown' },
  { modules: ['sites'], because: 'places are there before what is measured, drawn or written about them' },
  {
    modules: ['dashboards', 'heatmaps', 'map-views', 'measurements', 'weather'],
    because: 'each is about sites, and can be taken out without the others',
  },
  {
    modules: ['alerts', 'exports', 'inside-corrections', 'live', 'manual-counts', 'sales'],
    because: 'they answer with measurements, judge them, or bring what measurements read besides readings',
  },
  {
    modules: ['reports', 'stop-and-go'],
    because: 'they tell people what was measured, what fired, and how it was corrected',
  },
  { modules: ['measuring'], because: 'it joins measurements with what they read besides readings' },
  { modules: ['cache-warm-up'], because: 'it asks measurements what pages ask, before anyone opens one' },
  { modules: ['site-files'], because: 'a site file declares sites with their pages and maps' },
  { modules: ['devices'], because: 'devices are placed by the rules of a site file' },
  { modules: ['site-erasing'], because: 'it takes a site out of all that is below' },
  { modules: ['first-steps'], because: 'it looks how far sites and devices are set up, and sets nothing up itself' },
  { modules: ['backup'], because: 'it copies what all of them keep, and knows how readings are added up' },
  { modules: ['demo'], because: 'it fills the product as a customer would' },
  {
    modules: ['./schema', './services', './measure-modules', './access-changes', './write-schema'],
    because: 'they put the modules together',
  },
  { modules: ['cli'], because: 'commands work on the modules put together' },
  { modules: ['./first-start', './main'], because: 'they set the product to work' },
];

/** Files that only one module may import, whatever its layer. */
const ownersOf = {
  'platform/tenancy/scope.ts': {
    module: 'access',
    because: 'a scope is as far as somebody sees: made of a session or a key, and nowhere else',
  },
};

const root = 'packages/api/src/';
/** Tests, their helpers and benches may import any layer. */
const outside = /\.test\.ts$|\.oracle\.ts$|\.arbitrary\.ts$|\/testing\/|^(testing|bench|rehearsals|security)\//;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', root], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && existsSync(file))
  .map((file) => file.slice(root.length));

const moduleOf = (file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : `./${file.replace(/\.ts$/, '')}`);
const floorOf = (module) => floors.findIndex(({ modules }) => modules.includes(module));
/** Modules are imported through their index; tables and events may be named across modules. The platform is open. */
const isFace = (file) => /(^|\/)index\.ts$|\.(schema|events)\.ts$/.test(file) || /^platform\/|^[^/]+$/.test(file);

/** A program runs as soon as it is imported, unless it asks `import.meta.main` first. */
const isProgram = (file) => files.includes(file) && /^(await )?(main|run)\(/m.test(readFileSync(root + file, 'utf8'));

const problems = [];
for (const file of files) {
  const from = moduleOf(file);
  const floor = floorOf(from);
  const isOutside = outside.test(file);
  if (floor < 0 && !isOutside)
    problems.push(`${root}${file}: ${from} stands on no floor: give it one in scripts/check-floors.mjs`);
  for (const [, specifier] of readFileSync(root + file, 'utf8').matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)) {
    const target = posix.join(posix.dirname(file), specifier);
    const owner = ownersOf[target];
    const to = moduleOf(target);
    if (isProgram(target))
      problems.push(`${root}${file} may not import ${target}: it is a program and would run. Move the function out`);
    if (owner !== undefined && !isOutside && owner.module !== from && posix.dirname(file) !== posix.dirname(target))
      problems.push(`${root}${file} may not import ${target}: only ${owner.module} may, since ${owner.because}`);
    if (to === from || target.startsWith('..')) continue;
    if (target.endsWith('.store.ts'))
      problems.push(
        `${root}${file} may not import ${target}: a store belongs to its module: ask ${to} through its index.ts`,
      );
    if (isOutside) continue;
    const toFloor = floorOf(to);
    const isRoot = floor === toFloor && from.startsWith('./');
    if (toFloor >= floor && !isRoot && floor >= 0)
      problems.push(
        `${root}${file} may not import ${target}: ${from} stands ${toFloor === floor ? 'beside' : 'below'} ${to}, since ${floors[floor].because}. What both need belongs below both`,
      );
    else if (!isFace(target))
      problems.push(`${root}${file} may not import ${target}: other modules enter ${to} through an index.ts`);
  }
}
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);
