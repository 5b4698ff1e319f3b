import { expect, test } from 'vitest';
import { type CountInHand, keepCount, keptCount, tapped, tapsOf, untapped } from './count-in-hand.ts';

const begun: CountInHand = {
  clientId: 'count-0001',
  installationId: 1,
  passageId: 11,
  startedAt: 1000,
  finishedAt: null,
  taps: [],
};

test('taps have a direction, the last can be undone, and a finished count accepts none', () => {
  const count = tapped(tapped(tapped(begun, 'along', 1100), 'against', 1200), 'along', 1300);
  expect([tapsOf(count, 'along'), tapsOf(count, 'against')]).toEqual([[1100, 1300], [1200]]);
  expect(tapsOf(untapped(count), 'along')).toEqual([1100]);
  expect(untapped(begun).taps).toEqual([]);
  const over = { ...count, finishedAt: 1400 };
  expect(tapped(over, 'along', 1500)).toEqual(over);
});

test('a stored count is restored, and invalid data is ignored', () => {
  const held = new Map<string, string>();
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  const count = tapped(begun, 'against', 1200);
  keepCount(storage, count);
  expect(keptCount(storage)).toEqual(count);
  keepCount(storage, null);
  expect(keptCount(storage)).toBeNull();
  for (const text of ['{', '7', '{"clientId":"x"}', JSON.stringify({ ...count, taps: [{ way: 'in', at: 1 }] })])
    expect(keptCount({ getItem: () => text })).toBeNull();
});

test('without storage a count lives as long as its page', () => {
  const full = {
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {},
  };
  expect(() => keepCount(full, begun)).not.toThrow();
});
