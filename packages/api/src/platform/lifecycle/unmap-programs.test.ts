import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { piecesOfPrograms, unmapPrograms } from './unmap-programs.ts';

const smaps = () => readFileSync('/proc/self/smaps', 'utf8');

/** Returns the KB of Node's own binary that are resident in this process. */
function mappedOfNode(): number {
  const pieces = smaps().split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
  return pieces
    .filter((text) => /^\S+ r-[x-]p /.test(text) && text.split('\n')[0]?.endsWith(process.execPath))
    .reduce((sum, text) => sum + Number(/^Rss: +(\d+) kB$/m.exec(text)?.[1]), 0);
}

test('program pages needed only for the start are dropped from memory', async () => {
  const before = mappedOfNode();
  await unmapPrograms();
  expect(mappedOfNode()).toBeLessThan(before / 2);
});

const piece = (rights: string, path: string, kinds: object = {}) =>
  [
    `7f00-7f10 ${rights} 00001000 fe:01 42         ${path}`,
    'Rss:                 100 kB',
    ...Object.entries({ Private_Dirty: 0, Anonymous: 0, Swap: 0, ...kinds }).map(
      ([kind, kb]) => `${kind}:      ${kb} kB`,
    ),
    'VmFlags: rd ex mr mw me',
  ].join('\n');

test.each([
  ['its text', piece('r-xp', '/opt/node'), 1],
  ['its constants', piece('r--p', '/opt/node'), 1],
  ['what may be written to', piece('rw-p', '/opt/node'), 0],
  ['what others see', piece('r--s', '/opt/node'), 0],
  ['what was written before', piece('r--p', '/opt/node', { Anonymous: 4 }), 0],
  ['what was written and is swapped out', piece('r--p', '/opt/node', { Swap: 4 }), 0],
  ['what waits to be written', piece('r--p', '/opt/node', { Private_Dirty: 4 }), 0],
  ['another file', piece('r-xp', '/opt/other'), 0],
  ['no file', piece('r-xp', ''), 0],
])('%s', (_, text, count) => {
  const all = [piece('rw-p', '[heap]'), text, piece('r-xp', '[vdso]'), ''].join('\n');
  const found = piecesOfPrograms(all, (path) => path === '/opt/node');
  expect(found).toEqual(Array(count).fill({ from: 0x7f00n, to: 0x7f10n }));
});
