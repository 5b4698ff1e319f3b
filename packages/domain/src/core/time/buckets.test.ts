import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { buildBuckets, type Granularity, granularities, granularity } from './buckets.ts';
import { formatLocal } from './local.ts';
import { startOfMonth, startOfWeek, toDayNumber } from './local-date.ts';
import { startOfSiteDay, toDaySpan, toDaysSpan, toSiteDay } from './site-day.ts';
import { allZones, listTransitionKinds, listTransitions, temporalOffset } from './transitions.oracle.ts';

/** The only platform API this test needs; the domain itself has no clock. */
declare const performance: { now(): number };

const minute = 60_000;
const hour = 60 * minute;

test('clock buckets are the runs of minutes that share offset, day and multiple of the width', () => {
  for (const { timezone, at, before, after } of listTransitionKinds()) {
    const span = { from: at - 13 * hour + 7 * minute, to: at + 13 * hour + 7 * minute };
    for (const changeOfDay of ['00:00', '04:20']) {
      const calendar = { timezone, changeOfDay };
      const edges = { 300: [] as number[], 900: [] as number[], 3600: [] as number[] };
      const last: Record<string, string> = {};
      for (let now = span.from; now < span.to; now += minute) {
        const offset = now < at ? before : after;
        const day = toSiteDay(calendar, now);
        for (const width of [300, 900, 3600] as const) {
          const key = [offset, day, Math.floor((now + offset) / (width * 1000))].join();
          if (last[width] !== key) edges[width].push(now);
          last[width] = key;
        }
      }
      for (const width of [300, 900, 3600] as const) {
        expect([calendar, width, buildBuckets(calendar, span, width).edges]).toEqual([
          calendar,
          width,
          [...edges[width], span.to],
        ]);
      }
    }
  }
});

test('hour labels around every transition 2020–2035 carry the offset Temporal has there, each label once', () => {
  for (const { timezone, at } of listTransitions()) {
    const { edges, labels } = buildBuckets(
      { timezone, changeOfDay: '00:00' },
      { from: at - 2 * hour, to: at + 2 * hour },
      3600,
    );
    if (new Set(labels).size !== labels.length || !edges.includes(at))
      expect([timezone, labels]).toBe('distinct and cut');
    for (const [index, label] of labels.entries()) {
      const offset = temporalOffset(timezone, edges[index] as number) / minute;
      const sign = offset < 0 ? '-' : '+';
      const text = [Math.abs(offset) / 60, Math.abs(offset) % 60].map((part) =>
        String(Math.floor(part)).padStart(2, '0'),
      );
      if (!label.endsWith(`${sign}${text.join(':')}`)) expect([timezone, label]).toBe(`${sign}${text.join(':')}`);
    }
  }
});

const anyCalendar = fc.record({
  timezone: fc.constantFrom(...allZones),
  changeOfDay: fc.constantFrom('00:00', '02:00', '05:00', '03:30', '23:00', '24:00'),
});
const anyMinute = fc.integer({ min: Date.UTC(2020, 0, 1) / minute, max: Date.UTC(2035, 0, 1) / minute });
const lengths: Record<Granularity, number> = {
  60: 50,
  300: 72,
  600: 72,
  900: 72,
  1800: 72,
  3600: 100,
  10800: 200,
  21600: 300,
  86400: 2000,
  604800: 9000,
  2592000: 20000,
};

test('buckets tile any span, are never empty, and are labelled by their own starts', () => {
  const anyWidth = fc.constantFrom(...granularities);
  fc.assert(
    fc.property(
      anyCalendar,
      anyMinute,
      anyWidth,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (calendar, start, width, size) => {
        const from = start * minute;
        const span = { from, to: from + Math.ceil(size * lengths[width]) * hour };
        const { edges, labels } = buildBuckets(calendar, span, width);
        if (span.to === span.from) {
          expect(edges).toEqual([]);
          return;
        }
        expect([edges[0], edges.at(-1), edges.length]).toEqual([span.from, span.to, labels.length + 1]);
        for (const [index, label] of labels.entries()) {
          const edge = edges[index] as number;
          expect(edges[index + 1]).toBeGreaterThan(edge);
          expect(label).toBe(formatLocal(calendar.timezone, edge));
        }
      },
    ),
    { numRuns: 600 },
  );
});

test('finer buckets add up to coarser ones, sub-hour to hours to days', () => {
  const pairs = [
    [60, 3600],
    [300, 1800],
    [900, 3600],
    [1800, 86400],
    [3600, 86400],
    [10800, 86400],
    [21600, 86400],
    [86400, 604800],
    [86400, 2592000],
  ] as const;
  fc.assert(
    fc.property(anyCalendar, anyMinute, fc.constantFrom(...pairs), (calendar, start, [fine, coarse]) => {
      const span = { from: start * minute, to: start * minute + 40 * hour * (coarse > 86400 ? 40 : 1) };
      const finer = new Set(buildBuckets(calendar, span, fine).edges);
      for (const edge of buildBuckets(calendar, span, coarse).edges) expect(finer).toContain(edge);
    }),
    { numRuns: 400 },
  );
});

test('days, weeks and months begin with the site’s day of their first date', () => {
  fc.assert(
    fc.property(anyCalendar, anyMinute, (calendar, start) => {
      const span = { from: start * minute, to: start * minute + 100 * 24 * hour };
      for (const [width, first] of [
        [granularity.week, (date: string) => startOfWeek(date)],
        [granularity.month, (date: string) => startOfMonth(date)],
      ] as const) {
        const inner = buildBuckets(calendar, span, width).edges.slice(1, -1);
        expect(inner.length).toBeGreaterThanOrEqual(width === granularity.week ? 13 : 2);
        for (const edge of inner) {
          const date = toSiteDay(calendar, edge);
          expect([first(date), startOfSiteDay(calendar, date)]).toEqual([date, edge]);
        }
      }
      const days = buildBuckets(calendar, span, granularity.day)
        .edges.slice(0, -1)
        .map((edge) => toDayNumber(toSiteDay(calendar, edge)));
      expect(days).toEqual(days.map((_, index) => (days[0] as number) + index));
    }),
    { numRuns: 200 },
  );
});

/** Time zones of twelve countries, with the usual first day of the week there. */
const countries = [
  ...(
    ['Europe/Zurich Europe/Paris Europe/Rome Europe/Madrid Europe/Berlin Europe/London Australia/Sydney'] as const
  ).flatMap((names) => names.split(' ').map((timezone) => ({ timezone, firstWeekday: 1 as const }))),
  ...['America/New_York', 'Asia/Tokyo', 'America/Sao_Paulo'].map((timezone) => ({
    ...{ timezone, firstWeekday: 7 as const },
  })),
  ...['Asia/Dubai', 'Africa/Cairo'].map((timezone) => ({ timezone, firstWeekday: 6 as const })),
];

test.each(countries)('weeks of 2020 to 2035 in $timezone begin on weekday $firstWeekday, as in Temporal', (country) => {
  const start = (date: Temporal.PlainDate) => date.toZonedDateTime(country.timezone).epochMilliseconds;
  let date = Temporal.PlainDate.from('2020-01-01');
  const end = Temporal.PlainDate.from('2036-01-01');
  const edges = [start(date)];
  for (date = date.add({ days: 1 }); Temporal.PlainDate.compare(date, end) < 0; date = date.add({ days: 1 }))
    if (date.dayOfWeek === country.firstWeekday) edges.push(start(date));
  const span = { from: edges[0] as number, to: start(end) };
  const { edges: found } = buildBuckets({ ...country, changeOfDay: '00:00' }, span, granularity.week);
  expect(found).toEqual([...edges, span.to]);
});

const tables: [string, string, string, Granularity, string[]][] = [
  [
    'Europe/Zurich',
    '00:00',
    '2026-10-25',
    3600,
    ['01:00:00+02:00', '02:00:00+02:00', '02:00:00+01:00', '03:00:00+01:00'],
  ],
  ['Europe/Zurich', '00:00', '2026-03-29', 3600, ['01:00:00+01:00', '03:00:00+02:00', '04:00:00+02:00']],
  ['Australia/Lord_Howe', '00:00', '2026-10-04', 3600, ['01:00:00+10:30', '02:30:00+11:00', '03:00:00+11:00']],
  ['Australia/Lord_Howe', '00:00', '2026-04-05', 3600, ['01:00:00+11:00', '01:30:00+10:30', '02:00:00+10:30']],
  ['Europe/Zurich', '00:00', '2026-03-29', 10800, ['00:00:00+01:00', '03:00:00+02:00', '06:00:00+02:00']],
  [
    'Europe/Zurich',
    '05:00',
    '2026-07-01',
    21600,
    ['05:00:00+02:00', '11:00:00+02:00', '17:00:00+02:00', '23:00:00+02:00'],
  ],
  ['Asia/Beirut', '00:00', '2026-03-29', 3600, ['01:00:00+03:00', '02:00:00+03:00']],
];

test.each(tables)('%s, change at %s, %s in buckets of %s s', (timezone, changeOfDay, date, width, expected) => {
  const calendar = { timezone, changeOfDay };
  const labels = buildBuckets(calendar, toDaySpan(calendar, date), width).labels.map((label) => label.slice(11));
  const start = labels.indexOf(expected[0] as string);
  expect(labels.slice(start, start + expected.length)).toEqual(expected);
});

test('a range that cuts its first and last bucket clips them', () => {
  const zurich = { timezone: 'Europe/Zurich', changeOfDay: '00:00' };
  const span = toDaysSpan(zurich, '2026-01-12', '2026-03-10');
  expect(buildBuckets(zurich, span, granularity.month).labels.map((label) => label.slice(0, 10))).toEqual([
    '2026-01-12',
    '2026-02-01',
    '2026-03-01',
  ]);
});

test('days over a skipped date leave it out', () => {
  const apia = { timezone: 'Pacific/Apia', changeOfDay: '00:00' };
  const { labels } = buildBuckets(apia, toDaysSpan(apia, '2011-12-28', '2012-01-02'), granularity.day);
  expect(labels.map((label) => label.slice(0, 10))).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01']);
});

test('20 000 buckets take less than 15 ms', () => {
  const zurich = { timezone: 'Europe/Zurich', changeOfDay: '00:00' };
  const times = Array.from({ length: 15 }, (_, index) => {
    const from = Date.UTC(2025, 0, 1 + index);
    const begin = performance.now();
    expect(buildBuckets(zurich, { from, to: from + 20_000 * 5 * minute }, 300).labels.length).toBe(20_000);
    return performance.now() - begin;
  });
  // Uses the fastest run, which is least affected by other load on the machine.
  expect(Math.min(...times)).toBeLessThan(15);
});
