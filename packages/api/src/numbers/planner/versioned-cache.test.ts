import { expect, test } from 'vitest';
import { VersionedCache } from './versioned-cache.ts';

const current = () => 1;

test('a value is found while its generation is current, and dropped afterwards', () => {
  const cache = new VersionedCache<string>({ size: 10 });
  cache.put('a', 'one', 1, 1);
  expect(cache.find('a', current)).toBe('one');
  expect(cache.find('a', () => 2)).toBeUndefined();
  expect(cache.find('a', current)).toBeUndefined();
});

test('a value is not found while a write is in progress', () => {
  const cache = new VersionedCache<string>({ size: 10 });
  cache.put('a', 'one', 1, 1);
  expect(cache.find('a', () => null)).toBeUndefined();
});

test('the least recently used values are evicted beyond either bound', () => {
  const cache = new VersionedCache<string>({ size: 10, entries: 3 });
  for (const key of ['a', 'b', 'c']) cache.put(key, key, 1, 2);
  cache.find('a', current);
  cache.put('d', 'd', 1, 2);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key, current))).toEqual(['a', undefined, 'c', 'd']);
  cache.put('e', 'e', 1, 7);
  expect(['a', 'c', 'd', 'e'].map((key) => cache.find(key, current))).toEqual([undefined, undefined, 'd', 'e']);
});

test('a value that is too large replaces none, not even its own former one', () => {
  const cache = new VersionedCache<string>({ size: 10, largest: 5 });
  cache.put('a', 'a', 1, 5);
  cache.put('b', 'b', 1, 6);
  expect(cache.find('a', current)).toBe('a');
  cache.put('a', 'again', 1, 6);
  expect(cache.find('a', current)).toBeUndefined();
});
