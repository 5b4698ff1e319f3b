import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  type EventId,
  id,
  type TagCategoryId,
  type TagId,
  type Weekday,
  type ZoneId,
} from '../../core/index.ts';
import { queryCompareModes, timespanPresets, toDayRange } from '../../numbers/index.ts';
import {
  decodeFilters,
  defaultFilters,
  encodeFilters,
  type FilterState,
  normalizeSearch,
  type Timespan,
} from '../index.ts';
import { engagementChoices, genderChoices, hourChoices } from './filter-state.ts';

const custom: fc.Arbitrary<Timespan> = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 12 })
  .map((steps) => {
    let cursor = '2024-01-01';
    const ranges = steps.map(([length, gap]) => {
      const begin = addDays(cursor, gap);
      const end = addDays(begin, length);
      cursor = end;
      return toDayRange(begin, end);
    });
    return { kind: 'custom', ranges };
  });
const anyId = fc.integer({ min: 1, max: 2_147_483_647 });
const rest = {
  day: fc.oneof(
    fc.constant(null),
    fc.record({
      operator: fc.constantFrom('IS' as const, 'IS_NOT' as const),
      days: fc.subarray<Weekday>([1, 2, 3, 4, 5, 6, 7], { minLength: 1, maxLength: 6 }),
    }),
  ),
  editability: fc.constantFrom('EDITABLE' as const, 'PARTIALLY_EDITABLE' as const, 'READ_ONLY' as const),
  gender: fc.constantFrom(...genderChoices),
  engagement: fc.constantFrom(...engagementChoices),
  categories: fc
    .uniqueArray(fc.tuple(anyId, anyId), { maxLength: 5, selector: ([categoryId]) => categoryId })
    .map((pairs) =>
      pairs
        .map(([categoryId, tagId]) => ({ categoryId: id<TagCategoryId>(categoryId), tagId: id<TagId>(tagId) }))
        .sort((left, right) => left.categoryId - right.categoryId),
    ),
};
const events = fc
  .uniqueArray(anyId, { maxLength: 5 })
  .map((ids) => ids.sort((left, right) => left - right).map((each) => id<EventId>(each)));
const states: fc.Arbitrary<FilterState> = fc
  .record({
    timespan: fc.oneof(
      fc.constant(null),
      fc.constantFrom(...timespanPresets).map((preset): Timespan => ({ kind: 'preset', preset })),
      custom,
    ),
    zoneId: fc.oneof(
      fc.constant(null),
      fc.integer({ min: 1, max: 2_147_483_647 }).map((value) => id<ZoneId>(value)),
    ),
    compare: fc.record({ on: fc.boolean(), mode: fc.constantFrom(...queryCompareModes) }),
    hours: fc.constantFrom(...hourChoices),
    ...rest,
    events,
  })
  // Events exist through their days, so without custom days there are none.
  .map((state) => (state.timespan?.kind === 'custom' ? state : { ...state, events: [] }));

describe('D07 filters in the address', () => {
  it('reads back every state it wrote', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(decodeFilters(encodeFilters(state))).toEqual(state);
      }),
    );
  });

  it('reads back through JSON text, as an address carries it', () => {
    fc.assert(
      fc.property(states, (state) => {
        const written = Object.fromEntries(
          Object.entries(encodeFilters(state)).map(([key, value]) => [
            key,
            typeof value === 'object' ? JSON.stringify(value) : String(value),
          ]),
        );
        expect(decodeFilters(written)).toEqual(state);
      }),
    );
  });

  it('writes nothing for the defaults', () => {
    expect(encodeFilters(defaultFilters)).toEqual({});
  });

  it('gives the defaults for any other text, number or object', () => {
    fc.assert(
      fc.property(
        fc.record(
          { timespan: fc.anything(), zone: fc.string(), compare: fc.anything(), hours: fc.anything() },
          { requiredKeys: [] },
        ),
        (search) => {
          fc.pre(
            !/^\s*\d+\s*$/.test(String(search.zone)) && !(hourChoices as readonly unknown[]).includes(search.hours),
          );
          expect(decodeFilters(search)).toEqual(defaultFilters);
        },
      ),
    );
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(decodeFilters({ timespan: anything })).toEqual(defaultFilters);
        decodeFilters(anything);
      }),
    );
  });

  test.each([
    ['a script', { timespan: '<script>alert(1)</script>', zone: 'javascript:alert(1)' }],
    ['a broken JSON text', { timespan: '{"preset":', zone: '[' }],
    ['an unknown preset', { timespan: { preset: 'forever' } }],
    ['the words of a prototype', { timespan: { preset: 'constructor' }, compare: '__proto__', hours: 'toString' }],
    [
      'overlapping ranges',
      {
        timespan: {
          ranges: [
            ['2025-01-01', '2025-01-05'],
            ['2025-01-05', '2025-01-06'],
          ],
        },
      },
    ],
    ['a reversed range', { timespan: { ranges: [['2025-01-05', '2025-01-01']] } }],
    ['a date that does not exist', { timespan: { ranges: [['2025-02-30', '2025-03-01']] } }],
    [
      'too many ranges',
      {
        timespan: {
          ranges: Array.from({ length: 13 }, (_, index) => [
            addDays('2025-01-01', 2 * index),
            addDays('2025-01-01', 2 * index),
          ]),
        },
      },
    ],
    ['both operators of the day filter', { day: { is: [1], isNot: [2] } }],
    ['every day', { day: { is: [1, 2, 3, 4, 5, 6, 7] } }],
    ['days that are none', { day: { is: ['1', 8, null] } }],
    ['an unknown gender or engagement', { gender: 'robot', engagement: { engaged: true } }],
    ['a category by name', { category: { topology: 3, '-1': 4, '5': 'x' } }],
    ['events without days', { events: [1, 2] }],
    ['a fraction of a zone', { zone: 1.5 }],
    ['a zone below 1', { zone: -3 }],
    ['a later version', { v: 9, timespan: { preset: 'last7' }, zone: 4 }],
  ])('ignores %s', (_, search) => {
    expect(decodeFilters(search)).toEqual(defaultFilters);
  });

  it('ignores each bad value by itself', () => {
    expect(decodeFilters({ v: 1, timespan: { preset: 'last7' }, zone: 'x', compare: '-year' })).toEqual({
      ...defaultFilters,
      timespan: { kind: 'preset', preset: 'last7' },
      compare: { on: false, mode: 'YEAR' },
    });
  });

  it('normalizes once and for all', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(normalizeSearch(normalizeSearch(anything))).toEqual(normalizeSearch(anything));
      }),
    );
  });
});
