import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveItem } from './sortable-rows.tsx';
import { parseAddress, toPageKey } from './use-bookmarks.ts';

const ids = (list: readonly { id: number }[] | null) => list?.map(({ id }) => id) ?? null;
const list = [1, 2, 3, 4].map((id) => ({ id }));

describe('bookmarks', () => {
  it.each([
    [1, 3, [2, 3, 1, 4]],
    [4, 1, [4, 1, 2, 3]],
    [2, 2, null],
    [9, 1, null],
    [1, 9, null],
  ])('move from %i to %i', (from, to, order) => {
    expect(ids(moveItem(list, from, to))).toEqual(order);
  });

  it('are all kept, whatever is moved', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50), { minLength: 2 }), fc.nat(50), fc.nat(50), (all, from, to) => {
        const moved = moveItem(
          all.map((id) => ({ id })),
          from,
          to,
        );
        return (
          moved === null || (ids(moved)?.toSorted().join() === all.toSorted().join() && moved.length === all.length)
        );
      }),
    );
  });

  it.each([
    ['/counting/3', '/counting/3/', true],
    ['/counting/3?zone=1&day=x', '/counting/3?day=x&zone=1', true],
    ['/counting/3?zone=1', '/counting/3?zone=2', false],
    ['/counting/3', '/counting/3?zone=2', false],
    ['/', '/counting', false],
    ['/help#a', '/help#b', true],
  ])('%s and %s are the same page: %s', (one, other, same) => {
    expect(toPageKey(one) === toPageKey(other)).toBe(same);
  });

  it('open the page with their stored filters', () => {
    expect(
      parseAddress('/counting/3?timespan=%5B%7B%22label%22%3A%22today%22%7D%5D&gender=female&zone=7'),
    ).toMatchObject({
      to: '/counting/3',
      search: { timespan: [{ label: 'today' }], gender: 'female', zone: 7 },
    });
  });
});
