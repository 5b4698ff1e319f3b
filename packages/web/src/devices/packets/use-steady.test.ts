import { expect, test } from 'vitest';
import { steady } from './use-steady.ts';

const list = (...ids: number[]) => ids.map((id) => ({ id }));

test('items above the held one are counted, until it is gone', () => {
  expect(steady(list(6, 5, 4, 3), 4)).toEqual({ shown: list(4, 3), above: 2 });
  expect(steady(list(4, 3), 4)).toEqual({ shown: list(4, 3), above: 0 });
  expect(steady(list(4, 3), null)).toEqual({ shown: list(4, 3), above: 0 });
  expect(steady(list(9, 8), 4)).toEqual({ shown: list(9, 8), above: 0 });
  expect(steady(list(), 4)).toEqual({ shown: [], above: 0 });
});
