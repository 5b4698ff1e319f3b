import { expect, test } from 'vitest';
import { findSearchFaults, parseDates, parseFunnelSearch, parseSiteIds } from './funnel-search.ts';

test('lists of an address are read, each once', () => {
  expect(parseSiteIds('3,1,3')).toEqual([3, 1]);
  expect(parseDates('2026-10-01,2026-09-01,2026-10-01')).toEqual(['2026-09-01', '2026-10-01']);
});

test.each([
  [
    { sites: 7, dates: '2026-10-01' },
    { sites: '7', dates: '2026-10-01' },
  ],
  [{ sites: '1,x', dates: '2026-10-01' }, { dates: '2026-10-01' }],
  [{ sites: '1,,2' }, {}],
  [{ sites: '' }, {}],
  [{ dates: '2026-13-01' }, {}],
  [{ dates: '01/10/2026' }, {}],
  [{ compare: 'off' }, { compare: 'off' }],
  [{ compare: 'on' }, {}],
])('%j is read as %j', (given, read) => {
  expect(parseFunnelSearch(given)).toEqual(read);
});

test('invalid lists are reported', () => {
  expect(findSearchFaults({ sites: 'x', dates: 'y' })).toEqual(['sites', 'dates']);
  expect(findSearchFaults({ sites: 3 })).toEqual([]);
  // The last shop was deselected.
  expect(findSearchFaults({ sites: '', dates: '' })).toEqual([]);
});
