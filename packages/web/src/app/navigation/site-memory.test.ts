import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addRecent, listRemembered, loadMemory, type SiteMemory, storeMemory, toggleFavorite } from './site-memory.ts';

const sites = Array.from({ length: 400 }, (_, id) => ({ id }));
const idsOf = (memory: SiteMemory, all = sites) => listRemembered(all, memory).map(({ id }) => id);
const ids = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 30 });

describe('the sites listed', () => {
  it.each([
    ['the first ones, before any was opened', { favorites: [], recent: [] }, [0, 1, 2, 3, 4, 5]],
    ['the last opened before the others', { favorites: [], recent: [300, 2] }, [300, 2, 0, 1, 3, 4]],
    ['favorites before all', { favorites: [9, 300], recent: [7] }, [9, 300, 7, 0, 1, 2, 3, 4]],
    ['none that is gone', { favorites: [9999, 9], recent: [-1, 3] }, [9, 3, 0, 1, 2, 4, 5]],
  ])('are %s', (_, memory, expected) => {
    expect(idsOf(memory)).toEqual(expected);
  });

  it('are each there once, favorites in full, and never many', () => {
    fc.assert(
      fc.property(ids, ids, (favorites, recent) => {
        const listed = idsOf({ favorites, recent });
        expect(new Set(listed).size).toBe(listed.length);
        const visible = favorites.filter((id) => id < 400);
        expect(listed.slice(0, visible.length)).toEqual(visible);
        expect(listed).toHaveLength(visible.length + 6);
      }),
    );
  });
});

describe('the memory', () => {
  it('keeps the six sites opened last, without favorites', () => {
    const opened = [1, 2, 3, 4, 5, 6, 7, 3].reduce(addRecent, { favorites: [5], recent: [] });
    expect(opened).toEqual({ favorites: [5], recent: [3, 7, 6, 4, 2, 1] });
  });

  it('toggles favorites: one that is no favorite any more stays listed as recent', () => {
    const marked = toggleFavorite({ favorites: [], recent: [] }, 8);
    expect(marked.favorites).toEqual([8]);
    expect(toggleFavorite(marked, 8)).toEqual({ favorites: [], recent: [8] });
    expect(sites.map(({ id }) => id).reduce(toggleFavorite, marked).favorites).toHaveLength(30);
  });

  it('is stored for each person, and survives what others wrote in its place', () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
    };
    storeMemory(storage, 1, { favorites: [4], recent: [2] });
    expect(loadMemory(storage, 1)).toEqual({ favorites: [4], recent: [2] });
    expect(loadMemory(storage, 2)).toEqual({ favorites: [], recent: [] });
    for (const text of ['{', 'null', '[]', '{"favorites":"x","recent":[1,"2",null]}']) {
      for (const key of stored.keys()) stored.set(key, text);
      expect(loadMemory(storage, 1).favorites).toEqual([]);
    }
    expect(loadMemory(storage, 1).recent).toEqual([1]);
  });
});
