import { expect, test } from 'vitest';
import { formatLocal, toDaySpan } from '../../core/index.ts';
import { getSelectableDays, parseDateInterval, parseRanges, resolveInterval } from './day-range.ts';

const zurich = { timezone: 'Europe/Zurich', changeOfDay: '05:00' };

test('an interval of dates is the site’s own days, one of times is what it says', () => {
  const days = parseDateInterval('2026-03-28/2026-03-29');
  const times = parseDateInterval('2026-02-14T07:00:00+01:00/2026-02-14T09:00:00+01:00');
  expect(days.ok && resolveInterval(zurich, days.value)).toEqual(toDaySpan(zurich, '2026-03-28'));
  expect(times.ok && formatLocal('UTC', resolveInterval(zurich, times.value).from)).toBe('2026-02-14T06:00:00+00:00');
});

test.each([
  '',
  '2026-03-28',
  '2026-03-28/2026-03-28',
  '2026-03-29/2026-03-28',
  '2026-02-30/2026-03-28',
  '2026-03-28/2026-03-29T00:00:00Z',
  '2026-03-28T07:00:00/2026-03-28T09:00:00',
  '2026-03-28T09:00:00Z/2026-03-28T09:00:00Z',
  '2026-03-28/2026-03-29/2026-03-30',
])('"%s" is refused', (text) =>
  expect(parseDateInterval(text)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } }),
);

const bounds = { first: '2026-01-01', last: '2026-06-10' };
const row = (first: string | null, last: string | null) => ({ first, last });

test('D03: several ranges are read in order of time, their ends included', () => {
  expect(parseRanges([row('2026-03-01', '2026-03-02'), row('2026-01-01', '2026-01-01')], bounds)).toEqual({
    ok: true,
    value: [
      { from: '2026-01-01', to: '2026-01-02' },
      { from: '2026-03-01', to: '2026-03-03' },
    ],
  });
});

test.each([
  [[row('2026-03-02', '2026-03-01'), row('2026-03-01', null)], { row: 1, field: 'last', kind: 'empty' }],
  [[row(null, null), row(null, null)], { row: 0, field: 'first', kind: 'empty' }],
  [[row('2026-03-02', '2026-03-01')], { row: 0, field: 'last', kind: 'reversed' }],
  [[row('2025-12-31', '2026-01-02')], { row: 0, field: 'first', kind: 'outOfBounds' }],
  [[row('2026-06-10', '2026-06-11')], { row: 0, field: 'last', kind: 'outOfBounds' }],
  [
    [row('2026-03-01', '2026-03-05'), row('2026-04-01', '2026-04-02'), row('2026-03-05', '2026-03-06')],
    { row: 2, field: 'first', kind: 'overlap' },
  ],
] as const)('D03: the first problem of %j is found', (rows, problem) => {
  expect(parseRanges(rows, bounds)).toEqual({ ok: false, error: problem });
});

test('D03: days reach from the site’s creation to its own today, from 2016 where creation is unknown', () => {
  const now = Date.UTC(2026, 5, 10, 23);
  expect(getSelectableDays({ ...zurich, createdAt: Date.UTC(2025, 0, 1, 23, 30) }, now)).toEqual({
    first: '2025-01-02',
    last: '2026-06-11',
  });
  expect(getSelectableDays({ ...zurich, createdAt: null }, now).first).toBe('2016-01-01');
});
