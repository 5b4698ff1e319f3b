import { expect, test } from 'vitest';
import { readPeriod, type TypedPeriod, toTypedPeriod } from './correction-period.ts';

const typed = (from: string, to: string): TypedPeriod => {
  const [fromDate = '', fromTime = ''] = from.split(' ');
  const [toDate = '', toTime = ''] = to.split(' ');
  return { fromDate, fromTime, toDate, toTime } as TypedPeriod;
};
const at = (text: string) => Date.parse(text);
const zurich = 'Europe/Zurich';

test.each([
  ['2026-03-03 00:00', '2026-03-04 00:00', '2026-03-02T23:00Z', '2026-03-03T23:00Z'],
  // Clocks jump from two to three: the day has 23 hours.
  ['2026-03-29 00:00', '2026-03-30 00:00', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
  // Half past two is shown twice.
  ['2026-10-25 02:30', '2026-10-25 02:30', '2026-10-25T00:30Z', '2026-10-25T01:30Z'],
])('reads %s to %s in the time of the site', (from, to, begin, end) => {
  expect(readPeriod(typed(from, to), zurich)).toEqual({ from: at(begin), to: at(end) });
});

test.each([
  ['', '2026-03-04 00:00'],
  ['2026-03-03 00:00', '2026-03-04'],
])('is incomplete without a date or time (%s, %s)', (from, to) => {
  expect(readPeriod(typed(from, to), zurich)).toBeNull();
});

test('a period is typed as it is read', () => {
  const period = { from: at('2026-03-28T23:00Z'), to: at('2026-03-29T22:00Z') };
  expect(readPeriod(toTypedPeriod(period, zurich), zurich)).toEqual(period);
  expect(toTypedPeriod({ ...period, to: period.to - 1 }, zurich)).toEqual(toTypedPeriod(period, zurich));
});
