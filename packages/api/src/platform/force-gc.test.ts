import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { forceGcOnceIdle, forceGcWhenIdle } from './force-gc.ts';

const megabyte = 1024 ** 2;

test('garbage of a busy time is collected once idle, not before, and only if it is large', () => {
  let [heap, busy, given] = [100, 0, 0];
  const look = forceGcWhenIdle({
    heap: () => heap * megabyte,
    busy: () => busy,
    giveBack: () => {
      given += 1;
      heap = 110;
    },
  });
  const looked = (...now: [heap: number, busy: number]) => {
    [heap, busy] = now;
    look();
    return given;
  };
  expect(looked(150, 0)).toBe(0);
  expect(looked(400, 0.8)).toBe(0);
  expect(looked(400, 0.05)).toBe(1);
  expect(looked(110, 0)).toBe(1);
  expect(looked(160, 0)).toBe(1);
  expect(looked(300, 0)).toBe(2);
});

test('garbage of the start is collected once, and not while busy', () => {
  let [busy, given] = [1, 0];
  const look = forceGcOnceIdle({
    heap: () => 0,
    busy: () => busy,
    giveBack: () => {
      given += 1;
    },
  });
  const looked = (now: number) => {
    busy = now;
    look();
    return given;
  };
  expect([0.9, 0.2, 0.05, 0, 0].map(looked)).toEqual([0, 0, 1, 1, 1]);
});

/** Bytes that an object takes in the old generation when created, for kinds of which many survived earlier. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { tuneHeap } from '${new URL('./force-gc.ts', import.meta.url)}';
  tuneHeap();
  const old = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
  const kinds = [1, 2, 3].map(() => new Function('n', 'return { n, list: [n, n + 1, n + 2], inner: { n } }'));
  const made = kinds.map((make) => {
    const kept = Array(150_000);
    for (let number = 0; number < 2_000_000; number++) kept[number % kept.length] = make(number);
    const before = old();
    for (let number = 0; number < 20_000; number++) kept[number] = make(number);
    return (old() - before) / 20_000;
  });
  process.stdout.write(String(Math.max(...made)));`;

test('objects created under load begin in the young generation, however many survived at first', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(Number(stdout)).toBeLessThan(20);
});
