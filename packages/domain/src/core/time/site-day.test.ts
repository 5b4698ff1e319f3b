import { expect, test } from 'vitest';
import { formatLocal, formatTimeOfDay, instantToDate } from './local.ts';
import { addDays } from './local-date.ts';
import { listDays, startOfSiteDay, toDaySpan, toSiteDay } from './site-day.ts';
import { listTransitionKinds, listTransitions, temporalDayStart } from './transitions.oracle.ts';

const hour = 3_600_000;
const minute = 60_000;

/** Changes of day before, at, inside and after a clock change's gap or overlap, on the clock before it. */
function changesAround(at: number, before: number, after: number): number[] {
  const shift = Math.abs(after - before) / minute;
  const clock = (at + before) / minute;
  return [-shift - 1, -shift, -1, 0, 1, shift / 2, shift, shift + 1].map((step) => ((clock + step + 7200) % 1440) | 0);
}

test('days begin where the rule says, for every change of day near every kind of jump', () => {
  for (const { timezone, at, before, after } of listTransitionKinds()) {
    for (const change of new Set([0, 300, 1410, ...changesAround(at, before, after)])) {
      const calendar = { timezone, changeOfDay: formatTimeOfDay(change) };
      const dates = [-2, -1, 0, 1, 2].map((step) => addDays(instantToDate(timezone, at), step));
      const starts = dates.map((date) => temporalDayStart(timezone, date, change));
      expect([calendar, dates.map((date) => startOfSiteDay(calendar, date))]).toEqual([calendar, starts]);
      for (const probe of [at - 1, at, at + 1, at - hour, at + hour, ...starts, ...starts.map((start) => start - 1)]) {
        const expected = dates.findLast((_, index) => (starts[index] as number) <= probe);
        if (expected !== undefined && probe < (starts[4] as number)) expect(toSiteDay(calendar, probe)).toBe(expected);
      }
    }
  }
});

test('days around every transition 2020–2035 follow each other without hole and overlap', () => {
  for (const { timezone, at } of listTransitions()) {
    for (const changeOfDay of ['00:00', '05:00']) {
      const calendar = { timezone, changeOfDay };
      const days = listDays(calendar, { from: at - 30 * hour, to: at + 30 * hour });
      for (const [index, date] of days.entries()) {
        const span = toDaySpan(calendar, date);
        const length = span.to - span.from;
        if (length < 21 * hour || length > 27 * hour) expect([timezone, date, length / hour]).toBe('about 24 h');
        if (toSiteDay(calendar, span.from) !== date || toSiteDay(calendar, span.to - 1) !== date)
          expect([timezone, date]).toBe('its own');
        const next = days[index + 1];
        if (next !== undefined && startOfSiteDay(calendar, next) !== span.to)
          expect([timezone, date, next]).toBe('neighbours');
      }
    }
  }
});

test.each([
  ['Europe/Zurich', '00:00', '2026-03-29', '2026-03-29T00:00:00+01:00', 23],
  ['Europe/Zurich', '00:00', '2026-10-25', '2026-10-25T00:00:00+02:00', 25],
  ['Europe/Zurich', '05:00', '2026-03-28', '2026-03-28T05:00:00+01:00', 23],
  // The change of day is in the gap, then in the overlap.
  ['Europe/Zurich', '02:30', '2026-03-29', '2026-03-29T03:00:00+02:00', 23.5],
  ['Europe/Zurich', '02:30', '2026-10-25', '2026-10-25T02:30:00+02:00', 25],
  // Midnight does not exist.
  ['Asia/Beirut', '00:00', '2026-03-29', '2026-03-29T01:00:00+03:00', 23],
  ['America/Havana', '00:00', '2026-03-08', '2026-03-08T01:00:00-04:00', 23],
  // 00:00 comes once in Beirut's autumn (24:00 becomes 23:00) and twice in Havana's (01:00 becomes 00:00).
  ['Asia/Beirut', '00:00', '2026-10-24', '2026-10-24T00:00:00+03:00', 25],
  ['America/Havana', '00:00', '2026-11-01', '2026-11-01T00:00:00-04:00', 25],
  // St John's used to change back at 00:01, into the previous day: that day does not begin again.
  ['America/St_Johns', '00:00', '2010-11-07', '2010-11-07T00:00:00-02:30', 25],
  ['Australia/Lord_Howe', '00:00', '2026-10-04', '2026-10-04T00:00:00+10:30', 23.5],
  ['Australia/Lord_Howe', '00:00', '2026-04-05', '2026-04-05T00:00:00+11:00', 24.5],
  ['Antarctica/Casey', '00:00', '2020-10-04', '2020-10-04T00:00:00+08:00', 21],
  ['Antarctica/Troll', '00:00', '2026-03-29', '2026-03-29T00:00:00+00:00', 22],
  ['Antarctica/Troll', '00:00', '2026-10-25', '2026-10-25T00:00:00+02:00', 26],
  ['Asia/Kathmandu', '24:00', '2026-01-01', '2026-01-01T00:00:00+05:45', 24],
  ['Pacific/Apia', '00:00', '2011-12-29', '2011-12-29T00:00:00-10:00', 24],
  ['Pacific/Apia', '00:00', '2011-12-31', '2011-12-31T00:00:00+14:00', 24],
  ['Pacific/Apia', '05:00', '2011-12-29', '2011-12-29T05:00:00-10:00', 24],
  ['Pacific/Kwajalein', '00:00', '1993-08-20', '1993-08-20T00:00:00-12:00', 24],
])('%s, change at %s: %s begins at %s and has %s h', (timezone, changeOfDay, date, begin, hours) => {
  const span = toDaySpan({ timezone, changeOfDay }, date);
  expect(formatLocal(timezone, span.from)).toBe(begin);
  expect((span.to - span.from) / hour).toBe(hours);
});

test.each(['00:00', '05:00', '23:30'])(
  'a date that never was is an empty day that nothing belongs to (change %s)',
  (changeOfDay) => {
    const apia = { timezone: 'Pacific/Apia', changeOfDay };
    const skipped = toDaySpan(apia, '2011-12-30');
    expect(skipped.from).toBe(skipped.to);
    expect(toSiteDay(apia, skipped.from)).toBe('2011-12-31');
    expect(toSiteDay(apia, skipped.from - 1)).toBe('2011-12-29');
    const around = { from: startOfSiteDay(apia, '2011-12-28'), to: startOfSiteDay(apia, '2012-01-02') };
    expect(listDays(apia, around)).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01']);
  },
);
