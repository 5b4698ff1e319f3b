import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  buildBuckets,
  daysBetween,
  formatLocal,
  getWeekday,
  granularity,
  isDayStart,
  parseWall,
  type Span,
  startOfSiteDay,
  toDaySpan,
  toDaysSpan,
  toSiteDay,
  wallToInstant,
} from '../../core/index.ts';
import { buildComparisonBuckets, buildComparisonSpans, compareElapsed } from './comparison.ts';

const zurich = { timezone: 'Europe/Zurich', changeOfDay: '00:00' };
const hour = 3_600_000;
const text = (at: number) => formatLocal('Europe/Zurich', at).slice(0, 16);
const texts = ({ from, to }: Span) => `${text(from)} ${text(to)}`;
const at = (wall: string) => wallToInstant('Europe/Zurich', parseWall(wall) as number);

test.each([
  // Days: the week before the change to summer time, compared with the one before that.
  ['2026-03-23', '2026-03-30', 'PREVIOUS', ['2026-03-16T00:00 2026-03-23T00:00']],
  ['2026-03-28', '2026-03-30', 'PREVIOUS', ['2026-03-26T00:00 2026-03-28T00:00']],
  ['2026-06-10', '2026-06-11', 'PREVIOUS_WEEKS', ['2026-06-03T00:00 2026-06-04T00:00']],
  ['2026-06-01', '2026-06-08', 'PREVIOUS_WEEKS', ['2026-05-25T00:00 2026-06-01T00:00']],
  ['2026-06-01', '2026-06-09', 'PREVIOUS_WEEKS', ['2026-05-18T00:00 2026-05-26T00:00']],
  [
    '2026-04-05',
    '2026-04-06',
    'USUAL',
    [
      '2026-03-29T00:00 2026-03-30T00:00',
      '2026-03-22T00:00 2026-03-23T00:00',
      '2026-03-15T00:00 2026-03-16T00:00',
      '2026-03-08T00:00 2026-03-09T00:00',
      '2026-03-01T00:00 2026-03-02T00:00',
      '2026-02-22T00:00 2026-02-23T00:00',
      '2026-02-15T00:00 2026-02-16T00:00',
      '2026-02-08T00:00 2026-02-09T00:00',
      '2026-02-01T00:00 2026-02-02T00:00',
      '2026-01-25T00:00 2026-01-26T00:00',
    ],
  ],
  ['2026-06-10', '2026-06-11', 'YEAR', ['2025-06-11T00:00 2025-06-12T00:00']],
] as const)('%s to %s, %s', (from, to, mode, expected) => {
  expect(buildComparisonSpans(zurich, toDaysSpan(zurich, from, to), mode).map((one) => texts(one.span))).toEqual(
    expected,
  );
});

test('the year before a fiscal year of weeks is its same day, after 53 weeks too', () => {
  const fiscalYear = { firstMonth: 2, pattern: '4-5-4', start: 'NEAREST' } as const;
  const retail = { ...zurich, firstWeekday: 7, fiscalYear } as const;
  const before = (from: string, to: string) =>
    buildComparisonSpans(retail, toDaysSpan(retail, from, to), 'YEAR').map((one) => texts(one.span));
  // The year from 29 January 2023 had 53 weeks: its February is compared with that of 2024.
  expect(before('2024-02-04', '2024-03-03')).toEqual(['2023-01-29T00:00 2023-02-26T00:00']);
  expect(before('2023-01-29', '2023-02-26')).toEqual(['2022-01-30T00:00 2022-02-27T00:00']);
  expect(before('2025-02-02', '2025-03-02')).toEqual(['2024-02-04T00:00 2024-03-03T00:00']);
  // A part of a period is shifted as far as the whole.
  const [whole, part] = [
    toDaysSpan(retail, '2024-02-04', '2024-03-03'),
    toDaysSpan(retail, '2024-02-11', '2024-02-18'),
  ];
  expect(buildComparisonSpans(retail, part, 'YEAR', whole).map((one) => texts(one.span))).toEqual([
    '2023-02-05T00:00 2023-02-12T00:00',
  ]);
});

test('a shifted day has its own length', () => {
  const [before] = buildComparisonSpans(zurich, toDaySpan(zurich, '2026-03-30'), 'PREVIOUS');
  expect(before?.span).toEqual(toDaySpan(zurich, '2026-03-29'));
  expect(before?.shift).toBe(24 * hour);
});

test('a day whose change fell into a gap is compared with days that begin at the change itself', () => {
  const late = { timezone: 'Europe/Zurich', changeOfDay: '02:30' };
  const long = toDaySpan(late, '2026-03-29');
  expect(texts(long)).toBe('2026-03-29T03:00 2026-03-30T02:30');
  const then = (mode: 'PREVIOUS' | 'YEAR') => buildComparisonSpans(late, long, mode).map((one) => texts(one.span));
  expect(then('PREVIOUS')).toEqual(['2026-03-28T02:30 2026-03-29T03:00']);
  expect(then('YEAR')).toEqual(['2025-03-30T03:00 2025-03-31T02:30']);
  expect(buildComparisonSpans(late, toDaySpan(late, '2026-04-05'), 'PREVIOUS_WEEKS').map((one) => one.span)).toEqual([
    long,
  ]);
});

test('a range of hours is compared with the hours just before, or with the same hours of the week before', () => {
  const range = { from: at('2026-06-10 07:00'), to: at('2026-06-10 09:00') };
  expect(buildComparisonSpans(zurich, range, 'PREVIOUS').map((one) => texts(one.span))).toEqual([
    '2026-06-10T05:00 2026-06-10T07:00',
  ]);
  expect(buildComparisonSpans(zurich, range, 'PREVIOUS_WEEKS').map((one) => texts(one.span))).toEqual([
    '2026-06-03T07:00 2026-06-03T09:00',
  ]);
});

const zones = fc.constantFrom(
  'Europe/Zurich',
  'America/Havana',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'UTC',
);
const calendars = fc.record({ timezone: zones, changeOfDay: fc.constantFrom('00:00', '02:30', '05:00') });
const dates = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2022-01-01', days));
const modes = fc.constantFrom('PREVIOUS', 'PREVIOUS_WEEKS', 'USUAL', 'YEAR' as const);

test('whole days are compared with as many whole days, weekdays kept but for PREVIOUS, clear of the range', () => {
  fc.assert(
    fc.property(calendars, dates, fc.integer({ min: 1, max: 40 }), modes, (calendar, first, days, mode) => {
      const span = toDaysSpan(calendar, first, addDays(first, days));
      const shifted = buildComparisonSpans(calendar, span, mode);
      // Weeks in which the site was closed are replaced by others, ten weeks back at most.
      expect(shifted.length).toBe(mode === 'USUAL' ? Math.max(4, Math.floor(10 / Math.ceil(days / 7))) : 1);
      for (const [index, { span: then, shift }] of shifted.entries()) {
        expect([isDayStart(calendar, then.from), isDayStart(calendar, then.to)]).toEqual([true, true]);
        expect(daysBetween(toSiteDay(calendar, then.from), toSiteDay(calendar, then.to))).toBe(days);
        expect(then.to).toBeLessThanOrEqual(shifted[index - 1]?.span.from ?? span.from);
        expect(daysBetween(toSiteDay(calendar, then.from), first) * 24 * hour).toBe(shift);
        if (mode === 'PREVIOUS') expect(then.to).toBe(span.from);
        else expect(getWeekday(toSiteDay(calendar, then.from))).toBe(getWeekday(first));
        if (mode === 'PREVIOUS_WEEKS') expect(shift - 7 * 24 * hour).toBeLessThan(days * 24 * hour);
      }
    }),
    { numRuns: 300 },
  );
});

test('a range in progress is compared at equal elapsed time on the clock', () => {
  const today = toDaySpan(zurich, '2026-03-29');
  const { current, shifted } = compareElapsed(zurich, today, 'PREVIOUS_WEEKS', at('2026-03-29 09:15'));
  // Nine hours and a quarter of local time, although the clock skipped one of them today.
  expect(texts(current)).toBe('2026-03-29T00:00 2026-03-29T09:15');
  expect(shifted.map((one) => texts(one.span))).toEqual(['2026-03-22T00:00 2026-03-22T09:15']);
});

test('a range that is over is compared whole, one that lies ahead not at all', () => {
  const day = toDaySpan(zurich, '2026-06-10');
  expect(compareElapsed(zurich, day, 'PREVIOUS', day.to)).toEqual({
    current: day,
    shifted: buildComparisonSpans(zurich, day, 'PREVIOUS'),
  });
  const ahead = compareElapsed(zurich, day, 'PREVIOUS', day.from - hour);
  expect(ahead.current.from).toBe(ahead.current.to);
  expect(ahead.shifted.map(({ span }) => span.to - span.from)).toEqual([0]);
});

function compared(
  date: string,
  width: typeof granularity.hour | typeof granularity.day,
  mode: 'PREVIOUS' | 'PREVIOUS_WEEKS',
) {
  const span = toDaySpan(zurich, date);
  const current = buildBuckets(zurich, span, width);
  const [shifted] = buildComparisonSpans(zurich, span, mode);
  if (shifted === undefined) throw new Error('no shift');
  const then = buildComparisonBuckets(zurich, current, width, shifted);
  return current.labels.map((label, index) => {
    const match = then.matches[index];
    return [label.slice(11, 16), match === null || match === undefined ? null : then.labels[match]?.slice(11, 16)];
  });
}

test('hours are matched by the clock: one that a side lacks has no counterpart', () => {
  // The change to summer time skipped 02:00 the day before.
  expect(compared('2026-03-30', granularity.hour, 'PREVIOUS').filter(([, then]) => then === null)).toEqual([
    ['02:00', null],
  ]);
  // The second 02:00 of the long day has no counterpart the week before.
  const long = compared('2026-10-25', granularity.hour, 'PREVIOUS_WEEKS');
  expect(long.slice(1, 5)).toEqual([
    ['01:00', '01:00'],
    ['02:00', '02:00'],
    ['02:00', null],
    ['03:00', '03:00'],
  ]);
  expect(long.every(([now, then]) => then === null || then === now)).toBe(true);
});

test('days, weeks and months are compared with stretches of as many days', () => {
  const span = toDaysSpan(zurich, '2026-03-01', '2026-04-15');
  const current = buildBuckets(zurich, span, granularity.month);
  const [shifted] = buildComparisonSpans(zurich, span, 'PREVIOUS');
  if (shifted === undefined) throw new Error('no shift');
  const then = buildComparisonBuckets(zurich, current, granularity.month, shifted);
  expect(then.edges).toEqual(['2026-01-15', '2026-02-15', '2026-03-01'].map((date) => startOfSiteDay(zurich, date)));
  expect(then.matches).toEqual([0, 1]);
});

test('the first bucket of a range cut at odd minutes finds its counterpart', () => {
  const span = { from: at('2026-06-10 07:20'), to: at('2026-06-10 09:00') };
  const current = buildBuckets(zurich, span, granularity.hour);
  for (const mode of ['PREVIOUS', 'YEAR'] as const) {
    const [shifted] = buildComparisonSpans(zurich, span, mode);
    if (shifted === undefined) throw new Error('no shift');
    const then = buildComparisonBuckets(zurich, current, granularity.hour, shifted);
    expect(then.matches).toEqual([0, 1]);
    expect(then.edges.at(-1)).toBe(shifted.span.to);
  }
});
