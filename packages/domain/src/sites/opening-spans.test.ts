import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  formatLocal,
  getWeekday,
  parseWall,
  toDayNumber,
  toDaySpan,
  toDaysSpan,
  wallToInstant,
} from '../core/index.ts';
import {
  getOpenState,
  listAnyOpenSpans,
  listClosedSpans,
  listOpenSpans,
  type OpeningCalendar,
} from './opening-spans.ts';
import { type OpeningWeek, parseOpeningWeek, toOpening } from './opening-week.ts';

function site(week: OpeningWeek, parts: Partial<OpeningCalendar> = {}): OpeningCalendar {
  const hours = parseOpeningWeek(week);
  if (!hours.ok) throw new Error(hours.error.message);
  return { timezone: 'Europe/Zurich', changeOfDay: '00:00', openingHours: hours.value, closedDates: [], ...parts };
}

const texts = (calendar: OpeningCalendar, when: Parameters<typeof listOpenSpans>[1]) =>
  listOpenSpans(calendar, when).map((span) =>
    [span.from, span.to].map((at) => formatLocal(calendar.timezone, at).slice(5, 22)).join(' '),
  );

const bar = { 'mon-sun': ['11:30-14:00', '18:00-02:00'] };

test('a day holds the tail of the evening before when it changes at midnight, not when it changes later', () => {
  expect(texts(site(bar), '2026-06-10')).toEqual([
    '06-10T00:00:00+02 06-10T02:00:00+02',
    '06-10T11:30:00+02 06-10T14:00:00+02',
    '06-10T18:00:00+02 06-11T00:00:00+02',
  ]);
  expect(texts(site(bar, { changeOfDay: '05:00' }), '2026-06-10')).toEqual([
    '06-10T11:30:00+02 06-10T14:00:00+02',
    '06-10T18:00:00+02 06-11T02:00:00+02',
  ]);
});

test('a closed date drops what begins on it and leaves the evening before its tail', () => {
  expect(texts(site(bar, { closedDates: ['2026-06-10'] }), '2026-06-10')).toEqual([
    '06-10T00:00:00+02 06-10T02:00:00+02',
  ]);
  expect(texts(site(bar, { closedDates: ['2026-06-10'] }), '2026-06-11')[0]).toBe(
    '06-11T11:30:00+02 06-11T14:00:00+02',
  );
});

test('some sites are open together while any of them is', () => {
  const [noon, evening] = [site({ 'mon-sun': ['09:00-12:00', '18:00-20:00'] }), site({ 'mon-sun': ['11:00-14:00'] })];
  const within = toDaySpan(noon, '2026-06-10');
  const texts = listAnyOpenSpans([noon, evening], within).map(({ from, to }) =>
    [from, to].map((at) => formatLocal('Europe/Zurich', at).slice(11, 16)),
  );
  expect(texts).toEqual([
    ['09:00', '14:00'],
    ['18:00', '20:00'],
  ]);
  expect(listAnyOpenSpans([], within)).toEqual([]);
});

test('no hours mean always open, but for closed dates', () => {
  const always = site({}, { changeOfDay: '05:00' });
  const june = toDaysSpan(always, '2026-06-01', '2026-06-05');
  expect(listOpenSpans(always, june)).toEqual([june]);
  expect(texts({ ...always, closedDates: ['2026-06-02'] }, june)).toEqual([
    '06-01T05:00:00+02 06-02T05:00:00+02',
    '06-03T05:00:00+02 06-05T05:00:00+02',
  ]);
});

test.each([
  // The whole opening is in the gap, so it never happens.
  ['2026-03-29', ['02:10-02:50'], []],
  ['2026-03-29', ['02:30-05:00'], ['03-29T03:00:00+02 03-29T05:00:00+02']],
  ['2026-03-29', ['01:00-02:30'], ['03-29T01:00:00+01 03-29T03:00:00+02']],
  ['2026-10-25', ['01:00-05:00'], ['10-25T01:00:00+02 10-25T05:00:00+01']],
  ['2026-10-25', ['01:00-02:30'], ['10-25T01:00:00+02 10-25T02:30:00+02']],
])('when clocks jump: %s, %j', (date, times, expected) => {
  expect(texts(site({ sun: times }), date)).toEqual(expected);
});

test('a date that never was does not open', () => {
  const apia = site({ 'mon-sun': ['08:00-02:00'] }, { timezone: 'Pacific/Apia' });
  expect(texts(apia, toDaysSpan(apia, '2011-12-29', '2012-01-01'))).toEqual([
    '12-29T00:00:00-10 12-29T02:00:00-10',
    // 24:00 of the 29th is 00:00 of the 31st, and 02:00 of the missing 30th is its first instant.
    '12-29T08:00:00-10 12-31T00:00:00+14',
    '12-31T08:00:00+14 01-01T00:00:00+14',
  ]);
});

test('an opening of several days reaches into each of them', () => {
  const weekend = { ...shop, openingHours: { spans: [{ begin: [4, 18, 0], end: [1, 6, 0] }], reset: false } } as const;
  expect(texts(weekend, '2026-06-14')).toEqual(['06-14T00:00:00+02 06-15T00:00:00+02']);
  expect(texts(weekend, '2026-06-15')).toEqual(['06-15T00:00:00+02 06-15T06:00:00+02']);
});

test('minute by minute, a site without clock changes is open when its week and its closed dates say so', () => {
  const weeks = fc.constantFrom<OpeningWeek[]>(
    bar,
    { 'mon-fri': ['05:00-24:00'], 'sat-sun': ['06:00-02:00'] },
    { fri: ['18:00-17:00'], tue: ['00:00-24:00'] },
    { 'mon-sun': ['00:00-24:00'] },
  );
  const someDays = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 4 });
  fc.assert(
    fc.property(
      weeks,
      someDays,
      fc.integer({ min: 0, max: 8 * 1440 }),
      fc.integer({ min: 1, max: 4000 }),
      (week, closed, start, length) => {
        const first = '2026-06-01';
        const utc = site(week, { timezone: 'UTC', closedDates: closed.map((day) => addDays(first, day - 2)) });
        const from = toDayNumber(first) * 86_400_000 + start * 60_000;
        const spans = listOpenSpans(utc, { from, to: from + length * 60_000 });
        for (let at = from; at < from + length * 60_000; at += 7 * 60_000) {
          const open = [-2, -1, 0].some((back) => {
            const date = addDays(formatLocal('UTC', at).slice(0, 10), back);
            const minute = at / 60_000 - toDayNumber(date) * 1440;
            return (
              !utc.closedDates.includes(date) &&
              utc.openingHours.spans
                .map(toOpening)
                .some((one) => one.day === getWeekday(date) && one.begin <= minute && minute < one.begin + one.length)
            );
          });
          expect(spans.some((span) => span.from <= at && at < span.to)).toBe(open);
        }
        for (const [index, span] of spans.entries()) expect(span.from).toBeGreaterThan(spans[index - 1]?.to ?? 0);
      },
    ),
    { numRuns: 150 },
  );
});

const shop = site({ 'mon-sat': ['09:00-12:00', '14:00-18:00'] });
const club = site({ 'fri-sat': ['22:00-06:00'] }, { changeOfDay: '12:00' });
const always = site({});

test.each([
  [shop, '2026-06-10 08:00', 'notYetOpen', '2026-06-10 09:00'],
  [shop, '2026-06-10 09:00', 'open', '2026-06-10 12:00'],
  [shop, '2026-06-10 12:00', 'closed', '2026-06-10 14:00'],
  [shop, '2026-06-10 18:00', 'closed', '2026-06-11 09:00'],
  [shop, '2026-06-13 18:00', 'closed', '2026-06-15 09:00'],
  [shop, '2026-06-14 10:00', 'closedAllDay', '2026-06-15 09:00'],
  [{ ...shop, closedDates: ['2026-06-10'] }, '2026-06-10 10:00', 'closedAllDay', '2026-06-11 09:00'],
  [site(bar), '2026-06-10 01:00', 'open', '2026-06-10 02:00'],
  // Yesterday's opening ran into today, but today's own opening is still ahead.
  [site(bar), '2026-06-10 03:00', 'notYetOpen', '2026-06-10 11:30'],
  [club, '2026-06-13 03:00', 'open', '2026-06-13 06:00'],
  [club, '2026-06-13 07:00', 'closed', '2026-06-13 22:00'],
  [club, '2026-06-13 13:00', 'notYetOpen', '2026-06-13 22:00'],
  // One opening directly follows another.
  [
    site({ mon: ['00:00-24:00'], tue: ['00:00-12:00', '14:00-16:00'] }),
    '2026-06-09 13:00',
    'closed',
    '2026-06-09 14:00',
  ],
  [site({ mon: ['20:00-24:00'], tue: ['00:00-12:00'] }), '2026-06-08 21:00', 'open', '2026-06-09 12:00'],
  [always, '2026-06-10 03:00', 'open', null],
  [{ ...always, closedDates: ['2026-06-10'] }, '2026-06-10 03:00', 'closedAllDay', '2026-06-11 00:00'],
  [{ ...always, closedDates: ['2026-06-11'] }, '2026-06-10 03:00', 'open', '2026-06-11 00:00'],
] as const)('state %#: %o at %s is %s until %s', (calendar, now, state, until) => {
  const at = (text: string) => wallToInstant(calendar.timezone, parseWall(text) as number);
  expect(getOpenState(calendar, at(now))).toEqual({ state, until: until === null ? null : at(until) });
});

test('all of a span is either open or closed, whatever the sites, and nothing is both', () => {
  const calendars = [
    site(bar),
    site({ 'mon-fri': ['09:00-18:00'] }, { timezone: 'Asia/Kolkata', changeOfDay: '05:30' }),
    site({ sat: ['00:00-24:00'] }, { closedDates: ['2026-03-28'] }),
    site({}),
  ];
  const begin = Date.UTC(2026, 2, 25);
  fc.assert(
    fc.property(
      fc.subarray(calendars),
      fc.integer({ min: 0, max: 10 * 1440 }),
      fc.integer({ min: -60, max: 10 * 1440 }),
      (sites, from, length) => {
        const within = { from: begin + from * 60_000, to: begin + (from + length) * 60_000 };
        const parts = [...listAnyOpenSpans(sites, within), ...listClosedSpans(sites, within)].sort(
          (one, other) => one.from - other.from,
        );
        const ends = parts.flatMap((part) => [part.from, part.to]);
        expect(ends).toEqual(
          parts.length === 0
            ? []
            : [within.from, ...parts.slice(1).flatMap((part) => [part.from, part.from]), within.to],
        );
        expect(parts.length > 0).toBe(length > 0);
        for (const part of listClosedSpans(sites, within))
          for (const one of sites) expect(listOpenSpans(one, part)).toEqual([]);
      },
    ),
  );
});
