import { expect, test } from 'vitest';
import { watchForPauses } from './pauses.ts';

test('a pause is over once data received meanwhile has been read', () => {
  let now = 1000;
  const isJustOver = watchForPauses(() => now, { longest: 3000, aftermath: 2000 });
  const at = (time: number) => {
    now = time;
    return isJustOver();
  };
  expect([at(1000), at(4000), at(7000)]).toEqual([false, false, false]);
  // Much longer than any busy period.
  expect([at(20_000), at(21_999), at(22_000)]).toEqual([true, true, false]);
});
