import { expect, test } from 'vitest';
import { StartRefused } from './failures.ts';
import { ensureFileLimit, ensureMemory } from './process.ts';

const limits = (soft: string) => async () =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${soft.padEnd(20)} 1048576              files\n`;

test.each(['1024', '1048576', 'unlimited'])('%s open files are enough', async (soft) => {
  await ensureFileLimit(limits(soft));
});

test.each(['256', '1023'])('%s open files are too few, and the error says what to do', async (soft) => {
  await expect(ensureFileLimit(limits(soft))).rejects.toThrow(
    `the process may have ${soft} files open at once, and Atrium needs 1024: raise the limit (ulimit -n 1024 in the shell, LimitNOFILE= in systemd)`,
  );
});

test('a system without a reported limit is accepted', async () => {
  await ensureFileLimit(async () => '');
});

const megabyte = 1024 * 1024;

test.each([
  [false, 512],
  [true, 768],
])('creating the demo: %s, %i MB of memory are enough', (createsDemo, megabytes) => {
  expect(() => ensureMemory(createsDemo, megabytes * megabyte)).not.toThrow();
});

const refusal = 'this machine or container has';

test.each([
  [false, 511, `${refusal} 511 MB of memory, and Atrium needs 512: give it more`],
  [true, 511, `${refusal} 511 MB of memory, and creating the demo needs 768: give it more`],
  [
    true,
    700,
    `${refusal} 700 MB of memory, and creating the demo needs 768: give it more, or start without the demo (ATRIUM_DEMO=0)`,
  ],
])(
  'creating the demo: %s, %i MB are too little, and the error names what is needed',
  (createsDemo, megabytes, text) => {
    expect(() => ensureMemory(createsDemo, megabytes * megabyte)).toThrow(new StartRefused(text));
  },
);
