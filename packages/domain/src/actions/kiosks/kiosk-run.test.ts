import { expect, test } from 'vitest';
import { findMetric } from '../../numbers/index.ts';
import { findPageIndex, isKioskStale, isReloadDue, kioskMetrics } from './index.ts';

const day = 86_400_000;
const run = { startedAt: 0, heardAt: 0, loadedVersion: '1', version: '1' };

test.each([
  [1, 0],
  [3, 0],
  [3, 9_999],
  [3, 10_000],
  [3, 29_999],
  [3, 30_000],
] as const)('of %i pages of ten seconds, after %i ms', (count, elapsed) => {
  expect(findPageIndex(count, 10, elapsed)).toBe(Math.floor(elapsed / 10_000) % count);
});

test.each([
  ['just heard', { ...run, heardAt: 5000 }, 95_000, false],
  ['heard long ago', { ...run, heardAt: 5000 }, 95_001, true],
  ['never heard, still starting', { ...run, heardAt: null }, 90_000, false],
  ['never heard', { ...run, heardAt: null }, 90_001, true],
] as const)('stale: %s', (_, at, now, is) => {
  expect(isKioskStale(at, now)).toBe(is);
});

test.each([
  ['a fresh page', { ...run, heardAt: 1000 }, 2000, false],
  ['after a day', { ...run, heardAt: day }, day, true],
  ['after a day, while the server is away', { ...run, heardAt: day - 60_000 }, day, false],
  ['after an upgrade', { ...run, heardAt: 1000, version: '2' }, 2000, true],
  ['never heard', { ...run, heardAt: null, loadedVersion: null, version: null }, 2 * day, false],
] as const)('loading again: %s', (_, at, now, is) => {
  expect(isReloadDue(at, now)).toBe(is);
});

test('shows people inside and every family of metrics, each once', () => {
  const ids = kioskMetrics().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ['inside', 'affluenceIn', 'co2', 'electricityConsumption', 'turnover'])
    expect(ids).toContain(findMetric(id)?.id);
});
