import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getWeekday, type LocalDate } from '../../core/index.ts';
import { computeTargetProgress, listMonthDates, type ProgressInput, type TargetDay } from './index.ts';

/** November 2026 begins on a Sunday. 100 are usual on weekdays, 200 on Saturdays; Sundays are closed. */
const usualOn = (date: LocalDate) => [0, 100, 100, 100, 100, 100, 200, 0][getWeekday(date)] as number;
const today = '2026-11-18' as LocalDate;
const days: readonly TargetDay[] = listMonthDates('2026-11').map((date) => ({
  date,
  usual: usualOn(date),
  value: date < today ? 0.9 * usualOn(date) : date === today ? 30 : null,
  isOpen: getWeekday(date) !== 7,
}));
/** 21 weekdays and four Saturdays. */
const usualMonth = 2900;
const input: ProgressInput = {
  ...{ metric: { decimals: 0 }, target: usualMonth, days, today, usualSoFar: 40, isTodayDue: true },
};
const change = (date: string, changed: Partial<TargetDay>) =>
  days.map((day) => (day.date === date ? { ...day, ...changed } : day));
const summary = ({ soFar, dueByNow, headingFor, missingDays }: ReturnType<typeof computeTargetProgress>) => [
  soFar,
  dueByNow,
  headingFor,
  missingDays,
];

/** Until the 17th: 12 weekdays and two Saturdays, usually 1,600. */
test.each([
  ['a running day', {}, [1470, 1640, 1440 + 30 + 60 + 1200, 0]],
  [
    'before opening',
    { days: change(today, { value: null }), isTodayDue: false, usualSoFar: null },
    [1440, 1600, 1440 + 1300, 0],
  ],
  ['more by now than is usual in the whole day', { usualSoFar: 120 }, [1470, 1700, 1470 + 1200, 0]],
  ['an open day of which nothing is known', { days: change('2026-11-10', { value: null }) }, [null, 1640, null, 1]],
  [
    'today, of which nothing is known although it has opened',
    { days: change(today, { value: null }) },
    [null, 1640, null, 1],
  ],
  ['a closed day of which nothing is known', { days: change('2026-11-08', { value: null }) }, [1470, 1640, 2730, 0]],
  ['today without what is usual by now', { usualSoFar: null }, [1470, null, null, 0]],
  ['a holiday ahead, as its weekday', { days: change('2026-11-26', { usual: null }) }, [1470, 1640, 2730, 0]],
  [
    'a closed date ahead',
    { days: change('2026-11-26', { usual: null, isOpen: false }), target: 2800 },
    [1470, 1640, 2630, 0],
  ],
  [
    'nothing usual at all',
    { days: days.map((day) => ({ ...day, usual: null })), usualSoFar: null },
    [1470, null, null, 0],
  ],
  [
    'a month that is over',
    { today: '2026-12-03', days: days.map((day) => ({ ...day, value: usualOn(day.date) })) },
    [2900, 2900, 2900, 0],
  ],
  ['a month ahead', { today: '2026-10-03', days: days.map((day) => ({ ...day, value: null })) }, [null, 0, 2900, 0]],
] as const)('%s', (_, changed, expected) => {
  expect(summary(computeTargetProgress({ ...input, ...changed }))).toEqual(expected);
});

test('follows the weekdays, and is the same on all open days where nothing is usual', () => {
  const { days: parts } = computeTargetProgress({ ...input, target: 5800 });
  expect(parts.slice(0, 7)).toEqual([0, 200, 200, 200, 200, 200, 400]);
  const plain = days.map((day) => ({ ...day, usual: null }));
  expect(computeTargetProgress({ ...input, days: plain, target: 250 }).days.slice(0, 8)).toEqual([
    0, 10, 10, 10, 10, 10, 10, 0,
  ]);
});

test('days add up to the target, what is due never exceeds it, and a heading is never below what is known', () => {
  const day = fc.record({
    value: fc.option(fc.nat(500), { nil: null }),
    usual: fc.option(fc.nat(500), { nil: null }),
    isOpen: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(day, { minLength: 30, maxLength: 30 }),
      fc.nat(60_000),
      fc.integer({ min: 1, max: 30 }),
      fc.option(fc.nat(600), { nil: null }),
      fc.boolean(),
      (some, target, at, usualSoFar, isTodayDue) => {
        const dates = listMonthDates('2026-11');
        const now = dates[at - 1] as LocalDate;
        const all = some.map((one, index) => ({
          ...one,
          date: dates[index] as LocalDate,
          value: index < at ? one.value : null,
        }));
        const progress = computeTargetProgress({ ...input, target, days: all, today: now, usualSoFar, isTodayDue });
        expect(progress.days.reduce((sum, part) => sum + part, 0)).toBe(target);
        expect(progress.dueByNow ?? 0).toBeLessThanOrEqual(target);
        if (progress.soFar === null || progress.headingFor === null) return;
        expect(progress.missingDays).toBe(0);
        expect(progress.headingFor).toBeGreaterThanOrEqual(progress.soFar);
      },
    ),
  );
});
