#!/usr/bin/env node
// Keeps replaced internal terms out of names, comments and documents (CONTRIBUTING, "Words"). Prints each place.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

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
  waysIn: 'endpoints',
  readingsDoor: 'readings endpoint',
  packetsDoor: 'packet intake',
  ownTurn: 'yieldToEventLoop',
  atOnce: 'concurrency',
  mostWaiting: 'maxQueued',
  waitingLine: 'fair queue',
  noRoom: 'overloaded',
  gatherWants: 'merge targets',
  listsOf: 'to filter',
  soleUse: 'acquireLock',
  holdAll: 'claim all',
  takeTurns: 'lock keys',
  parting: 'action',
  respell: 'rewrite ids',
  inWords: 'describe',
  inFull: 'expand',
  hangsThere: 'isInstalledThere',
  hangsIn: 'isInstalledIn',
};

/** Replaced phrase → standard term. Bare words stay allowed: most have a plain meaning too. */
const replacedPhrases = [
  [
    /\bhangs? (?:at (?:a|the|its|\$?\{)|there|somewhere)\b|\b[Ww]here (?:it|a device|a sensor) hangs\b/,
    'is installed at',
  ],
  [/\btaken down\b/i, 'removed'],
  [/\bheard of\b/i, 'reported, last seen'],
  [/\bfirst looks\b|\bask(?:s|ed|ing)? ahead\b/i, 'cache warm-up'],
  [/\bquiet moments?\b/i, 'when idle'],
  [/\bgather(?:s|ed)? turns?\b/i, 'batch per tick'],
  [/\bwaiting lines?\b/i, 'fair queue'],
  [/\bthe ways in\b(?! which)/i, 'endpoints'],
  [/\b(?:readings|packets) door\b/i, 'readings endpoint, packet intake'],
  [/\bsole use\b/i, 'lock'],
  [/\bshare(?:s|d)? out\b/i, 'assign'],
  [/\bgives? back memory\b/i, 'force GC'],
  [/\bbound(?:s|ed)? garbage\b/i, 'tune heap'],
  [/\boutlives? readers\b/i, 'ignore broken pipes'],
  [/\bmet damage\b|\bdamage in words\b/i, 'report corruption, describe corruption'],
  [/\bwatch(?:es)? for loss\b/i, 'check for data loss'],
  [/\bday ledger\b/i, 'dirty days'],
  [/\blate (?:part|view)s?\b/i, 'lazy component, lazy view'],
  [/\bcut by hours\b/i, 'split at hour'],
  [/\bcover time\b/i, 'plan sources'],
  [/\bgrow(?:s|n)? (?:a |the )?tree\b/i, 'build group tree'],
  [/\btold descriptors?\b/i, 'descriptor catalog'],
];

/** Openings that put the object before the subject. */
const openings = /(?:^|[.!?:] )(?:Of (?!course)\w|Whoever |Whom |That which |What \w+ (?:is|are) told)/;

const name = new RegExp(`\\b(?:${Object.keys(replacedNames).join('|')})\\b`, 'g');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md', 'packages/web/src/i18n/messages/en'], {
  encoding: 'utf8',
  maxBuffer: 1e8,
})
  .trim()
  .split('\n')
  .filter((file) => file !== 'scripts/check-words.mjs' && existsSync(file));

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
  for (const [phrase, standard] of replacedPhrases)
    for (const { 0: words, index } of text.matchAll(new RegExp(phrase, `${phrase.flags}g`)))
      report(file, text, index, `"${words}" was replaced: say "${standard}"`);
  if (file.endsWith('.json')) continue;
  for (const { 0: passage, index: start } of text.matchAll(file.endsWith('.md') ? lines : comments)) {
    const plain = passage.replace(/\n\s*\* ?/g, ' ').replace(/^[\s/*#>-]+/, '');
    const opening = openings.exec(plain);
    if (opening !== null)
      report(file, text, start, `begins with the object: "${plain.slice(opening.index, opening.index + 50).trim()}…"`);
  }
}
if (found > 0) process.exit(1);
