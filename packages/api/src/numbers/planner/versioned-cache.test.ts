import { expect, test } from 'vitest';
import { VersionedCache } from './versioned-cache.ts';

const current = () => 1;

test('a value is found while its generation is current, and dropped afterwards', () => {
  const cache = new VersionedCache<string>({ size: 10 });
  cache.keeper('a', current)('one', 1);
  expect(cache.find('a', current)).toBe('one');
  expect(cache.find('a', () => 2)).toBeUndefined();
  expect(cache.find('a', current)).toBeUndefined();
});

test('a value is not found while a write is in progress', () => {
  const cache = new VersionedCache<string>({ size: 10 });
  cache.keeper('a', current)('one', 1);
  expect(cache.find('a', () => null)).toBeUndefined();
});

test('the least recently used values are evicted beyond either bound', () => {
  const cache = new VersionedCache<string>({ size: 10, entries: 3 });
  for (const key of ['a', 'b', 'c']) cache.keeper(key, current)(key, 2);
  cache.find('a', current);
  cache.keeper('d', current)('d', 2);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key, current))).toEqual(['a', undefined, 'c', 'd']);
  cache.keeper('e', current)('e', 7);
  expect(['a', 'c', 'd', 'e'].map((key) => cache.find(key, current))).toEqual([undefined, undefined, 'd', 'e']);
});

test('a value that is too large replaces none, not even its own former one', () => {
  const cache = new VersionedCache<string>({ size: 10, largest: 5 });
  cache.keeper('a', current)('a', 5);
  cache.keeper('b', current)('b', 6);
  expect(cache.find('a', current)).toBe('a');
  cache.keeper('a', current)('again', 6);
  expect(cache.find('a', current)).toBeUndefined();
});

test('a value is not cached when a write happened or began while it was read', async () => {
  const cache = new VersionedCache<string>({ size: 10 });
  let generation: number | null = 1;
  const now = () => generation;
  const read = (value: string, then: number | null) =>
    cache.read(
      'a',
      now,
      async () => {
        generation = then;
        return value;
      },
      () => 1,
    );
  expect(await read('before', 2)).toBe('before');
  expect(await read('while writing', null)).toBe('while writing');
  expect(await read('during', 3)).toBe('during');
  expect(await read('after', 3)).toBe('after');
  expect(await read('again', 3)).toBe('after');
});
