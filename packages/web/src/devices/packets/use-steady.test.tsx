import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSteady } from './use-steady.ts';

const list = (...ids: number[]) => ids.map((id) => ({ id }));

test('nothing moves under the pointer until it goes or the new ones are asked for', () => {
  const { result, rerender } = renderHook(({ all }) => useSteady(all), { initialProps: { all: list(3, 2, 1) } });
  const ids = () => result.current.shown.map(({ id }) => id);
  rerender({ all: list(4, 3, 2, 1) });
  expect([ids(), result.current.above]).toEqual([[4, 3, 2, 1], 0]);
  act(() => result.current.hold());
  rerender({ all: list(6, 5, 4, 3) });
  expect([ids(), result.current.above]).toEqual([[4, 3], 2]);
  // Pointed at again: the same one stays on top.
  act(() => result.current.hold());
  expect(ids()).toEqual([4, 3]);
  act(() => result.current.letGo());
  expect([ids(), result.current.above]).toEqual([[6, 5, 4, 3], 0]);
});

test('where the one on top is kept no longer, all are shown', () => {
  const { result, rerender } = renderHook(({ all }) => useSteady(all), { initialProps: { all: list(2, 1) } });
  act(() => result.current.hold());
  rerender({ all: list(9, 8) });
  expect([result.current.shown, result.current.above]).toEqual([list(9, 8), 0]);
});
