import { describe, expect, it } from 'vitest';
import { findCatalogueFaults } from '../../build/catalogue-faults.ts';
import { findAllFaults, languagesOnDisk, withFallback } from '../../build/catalogue-plugin.ts';
import { chooseLanguage, languages } from './languages.ts';

describe('message catalogues', () => {
  it('contain every message in every language, with the same arguments', () => {
    expect(findAllFaults()).toEqual([]);
  });

  it('exist for the languages that can be chosen and for no other', () => {
    expect(languagesOnDisk().toSorted()).toEqual(Object.keys(languages).toSorted());
  });

  it('fall back to English for missing and empty texts (N01)', () => {
    expect(withFallback({ a: 'A', b: 'B', c: 'C' }, { a: 'Ä', b: ' ', d: 'D' })).toEqual({ a: 'Ä', b: 'B', c: 'C' });
  });

  it.each([
    ['a missing message', { 'x.a': 'A' }, {}, 'x.a: missing'],
    ['an empty message', { 'x.a': 'A' }, { 'x.a': ' ' }, 'x.a: missing'],
    ['a message too many', {}, { 'x.b': 'B' }, 'x.b: not in the English catalogue'],
    ['a lost argument', { 'x.a': 'Hi {name}' }, { 'x.a': 'Salut' }, 'x.a: does not use {name}'],
    ['a misspelt argument', { 'x.a': 'Hi {name}' }, { 'x.a': 'Salut {nom}' }, 'x.a: uses the unknown {nom}'],
    [
      'a lost argument in a plural branch',
      { 'x.a': '{n, plural, one {# of {all}} other {# of {all}}}' },
      { 'x.a': '{n, plural, one {#} other {#}}' },
      'x.a: does not use {all}',
    ],
    ['broken ICU', { 'x.a': '{n, plural, other {#}}' }, { 'x.a': '{n, plural, other {#}' }, 'x.a: not valid ICU'],
    ['an id of another module', { 'y.a': 'A' }, { 'y.a': 'A' }, 'y.a: ids of this file begin with x.'],
  ])('are checked for %s', (_, source, translated, fault) => {
    const faults = findCatalogueFaults(
      'x.json',
      source as Record<string, string>,
      translated as Record<string, string>,
    );
    expect(faults.some((found) => found.startsWith(fault))).toBe(true);
  });

  it('accept what a language says its own way', () => {
    const source = { 'x.a': '{n, plural, one {# person} other {# people}}' };
    expect(
      findCatalogueFaults('x.json', source, {
        'x.a': '{n, plural, zero {لا أحد} one {شخص} two {شخصان} few {# أشخاص} many {# شخصًا} other {# شخص}}',
      }),
    ).toEqual([]);
  });
});

describe('the first language', () => {
  it.each([
    [['fr-CH', 'en'], 'fr'],
    [['en-US'], 'en'],
    [['ja', 'en-GB'], 'en'],
    [['ar-EG'], 'ar'],
    [['ja'], 'fr'],
    [[], 'fr'],
    [['constructor'], 'fr'],
  ])('for the wishes %j is %s', (wishes, language) => {
    expect(chooseLanguage(wishes)).toBe(language);
  });
});
