import { describe, expect, test } from 'vitest';
import {
  accumulate,
  coverageOf,
  errorOf,
  hasRecording,
  judge,
  readStation,
  recordingName,
  worlds,
} from './range-coverage.ts';

describe.skipIf(!hasRecording)(`ranges over the recording ${recordingName} (skipped where it is missing)`, () => {
  test('hold 88 to 92 % of the hours of a year', () => {
    const hours = judge(readStation(60));
    expect(coverageOf(hours)).toBeGreaterThan(88);
    expect(coverageOf(hours)).toBeLessThan(92);
    const error = errorOf(hours, ({ expected }) => expected);
    expect(error).toBeLessThan(errorOf(hours, ({ lastWeek }) => lastWeek));
    expect(error).toBeLessThan(errorOf(hours, ({ eightWeeks }) => eightWeeks));
  });

  test.each([
    ['quarters of an hour', () => readStation(15)],
    ['the day until 10:00', () => accumulate(readStation(60), 600)],
    ['the day until 15:00', () => accumulate(readStation(60), 900)],
    ['whole days', () => accumulate(readStation(60), 1440)],
  ])('hold 88 to 92 % of %s', (_, recorded) => {
    expect(coverageOf(judge(recorded()))).toBeGreaterThan(88);
    expect(coverageOf(judge(recorded()))).toBeLessThan(92);
  });
});

test.each(Object.entries(worlds))('ranges hold 88 to 92 %% of the open hours of a year: %s', (_, world) => {
  const judged = judge(world(1)).filter(({ value, expected }) => value !== 0 || expected !== 0);
  expect(coverageOf(judged)).toBeGreaterThan(88);
  expect(coverageOf(judged)).toBeLessThan(92);
});
