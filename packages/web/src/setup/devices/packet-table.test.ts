import { expect, test } from 'vitest';
import { pauseList } from './packet-table.tsx';

const list = (...ids: number[]) => ids.map((id) => ({ id }));

test('items above the held one are counted, until it is gone', () => {
  expect(pauseList(list(6, 5, 4, 3), 4)).toEqual({ shown: list(4, 3), above: 2 });
  expect(pauseList(list(4, 3), 4)).toEqual({ shown: list(4, 3), above: 0 });
  expect(pauseList(list(4, 3), null)).toEqual({ shown: list(4, 3), above: 0 });
  expect(pauseList(list(9, 8), 4)).toEqual({ shown: list(9, 8), above: 0 });
  expect(pauseList(list(), 4)).toEqual({ shown: [], above: 0 });
});
