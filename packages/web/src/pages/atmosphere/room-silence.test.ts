import { type DeviceId, id } from '@atrium/domain/core';
import { expect, it } from 'vitest';
import { findLongestSilence } from './rooms.tsx';

const hall = id<DeviceId>(4);
const silence = (from: number, to: number, deviceId = 4) => ({ deviceId, from, to });

it('a sensor counts as silent while it reports none of its metrics', () => {
  const samples = [[silence(10, 20), silence(30, 70)], [silence(10, 25)]];
  expect(findLongestSilence(hall, samples)).toEqual({ from: 10, to: 20 });
  expect(findLongestSilence(hall, [samples[0] ?? []])).toEqual({ from: 30, to: 70 });
});

it('ignores silences of other sensors, and merged silences', () => {
  expect(findLongestSilence(hall, [[silence(10, 20, 5)]])).toBeNull();
  expect(findLongestSilence(hall, [[{ ...silence(10, 90), count: 12, time: 30 }]])).toBeNull();
  expect(findLongestSilence(hall, [])).toBeNull();
});
