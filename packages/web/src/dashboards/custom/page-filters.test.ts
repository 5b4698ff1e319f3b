import type { TagCategoryId, TagId, ZoneId } from '@atrium/domain/core';
import { defaultFilters, type FilterState } from '@atrium/domain/dashboards';
import type { Topology } from '@atrium/domain/sites';
import { expect, test } from 'vitest';
import { offeredState, offersOf } from './page-filters.ts';

const tagId = 7 as TagId;
const sites = [{ zones: [{ id: 3 as ZoneId, tagIds: [tagId] }] }] as unknown as readonly Topology[];
const everything: FilterState = {
  ...defaultFilters,
  zoneId: 3 as ZoneId,
  day: { operator: 'IS', days: [1] },
  gender: 'female',
  engagement: 'engaged',
  categories: [{ categoryId: 1 as TagCategoryId, tagId }],
};

test('what a page does not offer is left at its default, whatever the address says (D09)', () => {
  expect(offeredState(everything, offersOf([]), sites)).toEqual(defaultFilters);
});

test('what a page offers is as the reader chose it', () => {
  const offers = offersOf([
    { type: 'zone' },
    { type: 'day' },
    { type: 'gender' },
    { type: 'engagement' },
    { type: 'category', categoryId: 1 },
  ]);
  expect(offeredState(everything, offers, sites)).toEqual(everything);
});

test('one category does not offer another, one without an id offers all; a tag that no zone carries is no choice', () => {
  const chosen = (categoryId: number | undefined, tag = tagId) =>
    offeredState(
      { ...everything, categories: [{ categoryId: 1 as TagCategoryId, tagId: tag }] },
      offersOf([{ type: 'category', ...(categoryId === undefined ? {} : { categoryId }) }]),
      sites,
    ).categories;
  expect(chosen(2)).toEqual([]);
  expect(chosen(undefined)).toEqual([{ categoryId: 1, tagId: 7 }]);
  expect(chosen(1, 8 as TagId)).toEqual([]);
});

test.each([
  [['SUNDAY'], 'NOT_IN', { operator: 'IS_NOT', days: [7] }],
  [['6', 'sunday'], 'IN', { operator: 'IS', days: [6, 7] }],
  [['nonsense'], 'IN', null],
  [['1', '2', '3', '4', '5', '6', '7'], 'IN', null],
] as const)('a page that starts with the days %j %s', (values, operator, expected) => {
  const offers = offersOf([{ type: 'day', dayFilters: [{ operator, values }] }]);
  expect(offeredState(defaultFilters, offers, sites).day).toEqual(expected);
});
