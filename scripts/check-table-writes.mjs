#!/usr/bin/env node
// Checks that each table of the API is written by one module, its owner. Others call a function of the owner within
// their transaction, so that what a table requires is in one place. Any module may read a table.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { moduleOf } from './layers.mjs';

/** Tables defined below their owner. All other tables belong to the module of their `.schema.ts`. */
const owners = {
  organizations: {
    module: 'people/organization',
    because: 'rows of every module refer to it, so the platform defines it',
  },
};
const analyticsOwner = 'numbers';
const analyticsTable = /^(readings|readings_kept|rollup_\w+)$/;

/** Files that may write tables of other modules. */
const exceptions = [
  { files: /\.test\.ts$|\/testing\//, because: 'a test creates rows that no function of the product would' },
  {
    files: /^operations\/demo\/(device-|sensor-)?history\.store\.ts$/,
    because: 'it writes readings of months in the past, which no gateway would send, and much of them in SQL',
  },
  { files: /^operations\/demo\/demo-records\.store\.ts$/, because: 'it restarts the ids of every table that is empty' },
  {
    files: /^platform\/stores\/fill-tables\.ts$/,
    because: 'it supports a test that fills the tables of every schema',
  },
  { files: /^operations\/backup\/relational-copy\.store\.ts$/, because: 'a restore fills every relational table' },
  { files: /^operations\/backup\/restore-backup\.ts$/, because: 'a restore fills every analytics table' },
  { files: /^platform\/analytics\/\w+-engine\.ts$/, because: 'it inserts into the table that its caller names' },
  { files: /^platform\/analytics\/migrations\//, because: 'migrations change every analytics table' },
  { files: /^platform\/tenancy\/tenant-rows\.ts$/, because: 'it deletes from the table that its caller names' },
];

/** What may precede the name of a foreign table: it is read, or named in a selection. */
const readsTable =
  /(\b(from|\w*Join|alias|\$?count|getTableColumns)\(\s*|\bselect\w*\([^;]*\b\w+: |\b(from|join|typeof) (\$\{)?)$/i;
const imports = /import (type )?(\{[^}]*\}|\* as \w+) from '[^']*\/([\w-]+\.schema)\.ts';/g;
const rawWrite =
  /\b(insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|alter\s+table)\s+(?:only\s+)?["`]?(\w+|\$\{[^}]*)|\b(update)\s+(?:only\s+)?["`]?(\w+|\$\{[^}]*)\}?["`]?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi;
const namedWrite = /(?:\.insert\(|\bdeleteRows\(\s*\w+,)\s*'(\w+)'/g;

const root = 'packages/api/src/';
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', root], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && existsSync(file))
  .map((file) => ({ file: file.slice(root.length), text: withoutComments(readFileSync(file, 'utf8')) }));

/** Module that owns each table, by its name in the code and by its name in SQL. */
const byIdentifier = new Map();
const byName = new Map();
for (const { file, text } of sources)
  for (const [, identifier, name] of text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)) {
    const owner = owners[identifier]?.module ?? moduleOf(file);
    byIdentifier.set(identifier, owner);
    byName.set(name, owner);
  }

const problems = [];
const usedExceptions = new Set();
for (const { file, text } of sources) {
  const foreign = findWrites(file, text);
  if (foreign.length === 0) continue;
  const exception = exceptions.find(({ files }) => files.test(file));
  if (exception === undefined) problems.push(...foreign);
  else usedExceptions.add(exception);
}
for (const exception of exceptions)
  if (!usedExceptions.has(exception))
    problems.push(`scripts/check-table-writes.mjs: nothing needs the exception ${exception.files} any more`);
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);

function findWrites(file, text) {
  const module = moduleOf(file);
  const found = [];
  const report = (index, problem) =>
    found.push(`${root}${file}:${text.slice(0, index).split('\n').length} may not ${problem}`);
  const reportWrite = (index, statement, table, owner) =>
    report(index, `${statement} ${table}: only ${owner} writes it. Call a function that ${owner} exports`);
  const isForeign = (owner) => owner !== undefined && owner !== module;

  const code = text.replace(imports, (line) => line.replace(/[^\n]/g, ' '));
  for (const { index, 2: names, 3: schema } of text.matchAll(imports)) {
    if (names.startsWith('*')) {
      const isOwn = sources.some((one) => one.file.endsWith(`/${schema}.ts`) && moduleOf(one.file) === module);
      if (!isOwn) report(index, `import all of ${schema}.ts: import the tables that it reads by name`);
      continue;
    }
    for (const part of names.slice(1, -1).split(',')) {
      const [table, local = table] = part
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      const owner = byIdentifier.get(table);
      if (!isForeign(owner)) continue;
      for (const use of code.matchAll(new RegExp(`(?<![\\w./'])${local}(?![\\w.:'])`, 'g')))
        if (!readsTable.test(code.slice(0, use.index))) reportWrite(use.index, 'write', table, owner);
    }
  }
  for (const match of code.matchAll(rawWrite)) {
    const statement = (match[1] ?? match[3]).toLowerCase();
    const name = match[2] ?? match[4];
    if (name.startsWith('${')) {
      const identifier = name.slice(2);
      if (!byIdentifier.has(identifier))
        report(match.index, `${statement} a table chosen at runtime, since its owner is unknown`);
      else if (isForeign(byIdentifier.get(identifier)))
        reportWrite(match.index, statement, identifier, byIdentifier.get(identifier));
    } else if (isForeign(ownerOf(name))) reportWrite(match.index, statement, name, ownerOf(name));
  }
  for (const { index, 1: name } of code.matchAll(namedWrite))
    if (isForeign(ownerOf(name))) reportWrite(index, 'write', name, ownerOf(name));
  return found;
}

function ownerOf(name) {
  return byName.get(name) ?? (analyticsTable.test(name) ? analyticsOwner : undefined);
}

/** Replaces comments by spaces, so that lines keep their numbers. */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
}
