import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Weekday } from '../core/index.ts';
import type { OpeningSpan } from './opening-week.ts';
import { formatOpeningWeek, parseOpeningWeek, toOpening } from './opening-week.ts';

test('the days and times of a site file are read', () => {
  expect(parseOpeningWeek({ 'mon-tue': ['05:00-24:00'], sat: ['06:00-02:00'] }, true)).toEqual({
    ok: true,
    value: {
      reset: true,
      spans: [
        { begin: [1, 5, 0], end: [2, 0, 0] },
        { begin: [2, 5, 0], end: [3, 0, 0] },
        { begin: [6, 6, 0], end: [7, 2, 0] },
      ],
    },
  });
  expect(parseOpeningWeek({})).toEqual({ ok: true, value: { spans: [], reset: false } });
});

test.each([
  ['noday', { someday: ['08:00-12:00'] }],
  ['twice', { 'mon-wed': ['08:00-12:00'], tue: ['14:00-18:00'] }],
  ['no times', { mon: ['8-12'] }],
  ['a begin at the day’s end', { mon: ['24:00-24:00'] }],
  ['overlap in a day', { mon: ['08:00-12:00', '11:00-13:00'] }],
  ['overlap into the next day', { mon: ['20:00-03:00'], tue: ['02:00-04:00'] }],
  ['overlap over the week’s end', { sun: ['20:00-03:00'], mon: ['02:00-04:00'] }],
  ['never open', { 'mon-sun': [] }],
])('refused: %s', (_, week) => {
  expect(parseOpeningWeek(week)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT', field: 'openingHours' } });
});

test.each([
  [{ 'mon-fri': ['05:00-24:00'], 'sat-sun': ['06:00-02:00'] }],
  [{ mon: ['08:00-12:00', '13:30-18:00'], 'wed-sun': ['00:00-24:00'] }],
  [{ sun: ['22:00-05:00'] }],
])('%j is written as it was read', (week) => {
  const read = parseOpeningWeek(week);
  expect(read.ok && formatOpeningWeek(read.value)).toEqual(week);
});

test('days may be listed and may pass the week’s end', () => {
  const read = parseOpeningWeek({ 'sat-mon, wed': ['10:00-12:00'] });
  expect(read.ok && formatOpeningWeek(read.value)).toEqual({
    mon: ['10:00-12:00'],
    wed: ['10:00-12:00'],
    'sat-sun': ['10:00-12:00'],
  });
});

test.each([
  [{ begin: [1, 9, 0], end: [1, 18, 0] }, 540],
  [{ begin: [1, 9, 0], end: [1, 24, 0] }, 900],
  [{ begin: [1, 18, 0], end: [1, 2, 0] }, 480],
  [{ begin: [1, 9, 0], end: [1, 9, 0] }, 1440],
  [{ begin: [7, 18, 0], end: [1, 2, 0] }, 480],
  [{ begin: [5, 18, 0], end: [1, 6, 0] }, 3600],
] as [OpeningSpan, number][])('%j lasts %i min', (span, length) => expect(toOpening(span).length).toBe(length));

/** Returns the open minutes of the week. */
function openMinutes(spans: readonly OpeningSpan[]): Set<number> {
  const open = new Set<number>();
  for (const { day, begin, length } of spans.map(toOpening)) {
    for (let minute = 0; minute < length; minute++) open.add(((day - 1) * 1440 + begin + minute) % 10_080);
  }
  return open;
}

test('any week that opens is open in the same minutes after being written and read', () => {
  const edges = fc.uniqueArray(fc.integer({ min: 0, max: 671 }), { minLength: 2, maxLength: 10 });
  fc.assert(
    fc.property(edges, (quarters) => {
      const sorted = quarters.sort((left, right) => left - right).map((quarter) => quarter * 15);
      const at = (minute: number) =>
        [(Math.floor(minute / 1440) + 1) as Weekday, Math.floor((minute % 1440) / 60), minute % 60] as const;
      const spans: OpeningSpan[] = [];
      for (let index = 0; index + 1 < sorted.length; index += 2) {
        spans.push({ begin: at(sorted[index] as number), end: at(sorted[index + 1] as number) });
      }
      const read = parseOpeningWeek(formatOpeningWeek({ spans, reset: false }));
      expect(read.ok && openMinutes(read.value.spans)).toEqual(openMinutes(spans));
    }),
    { numRuns: 100 },
  );
});
