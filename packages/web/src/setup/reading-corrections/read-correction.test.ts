import { expect, test } from 'vitest';
import { buildCorrection, findCorrectionProblem, type WantedCorrection } from './read-correction.ts';

const at = (text: string) => Date.parse(text);
const now = at('2026-03-10T12:00Z');
const other = { kind: 'void', metrics: null, amount: null, from: at('2026-03-03T10:00Z'), to: at('2026-03-03T11:00Z') };
const wanted = (from: string, to: string, more: Partial<WantedCorrection> = {}): WantedCorrection => ({
  installationId: 1,
  deviceId: 2,
  kind: 'void',
  metrics: null,
  amount: null,
  lastLevel: null,
  from: at(from),
  to: at(to),
  ...more,
});

test.each<[string, string, Partial<WantedCorrection>, string | null]>([
  ['2026-03-03T09:00Z', '2026-03-03T10:00Z', {}, null],
  ['2026-03-03T11:00Z', '2026-03-03T12:00Z', {}, null],
  ['2026-03-03T10:59Z', '2026-03-03T12:00Z', {}, 'overlaps'],
  ['2026-03-03T12:00Z', '2026-03-03T12:00Z', {}, 'empty'],
  ['2025-03-01T12:00Z', '2026-03-03T12:00Z', {}, 'long'],
  ['2026-03-10T12:00Z', '2026-03-13T12:00Z', {}, 'ahead'],
  // A corrected clock also needs the time to which it moves readings.
  ['2026-03-03T08:00Z', '2026-03-03T09:00Z', { kind: 'shift', amount: 5400 }, 'overlaps'],
  ['2026-03-03T08:00Z', '2026-03-03T09:00Z', { kind: 'shift', amount: 3600 }, null],
  ['2026-03-03T08:00Z', '2026-03-03T09:00Z', { kind: 'shift', amount: null }, null],
  ['2026-03-03T08:00Z', '2026-03-03T09:00Z', { kind: 'shift', amount: 0 }, 'amount'],
  ['2026-03-03T08:00Z', '2026-03-03T09:00Z', { kind: 'scale', amount: -2, metrics: ['co2'] }, 'amount'],
])('from %s to %s, %j: %s', (from, to, more, problem) => {
  expect(findCorrectionProblem(wanted(from, to, more), [other], now)).toBe(problem);
});

test('a correction has only what belongs to its kind', () => {
  const typed = { ...wanted('2026-03-03T09:00Z', '2026-03-03T10:00Z'), to: 5, amount: 3, lastLevel: 4, metric: 'co2' };
  const build = (kind: WantedCorrection['kind']) => {
    const { metrics, amount, lastLevel, to } = buildCorrection({ ...typed, kind });
    return [metrics, amount, lastLevel, to];
  };
  expect(build('void')).toEqual([null, null, null, 5]);
  expect(build('exchange')).toEqual([null, null, null, 5]);
  expect(build('shift')).toEqual([null, 3, null, 5]);
  expect(build('scale')).toEqual([['co2'], 3, null, 5]);
  expect(build('set')).toEqual([['co2'], 3, null, 5]);
  expect(build('replaced')).toEqual([['co2'], 3, 4, null]);
});
