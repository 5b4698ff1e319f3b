import { describe, expect, it } from 'vitest';
import { toDaySpan, toDaysSpan } from '../../core/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { addExpected, findExpectedRanges } from '../expectation.ts';
import { findEarlierTimes } from './index.ts';

const site = (closedDates: readonly string[] = [], spans: readonly object[] = []): OpeningCalendar => ({
  timezone: 'Europe/Zurich',
  changeOfDay: '00:00',
  openingHours: { spans: spans as never, reset: false },
  closedDates: closedDates as never,
});
const at = (text: string) => Date.parse(text);
const query = {
  metric: 'affluenceIn',
  filters: { conditions: [{ criterion: 'DATE', values: ['2025-11-20/2025-11-21'] }] },
};
const datesOf = (asked: typeof query | null) =>
  asked?.filters.conditions.find(({ criterion }) => criterion === 'DATE')?.values ?? [];
const thursday = toDaySpan(site(), '2025-11-20');
const later = at('2026-02-01T00:00Z');

/** Returns for each row its label, how many of its days count, and why the others don't. */
function rowsOf(calendar: OpeningCalendar, span = thursday, { now = later, whole = span, asked = query } = {}) {
  return findEarlierTimes({ query: asked, span, whole, mode: 'USUAL' }, calendar, now).map(
    ({ span: then, days, passedOver }) => [
      new Date(then.from).toISOString().slice(0, 10),
      `${days.used}/${days.all}`,
      passedOver.map(({ day, why }) => `${day} ${why}`).join(', '),
    ],
  );
}

describe('what a number is compared with', () => {
  it('is cut at the same elapsed time', () => {
    const now = at('2025-11-20T13:48:00Z');
    const times = findEarlierTimes({ query, span: thursday, whole: thursday, mode: 'USUAL' }, site(), now);
    const until = ['2025-11-13T13:48', '2025-11-06T13:48', '2025-10-30T13:48', '2025-10-23T12:48'];
    expect(times.map(({ span }) => new Date(span.to).toISOString().slice(0, 16))).toEqual(until);
    expect(times.map((each) => datesOf(each.query as typeof query)[0]?.slice(25, 41))).toEqual(until);
  });

  it('is nothing before the time has begun', () => {
    expect(rowsOf(site(), thursday, { now: thursday.from - 1 })).toEqual([]);
  });

  it('names the weeks that were passed over, and why, up to the fourth that counts', () => {
    const shorter = [
      { begin: [4, 8, 0], end: [4, 18, 0] },
      { begin: [3, 8, 0], end: [3, 18, 0] },
    ];
    expect(rowsOf(site(['2025-11-06'], shorter))).toEqual([
      ['2025-11-12', '1/1', ''],
      ['2025-11-05', '0/1', '2025-11-06 closed'],
      ['2025-10-29', '1/1', ''],
      ['2025-10-22', '1/1', ''],
      ['2025-10-15', '1/1', ''],
    ]);
  });

  it('says of each week how many of its days count', () => {
    const week = toDaysSpan(site(), '2025-11-17', '2025-11-24');
    const rows = rowsOf(site(['2025-11-06', '2025-11-19']), week);
    // The week's own closed Wednesday is not compared.
    expect(rows.map(([, days, why]) => [days, why])).toEqual([
      ['6/6', ''],
      ['5/6', '2025-11-06 closed'],
      ['6/6', ''],
      ['6/6', ''],
      ['1/6', '2025-10-13 enough, 2025-10-14 enough, 2025-10-17 enough, 2025-10-18 enough, 2025-10-19 enough'],
    ]);
  });

  it('asks of a week about the days that count alone', () => {
    const week = toDaysSpan(site(), '2025-11-17', '2025-11-24');
    const times = findEarlierTimes({ query, span: week, whole: week, mode: 'USUAL' }, site(['2025-11-06']), later);
    expect(times.map((each) => datesOf(each.query as typeof query))[1]).toEqual([
      '2025-11-02T23:00:00.000Z/2025-11-05T23:00:00.000Z',
      '2025-11-06T23:00:00.000Z/2025-11-09T23:00:00.000Z',
    ]);
  });

  it('keeps to the weekdays that are asked about', () => {
    const conditions = [...query.filters.conditions, { criterion: 'DAY', operator: 'NOT_IN', values: ['6', '7'] }];
    const week = toDaysSpan(site(), '2025-11-17', '2025-11-24');
    const rows = rowsOf(site(['2025-11-08']), week, { asked: { ...query, filters: { conditions } } });
    expect(rows.map(([, days, why]) => [days, why])).toEqual(Array.from({ length: 4 }, () => ['5/5', '']));
  });

  it('of a bar of a long range lies as far back as the whole range is compared', () => {
    const whole = toDaysSpan(site(), '2025-10-22', '2025-11-21');
    expect(rowsOf(site(), thursday, { whole }).map(([from]) => from)).toEqual([
      '2025-10-15',
      '2025-09-10',
      '2025-08-06',
      '2025-07-02',
    ]);
  });
});

it('a bar is compared with the same days wherever it is told: pointed at, or explained', () => {
  const calendar = site(['2025-10-16', '2025-08-07']);
  for (const days of [1, 2, 7, 8, 30, 90]) {
    const from = new Date(thursday.to - days * 86_400_000 + 3_600_000).toISOString().slice(0, 10);
    const ranges = [{ from, to: '2025-11-21' }] as const;
    const whole = toDaysSpan(calendar, from, '2025-11-21');
    const explained = findEarlierTimes({ query, span: thursday, whole, mode: 'USUAL' }, calendar, later);
    const used = explained.filter((each) => each.query !== null).map(({ span }) => span.from);
    // Days that the explanation names have the value 1, all others 100, so the mean shows which days it used.
    const earlier = findExpectedRanges(calendar, ranges, 'USUAL').flatMap((range) => {
      const { from: begin } = toDaysSpan(calendar, range.from, range.to);
      const day = begin + (thursday.from - whole.from);
      return [day - 3_600_000, day, day + 3_600_000].map((start) => ({
        from: start,
        to: start + 86_400_000,
        point: { state: 'known' as const, value: used.includes(start) ? 1 : 100, partial: false },
        usual: null,
      }));
    });
    const bar = { ...thursday, point: { state: 'known' as const, value: 5, partial: false }, usual: null };
    expect(used.length).toBeGreaterThan(1);
    expect(addExpected([bar], earlier, { calendar, ranges, mode: 'USUAL', now: 0 })[0]?.usual, `${days} days`).toBe(1);
  }
});
