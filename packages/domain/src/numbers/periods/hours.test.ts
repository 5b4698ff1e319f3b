import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLocal, formatTimeOfDay, getOffset, toDaySpan, toDaysSpan } from '../../core/index.ts';
import { findHourSpans, getPresetHours } from './hours.ts';

const zurich = { timezone: 'Europe/Zurich', changeOfDay: '00:00' };
const always = { spans: [], reset: false };

test('D03: morning, afternoon, and the site’s own hours where it has some', () => {
  expect(getPresetHours('morning', always)).toEqual({ from: '00:00', to: '12:00' });
  expect(getPresetHours('afternoon', always)).toEqual({ from: '12:00', to: '24:00' });
  expect(getPresetHours('opening', always)).toEqual({ from: '08:00', to: '19:00' });
  expect(getPresetHours('opening', { spans: [{ begin: [1, 9, 0], end: [1, 17, 0] }], reset: false })).toEqual({
    openingOnly: true,
  });
});

test.each([
  ['2026-10-25', '00:00', '02:00', ['00:00+02 02:00+02']],
  ['2026-10-25', '02:00', '03:00', ['02:00+02 03:00+01']],
  ['2026-10-25', '02:30', '05:00', ['02:30+02 02:00+01', '02:30+01 05:00+01']],
  ['2026-03-29', '02:00', '03:00', []],
  ['2026-03-29', '01:00', '02:30', ['01:00+01 03:00+02']],
  ['2026-06-10', '22:00', '02:00', ['00:00+02 02:00+02', '22:00+02 00:00+02']],
  ['2026-06-10', '00:00', '24:00', ['00:00+02 00:00+02']],
  ['2026-06-10', '07:00', '07:00', ['00:00+02 00:00+02']],
])('%s from %s to %s', (date, from, to, expected) => {
  const spans = findHourSpans(zurich, toDaySpan(zurich, date), { from, to });
  const text = (at: number) => formatLocal('Europe/Zurich', at).replace(/.*T(..:..):..(...).*/, '$1$2');
  expect(spans.map((span) => `${text(span.from)} ${text(span.to)}`)).toEqual(expected);
});

test('any minute is in when the clock says so', () => {
  const zones = fc.constantFrom(
    'Europe/Zurich',
    'Australia/Lord_Howe',
    'America/Havana',
    'Asia/Beirut',
    'Africa/Casablanca',
  );
  const quarter = fc.integer({ min: 0, max: 95 }).map((count) => count * 15);
  fc.assert(
    fc.property(zones, quarter, quarter, fc.integer({ min: 0, max: 360 }), (timezone, from, to, start) => {
      const calendar = { timezone, changeOfDay: '05:00' };
      const first = new Date(Date.UTC(2026, 0, 1 + start)).toISOString().slice(0, 10);
      const last = new Date(Date.UTC(2026, 0, 3 + start)).toISOString().slice(0, 10);
      const within = toDaysSpan(calendar, first, last);
      const spans = findHourSpans(calendar, within, { from: formatTimeOfDay(from), to: formatTimeOfDay(to) });
      for (let at = within.from; at < within.to; at += 300_000) {
        const minute = (((at + getOffset(timezone, at)) / 60_000) % 1440) | 0;
        const expected = from < to ? from <= minute && minute < to : minute >= from || minute < to;
        expect(spans.some((span) => span.from <= at && at < span.to)).toBe(expected);
      }
    }),
    { numRuns: 100 },
  );
});
