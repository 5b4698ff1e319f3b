import { expect, test } from 'vitest';
import { parseTimeText } from './reading-time.ts';

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
  ['03/04/2020 07:05', null],
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
