import { type Granularity, granularity } from '@atrium/domain/core';
import { expect, test } from 'vitest';
import { buildTimeTicks } from './time-input.ts';

const reader = { timezone: 'Europe/Zurich', locale: 'en-GB', dateFormat: 'DD/MM/YYYY' };
const ms = 1000;

function marks(from: string, to: string, width: Granularity): readonly string[] {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const buckets = Array.from({ length: (end - begin) / (width * ms) }, (_, index) => ({
    from: begin + index * width * ms,
    to: begin + (index + 1) * width * ms,
    point: null,
    usual: null,
  }));
  return buildTimeTicks(buckets, width, reader).map(({ label }) => label);
}

test.each<[what: string, from: string, to: string, width: Granularity, marks: readonly string[]]>([
  ['an hour', '2026-11-20T09:00Z', '2026-11-20T10:00Z', 300, ['10:00', '10:15', '10:30', '10:45', '11:00']],
  ['four hours', '2026-11-20T09:00Z', '2026-11-20T13:00Z', 1800, ['10:00', '11:00', '12:00', '13:00', '14:00']],
  ['a shop’s day', '2026-11-20T07:00Z', '2026-11-20T20:00Z', 1800, ['10:00', '15:00', '20:00']],
  ['a whole day', '2026-11-19T23:00Z', '2026-11-20T23:00Z', 3600, ['00:00', '10:00', '20:00', '00:00']],
  ['three days', '2026-11-19T23:00Z', '2026-11-22T23:00Z', 3600, ['Fri 20/11', 'Sat 21/11', 'Sun 22/11', 'Mon 23/11']],
  ['six days', '2026-11-17T23:00Z', '2026-11-23T23:00Z', 3600, ['Wed 18/11', 'Fri 20/11', 'Sun 22/11', 'Tue 24/11']],
])('%s is marked at the listed interval that goes into it four times at most (G05)', (_, from, to, width, expected) => {
  expect(marks(from, to, width)).toEqual(expected);
});

test('days are named each (G05)', () => {
  expect(marks('2026-11-18T23:00Z', '2026-11-20T23:00Z', granularity.day)).toHaveLength(2);
});
