import { expect, test } from 'vitest';
import type { TagCategoryId, TagId, ZoneId } from '../../core/index.ts';
import type { Topology } from '../../sites/index.ts';
import { defaultFilters, type FilterState } from '../filters/filter-state.ts';
import { getPageOffers, isLivePage, isZoneFilterLost, limitToOffers } from './page-filters.ts';

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
  expect(limitToOffers(everything, getPageOffers([]), sites)).toEqual(defaultFilters);
});

test('what a page offers is as the reader chose it', () => {
  const offers = getPageOffers([
    { type: 'zone' },
    { type: 'day' },
    { type: 'gender' },
    { type: 'engagement' },
    { type: 'category', categoryId: 1 },
  ]);
  expect(limitToOffers(everything, offers, sites)).toEqual(everything);
});

test('one category does not offer another, one without an id offers all; a tag that no zone carries is no choice', () => {
  const chosen = (categoryId: number | undefined, tag = tagId) =>
    limitToOffers(
      { ...everything, categories: [{ categoryId: 1 as TagCategoryId, tagId: tag }] },
      getPageOffers([{ type: 'category', ...(categoryId === undefined ? {} : { categoryId }) }]),
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
  const offers = getPageOffers([{ type: 'day', dayFilters: [{ operator, values }] }]);
  expect(limitToOffers(defaultFilters, offers, sites).day).toEqual(expected);
});

test('filters stand in their own order (D09)', () => {
  const filters = [
    { type: 'gender', order: 2 },
    { type: 'zone', order: 3 },
    { type: 'day', order: 1 },
  ] as const;
  expect(getPageOffers(filters).order).toEqual(['day', 'gender', 'zone']);
  expect(getPageOffers(filters.map(({ type }) => ({ type }))).order).toEqual(['gender', 'zone', 'day']);
});

test.each<[what: string, zoneIds: readonly number[] | undefined, lost: boolean]>([
  ['a zone that is there', [3], false],
  ['zones of which one is there', [4, 3], false],
  ['a zone that is not there', [4], true],
  ['an empty list', [], true],
  ['no list at all', undefined, true],
])('a page whose zone filter names %s is not found: %s, %s (F02)', (_, zoneIds, lost) => {
  const filter = { type: 'zone', ...(zoneIds === undefined ? {} : { zoneIds }) } as const;
  expect(isZoneFilterLost(getPageOffers([filter]), sites)).toBe(lost);
});

test.each([
  ['all of its widgets', [{ kind: 'live' }, { kind: 'live' }], true],
  ['one of them is not', [{ kind: 'live' }, { kind: 'custom' }], false],
  ['one of them says nothing', [{ kind: 'live' }, {}], false],
  ['one of them cannot be read', [{ kind: 'live' }, null], false],
  ['none of none', [], false],
])('a page is about now by its widgets: %s', (_, definitions, expected) => {
  expect(isLivePage(definitions)).toBe(expected);
});
