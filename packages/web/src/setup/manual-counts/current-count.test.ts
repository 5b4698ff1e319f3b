import { expect, test } from 'vitest';
import { addTap, type CurrentCount, countTaps, loadCount, removeTap, storeCount } from './current-count.ts';

const begun: CurrentCount = {
  clientId: 'count-0001',
  installationId: 1,
  passageId: 11,
  startedAt: 1000,
  finishedAt: null,
  taps: [],
};

test('taps have a direction, the last can be undone, and a finished count accepts none', () => {
  const count = addTap(addTap(addTap(begun, 'along', 1100), 'against', 1200), 'along', 1300);
  expect([countTaps(count, 'along'), countTaps(count, 'against')]).toEqual([[1100, 1300], [1200]]);
  expect(countTaps(removeTap(count), 'along')).toEqual([1100]);
  expect(removeTap(begun).taps).toEqual([]);
  const over = { ...count, finishedAt: 1400 };
  expect(addTap(over, 'along', 1500)).toEqual(over);
});

test('a stored count is restored, and invalid data is ignored', () => {
  const held = new Map<string, string>();
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  const count = addTap(begun, 'against', 1200);
  storeCount(storage, count);
  expect(loadCount(storage)).toEqual(count);
  storeCount(storage, null);
  expect(loadCount(storage)).toBeNull();
  for (const text of ['{', '7', '{"clientId":"x"}', JSON.stringify({ ...count, taps: [{ way: 'in', at: 1 }] })])
    expect(loadCount({ getItem: () => text })).toBeNull();
});

test('without storage a count lives as long as its page', () => {
  const full = {
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {},
  };
  expect(() => storeCount(full, begun)).not.toThrow();
});
