import { expect, test } from 'vitest';
import { giveBackWhenIdle } from './give-back-memory.ts';

const megabyte = 1024 ** 2;

test('what a busy time left is given back once it is quiet, and not before, nor where it is little', () => {
  let [heap, busy, given] = [100, 0, 0];
  const look = giveBackWhenIdle({
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
