import { expect, test } from 'vitest';
import { ensureFileLimit } from './process.ts';

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
