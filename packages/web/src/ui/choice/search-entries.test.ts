import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, searchEntries } from './search-entries.ts';

const entry = (text: string, aside = ''): Entry => ({ text, aside });
const list = [
  entry('Sites overview'),
  entry('Marché Central', 'Genève'),
  entry('Arcades du Lac', 'Lausanne'),
  entry('Dark theme'),
  entry('Halle 7 Basel', 'Basel'),
];
const found = (query: string) => searchEntries(list, query).map(({ text }) => text);

describe('search by part of a name', () => {
  it.each([
    ['', list.map(({ text }) => text)],
    ['  ', list.map(({ text }) => text)],
    ['marche', ['Marché Central']],
    ['GENEVE', ['Marché Central']],
    ['lac arc', ['Arcades du Lac']],
    ['ar', ['Arcades du Lac', 'Marché Central', 'Dark theme']],
    ['lac lausanne', ['Arcades du Lac']],
    ['lac basel', []],
    ['7', ['Halle 7 Basel']],
  ])('for %j', (query, texts) => {
    expect(found(query)).toEqual(texts);
  });

  it('always returns a subset, each item once', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const result = searchEntries(list, query);
        return new Set(result).size === result.length && result.every((each) => list.includes(each));
      }),
    );
  });
});
