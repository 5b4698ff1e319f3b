import type { Granularity } from '@atrium/domain/core';
import type { AnswerBucket } from '@atrium/domain/pages';
import { expect, test } from 'vitest';
import { buildAxisTicks } from './bucket-labels.ts';

const reader = { timezone: 'Europe/Zurich', locale: 'en-GB', dateFormat: 'DD/MM/YYYY' };
const hour = 3_600_000;

function ticksOf(begin: string, count: number, width: Granularity) {
  const from = Date.parse(begin);
  const buckets = Array.from({ length: count }, (_, index): AnswerBucket => {
    const at = from + index * width * 1000;
    return { from: at, to: at + width * 1000, point: null, usual: null };
  });
  return { buckets, ticks: buildAxisTicks(buckets, width, reader) };
}
const labels = (...of: Parameters<typeof ticksOf>) => ticksOf(...of).ticks.map(({ label }) => label);

test.each<[what: string, begin: string, count: number, width: Granularity, expected: readonly string[]]>([
  ['a shop’s day', '2026-11-20T06:00Z', 28, 1800, ['09:00', '12:00', '15:00', '18:00', '21:00']],
  [
    'a day from midnight',
    '2026-11-19T23:00Z',
    24,
    3600,
    ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '00:00'],
  ],
  [
    'two days',
    '2026-11-19T23:00Z',
    48,
    3600,
    ['Fri 20/11', '06:00', '12:00', '18:00', 'Sat 21/11', '06:00', '12:00', '18:00', 'Sun 22/11'],
  ],
  ['four days', '2026-11-18T23:00Z', 4, 86_400, ['Thu 19', 'Fri 20', 'Sat 21', 'Sun 22']],
  ['four weeks are marked at Mondays', '2026-10-31T23:00Z', 28, 86_400, ['02/11', '09/11', '16/11', '23/11']],
  // The day changes at 04:00.
  ['four weeks of later days too', '2026-11-01T03:00Z', 28, 86_400, ['02/11', '09/11', '16/11', '23/11']],
  [
    'half a year at firsts of months',
    '2026-01-09T23:00Z',
    180,
    86_400,
    ['01/02', '01/03', '01/04', '01/05', '01/06', '01/07'],
  ],
])('%s: the axis follows the calendar', (_, begin, count, width, expected) => {
  expect(labels(begin, count, width)).toEqual(expected);
});

test('a day of bars is marked below its bar, an hour at its beginning', () => {
  const days = ticksOf('2026-10-31T23:00Z', 28, 86_400);
  expect(days.ticks[0]?.at).toBe((days.buckets[1]?.from ?? 0) + 12 * hour);
  const hours = ticksOf('2026-11-19T23:00Z', 24, 3600);
  expect(hours.ticks[1]?.at).toBe(Date.parse('2026-11-20T02:00Z'));
});

test('weeks keep their own dates, and an empty series has no ticks', () => {
  expect(labels('2026-01-04T23:00Z', 20, 604_800)).toHaveLength(20);
  expect(buildAxisTicks([], 3600, reader)).toEqual([]);
});
