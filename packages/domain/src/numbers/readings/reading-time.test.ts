import { expect, test } from 'vitest';
import { type DateOrder, detectDateOrder, parseTimeText } from './reading-time.ts';

const wall = Date.UTC(2020, 1, 14, 7, 5);

test.each([
  ['2020-02-14T07:05', { kind: 'wall', wall }],
  ['2020-02-14 07:05:00', { kind: 'wall', wall }],
  ['2020-02-14T07:05:00.250', { kind: 'wall', wall: wall + 250 }],
  ['2020/2/14 7:05', { kind: 'wall', wall }],
  ['14.02.2020 07:05', { kind: 'wall', wall }],
  ['14.2.2020 07:05:30', { kind: 'wall', wall: wall + 30_000 }],
  ['20200214070500', { kind: 'wall', wall }],
  ['202002140705', { kind: 'wall', wall }],
  ['2020-02-14', { kind: 'date', wall: Date.UTC(2020, 1, 14) }],
  ['14.02.2020', { kind: 'date', wall: Date.UTC(2020, 1, 14) }],
  ['2020-02-14T07:05Z', { kind: 'instant', at: wall }],
  ['2020-02-14T07:05:00+01:00', { kind: 'instant', at: wall - 3_600_000 }],
  ['2020-02-14 07:05:00-0330', { kind: 'instant', at: wall + 3.5 * 3_600_000 }],
  ['1581663900', { kind: 'instant', at: wall }],
  ['1581663900000', { kind: 'instant', at: wall }],
  ['1581663900.25', { kind: 'instant', at: wall + 250 }],
  ['1581663900000000', { kind: 'instant', at: wall }],
  ['2020-02-14 07:05:00 UTC', { kind: 'instant', at: wall }],
  ['2020-02-14 7:05 AM', { kind: 'wall', wall }],
  ['14 Feb 2020 07:05', { kind: 'wall', wall }],
  ['Fri, 14-Feb-2020 7:05 am', { kind: 'wall', wall }],
  ['February 14, 2020 07:05:00 AM', { kind: 'wall', wall }],
  ['14. Februar 2020, 07:05', { kind: 'wall', wall }],
  ['14 févr. 2020', { kind: 'date', wall: Date.UTC(2020, 1, 14) }],
  ['14 Foo 2020 07:05', null],
  ['03/04/2020 07:05', { kind: 'unclear' }],
  ['2020-02-13T24:00', { kind: 'wall', wall: Date.UTC(2020, 1, 14) }],
  ['2020-02-14 24:01', null],
  ['14.02.2020, 7:05 a.m.', { kind: 'wall', wall }],
  ['2020-02-30 07:05', null],
  ['2020-02-14 25:05', null],
  ['20200214250500', null],
  ['2020-02-14T07:05+24:00', null],
  ['noon', null],
  ['', null],
  ['1'.repeat(1_000), null],
] as const)('%s', (text, expected) => {
  expect(parseTimeText(text)).toEqual(expected);
});

test.each<[string, DateOrder, number | null]>([
  ['14/02/2020 07:05', 'dayFirst', wall],
  ['2/14/2020 7:05', 'monthFirst', wall],
  ['02-14-2020 7:05 AM', 'monthFirst', wall],
  ['2/14/2020 7:05:00 pm', 'monthFirst', wall + 12 * 3_600_000],
  ['2/14/2020 12:05 AM', 'monthFirst', wall - 7 * 3_600_000],
  ['2/14/2020 12:05 PM', 'monthFirst', wall + 5 * 3_600_000],
  ['2/14/2020 13:05 PM', 'monthFirst', null],
  ['14/02/2020 07:05', 'monthFirst', null],
])('%s with the %s', (text, order, expected) => {
  expect(parseTimeText(text, order)).toEqual(expected === null ? null : { kind: 'wall', wall: expected });
});

test.each([
  ['15/10/2021 07:05', 'dayFirst'],
  ['10/15/2021', 'monthFirst'],
  ['10/11/2021', 'unclear'],
  ['15/15/2021', null],
  ['2021/10/15', null],
  ['15.10.2021', null],
])('%s shows %s', (text, expected) => {
  expect(detectDateOrder(text)).toBe(expected);
});
