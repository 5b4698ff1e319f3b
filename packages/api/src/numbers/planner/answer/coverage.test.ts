import type { DeviceGap } from '@atrium/domain/numbers';
import { expect, test } from 'vitest';
import { limitGaps } from './coverage.ts';

const silence = (deviceId: number, from: number, length = 2): DeviceGap => ({ deviceId, from, to: from + length });
const timeOf = (all: readonly DeviceGap[]) => all.reduce((sum, { from, to, time = to - from }) => sum + time, 0);
const countOf = (all: readonly DeviceGap[]) => all.reduce((sum, { count = 1 }) => sum + count, 0);

test('a thousand gaps are listed one by one', () => {
  const some = Array.from({ length: 1000 }, (_, index) => silence(1, 10 * index));
  expect(limitGaps(some)).toEqual(some);
});

test('beyond that the oldest gaps of each device are merged without losing time', () => {
  const all = Array.from({ length: 4000 }, (_, index) => silence(1 + (index % 3), 10 * index, 1 + (index % 7)));
  const told = limitGaps(all);
  expect(told.length).toBe(1003);
  expect(told.slice(3)).toEqual(all.slice(3000));
  expect([countOf(told), timeOf(told)]).toEqual([4000, timeOf(all)]);
  expect(told[0]).toEqual({
    deviceId: 1,
    from: 0,
    to: all[2997]?.to,
    count: 1000,
    time: timeOf(all.slice(0, 3000).filter(({ deviceId }) => deviceId === 1)),
  });
  expect(told.map(({ from }) => from)).toEqual(told.map(({ from }) => from).toSorted((one, other) => one - other));
});

test('a single old one stays as it is', () => {
  const all = [silence(9, 0), ...Array.from({ length: 1000 }, (_, index) => silence(1, 10 + 10 * index))];
  expect(limitGaps(all)).toEqual(all);
});
