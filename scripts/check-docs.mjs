#!/usr/bin/env node
// Checks the documents: paths and links exist, sentences are short, words are spelt as codespell knows them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { findAnchors } from './docs/anchors.mjs';
import { findSentenceFaults } from './docs/sentences.mjs';

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((document) => document !== '' && existsSync(document));
const roots = /^(packages|docs|scripts|e2e|bench|\.ci)\//;
let wrong = 0;
for (const document of documents)
  for (const [index, line] of readFileSync(document, 'utf8').split('\n').entries())
    for (const [, path] of line.matchAll(/`([\w./@-]+)`/g))
      if (roots.test(path) && !existsSync(path.replace(/\/$/, ''))) {
        wrong += 1;
        console.log(`${document}:${index + 1}: ${path} does not exist`);
      }
const anchors = new Map(documents.map((document) => [document, findAnchors(readFileSync(document, 'utf8'))]));
for (const document of documents)
  for (const [index, line] of readFileSync(document, 'utf8').split('\n').entries())
    for (const [, target, anchor] of line.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
      const path = target === '' ? document : posix.join(posix.dirname(document), target);
      if (!existsSync(path)) {
        wrong += 1;
        console.log(`${document}:${index + 1}: link to ${target} leads nowhere`);
      } else if (anchor !== undefined && anchors.has(path) && !anchors.get(path).has(anchor)) {
        wrong += 1;
        console.log(`${document}:${index + 1}: ${path} has no section #${anchor}`);
      }
    }
for (const document of documents)
  for (const fault of findSentenceFaults(readFileSync(document, 'utf8'))) {
    wrong += 1;
    console.log(`${document}: ${fault}`);
  }
const spelling = spawnSync('codespell', ['--ignore-words-list', 'fro', ...documents], { encoding: 'utf8' });
if (spelling.error) console.log('spelling is not checked: codespell is not installed');
else if (spelling.stdout !== '') {
  wrong += 1;
  console.log(spelling.stdout);
}
// Pictures are in every clone.
const pictureBytes = readdirSync('docs/images').reduce((sum, name) => sum + statSync(`docs/images/${name}`).size, 0);
if (pictureBytes > 1_000_000) {
  wrong += 1;
  console.log(`docs/images: ${pictureBytes} bytes of pictures, where 1000000 are allowed`);
}
// A decision record states its reasons briefly.
const listed = readFileSync('docs/decisions/README.md', 'utf8');
for (const document of documents.filter((name) => /^docs\/decisions\/\d/.test(name) && existsSync(name))) {
  const text = readFileSync(document, 'utf8').trimEnd();
  const { length } = text.split('\n');
  // Their list names each by its number and title.
  const [, number, title] = /^# (\d+)\. (.+)/.exec(text) ?? [];
  if (!listed.includes(`- [${number}](${document.slice('docs/decisions/'.length)}): ${title}\n`)) {
    wrong += 1;
    console.log(`docs/decisions/README.md: does not list ${document} by its number and title`);
  }
  if (length < 10 || length > 40) {
    wrong += 1;
    console.log(`${document}: ${length} lines, where records have 10 to 40`);
  }
}
// Paths in these documents are relative to the server, unless they name a package.
for (const document of ['docs/asvs.md', 'docs/security-proofs.md'])
  for (const [index, line] of readFileSync(document, 'utf8').split('\n').entries())
    for (const [, path] of line.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g))
      if (!existsSync(`packages/api/src/${path}`) && !existsSync(path)) {
        wrong += 1;
        console.log(`${document}:${index + 1}: ${path} does not exist`);
      }
// A test may only name a statement that the specification contains.
const explained = new Set(
  readFileSync('docs/specification.md', 'utf8')
    .match(/^- [A-O]\d\d\b/gm)
    ?.map((id) => id.slice(2)),
);
const code = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages', 'e2e'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file));
for (const file of code)
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
    for (const [id] of line.matchAll(/(?<=(?:test|it|describe)\(['`]|[(,] ?|\/\/ )[A-O]\d\d(?=[ ,:)])/g))
      if (!explained.has(id)) {
        wrong += 1;
        console.log(`${file}:${index + 1}: docs/specification.md does not say what ${id} is`);
      }
process.exit(wrong ? 1 : 0);
