#!/usr/bin/env node
// Keeps replaced internal terms out of names, comments and documents (CONTRIBUTING, "Words"). Prints each place.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Replaced name → standard term. */
const replacedNames = {
  DayLedger: 'DirtyDays',
  HeldSite: 'RecentReadings',
  fewAtOnce: 'limitConcurrency',
  withinTime: 'withTimeout',
  gatherTurn: 'batchPerTick',
  askAhead: 'warmUp',
  firstLooks: 'cacheWarmUp',
  quietMoments: 'whenIdle',
  joinLacking: 'missing ranges',
  cutByHours: 'split at hour',
  coverTime: 'plan sources',
  growTree: 'build group tree',
  rolledStandStatement: 'last register values',
  giveBackMemory: 'forceGc',
  boundGarbage: 'tuneHeap',
  outliveReaders: 'ignore broken pipes',
  metDamage: 'report corruption',
  damageInWords: 'describe corruption',
  watchForLoss: 'check for data loss',
  shareOut: 'assign shards',
  farewell: 'delete dialog',
  noticeTakenAway: 'handle access loss',
  latePart: 'lazyComponent',
  lateView: 'lazy view',
  lackings: 'missing ranges',
};

/** Openings that put the object before the subject. */
const openings = /(?:^|[.!?:] )(?:Of (?!course)\w|Whoever |Whom |That which |What \w+ (?:is|are) told)/;

const name = new RegExp(`\\b(?:${Object.keys(replacedNames).join('|')})\\b`, 'g');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], { encoding: 'utf8', maxBuffer: 1e8 })
  .trim()
  .split('\n')
  .filter((file) => file !== 'scripts/check-words.mjs');

const lines = /[^\n]+/g;
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

let found = 0;
function report(file, text, at, why) {
  found += 1;
  process.stdout.write(`${file}:${text.slice(0, at).split('\n').length}: ${why}\n`);
}

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const { 0: word, index } of text.matchAll(name))
    report(file, text, index, `"${word}" was replaced: say "${replacedNames[word]}"`);
  for (const { 0: passage, index: start } of text.matchAll(file.endsWith('.md') ? lines : comments)) {
    const plain = passage.replace(/\n\s*\* ?/g, ' ').replace(/^[\s/*#>-]+/, '');
    const opening = openings.exec(plain);
    if (opening !== null)
      report(file, text, start, `begins with the object: "${plain.slice(opening.index, opening.index + 50).trim()}…"`);
  }
}
if (found > 0) process.exit(1);
