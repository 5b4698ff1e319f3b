#!/usr/bin/env node
// Checks the layers of the API's modules: each may import lower ones, through their index. Types count too: a type
// imported from a higher layer couples the layers as a function does.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { layerOf, layers, moduleOf } from './layers.mjs';

/** Files that only one module may import, whatever its layer. */
const ownersOf = {
  'platform/tenancy/scope.ts': {
    module: 'people/access',
    because: 'a scope is as far as somebody sees: made of a session or a key, and nowhere else',
  },
};

const root = 'packages/api/src/';
/** Tests, their helpers and benches may import any layer. */
const outside = /\.test\.ts$|\.oracle\.ts$|\.arbitrary\.ts$|\/testing\//;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', root, 'packages/api/testing'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && existsSync(file))
  .map((file) => posix.relative(root, file));

/** Modules are imported through their index; tables and events may be named across modules. The platform is open. */
const isFace = (file) => /(^|\/)index\.ts$|\.(schema|events)\.ts$/.test(file) || /^(platform|app)\//.test(file);

const texts = new Map(files.map((file) => [file, readFileSync(root + file, 'utf8')]));
/** Files that run as soon as they are imported, because they do not check `import.meta.main` first. */
const programs = new Set(files.filter((file) => /^(await )?(main|run)\(/m.test(texts.get(file))));

const problems = [];
for (const file of files) {
  const from = moduleOf(file);
  const layer = layerOf(from);
  const isOutside = outside.test(file);
  if (layer < 0 && !isOutside) problems.push(`${root}${file}: ${from} is in no layer: add it to scripts/layers.mjs`);
  for (const [, specifier] of texts.get(file).matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)) {
    const target = posix.relative(root, posix.join(root, posix.dirname(file), specifier));
    const owner = ownersOf[target];
    const to = moduleOf(target);
    if (programs.has(target))
      problems.push(`${root}${file} may not import ${target}: it is a program and would run. Move the function out`);
    if (owner !== undefined && !isOutside && owner.module !== from && posix.dirname(file) !== posix.dirname(target))
      problems.push(`${root}${file} may not import ${target}: only ${owner.module} may, since ${owner.because}`);
    if (to === from || target.startsWith('..')) continue;
    if (target.endsWith('.store.ts'))
      problems.push(
        `${root}${file} may not import ${target}: a store belongs to its module: ask ${to} through its index.ts`,
      );
    if (isOutside) continue;
    const toLayer = layerOf(to);
    const isRoot = layer === toLayer && from.startsWith('app/');
    if (toLayer >= layer && !isRoot && layer >= 0)
      problems.push(
        `${root}${file} may not import ${target}: ${from} stands ${toLayer === layer ? 'beside' : 'below'} ${to}, since ${layers[layer].because}. What both need belongs below both`,
      );
    else if (!isFace(target))
      problems.push(`${root}${file} may not import ${target}: other modules enter ${to} through an index.ts`);
  }
}
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);
