// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../src/i18n/languages.ts';

const folder = path.join(import.meta.dirname, '../src/i18n/messages');
const read = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...globSync(`${language}/*.json`, { cwd: folder }).map((name) =>
      JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
    ),
  );

/** Names, units and signs: the same wherever they stand. */
const sameEverywhere = /^(Atrium|Stop&Go|CO2|PM10|PM2\.5|TVOC|[^\p{L}]*|\P{L}*(pt|m|h|min|ppm)\P{L}*)$/u;
/** Words a language shares with English. */
const shared: Record<Exclude<Language, 'en'>, readonly string[]> = {
  fr: [
    'app.consent.title',
    'counting.list.count',
    'counting.passages',
    'counting.zones',
    'filters.zone',
    'help.documentation',
    'home.sites',
    'palette.actions',
    'palette.pages',
    'palette.sites',
    'shell.export',
    'shell.import',
    'shell.sites',
    'sites.air',
    'sites.site',
  ],
  de: [
    'app.consent.title',
    'bookmarks.title',
    'counting.live',
    'counting.offline',
    'dashboardList.name',
    'dashboardList.title',
    'filters.zone',
    'metric.limit',
    'shell.dashboards',
    'shell.debug',
    'shell.export',
    'shell.import',
    'shell.offline',
    'sites.air',
    'sites.hours',
    'sites.live',
    'sites.offline',
  ],
  it: [
    'access.onboarding.password',
    'access.password',
    'counting.offline',
    'dashboardList.type.marketPlace',
    'shell.debug',
    'shell.home',
    'shell.offline',
    'sites.air',
    'sites.comfort',
    'sites.hours',
    'sites.offline',
    'tutorial.restart',
  ],
  es: ['app.consent.title', 'shell.profileGeneral', 'sites.air', 'sites.hours', 'tutorial.restart'],
  ar: [],
};

const english = read('en');
const others = Object.keys(shared) as Exclude<Language, 'en'>[];
/** What is left to translate once arguments are gone. */
const words = (text: string) => text.replace(/\{\w+\}/g, '');

describe.each(others)('%s', (language) => {
  const own = read(language);

  it('says nothing in English but what both languages say alike', () => {
    const same = Object.keys(english).filter(
      (id) => own[id] === english[id] && !sameEverywhere.test(words(own[id] ?? '')) && !shared[language].includes(id),
    );
    expect(same).toEqual([]);
  });

  it('lets nothing pass as shared that is not', () => {
    expect(shared[language].filter((id) => own[id] !== english[id])).toEqual([]);
  });

  it('has every plural form it needs', () => {
    const { locale } = languages[language];
    // Millions take a form of their own in Romance languages, which no count here comes to.
    const needed = new Intl.PluralRules(locale)
      .resolvedOptions()
      .pluralCategories.filter((form) => form !== 'many' || language === 'ar');
    const lacking = Object.entries(own).filter(([, text]) =>
      [...text.matchAll(/\{\w+, plural,/g)].some(
        ({ index }) => !needed.every((form) => new RegExp(`\\b${form} \\{`).test(text.slice(index))),
      ),
    );
    expect(lacking.map(([id]) => id)).toEqual([]);
  });
});

it('closes every Arabic text with Arabic punctuation', () => {
  const latin = Object.entries(read('ar')).filter(([, text]) => /\p{Script=Arabic}\s*[,;?]/u.test(text));
  expect(latin.map(([id]) => id)).toEqual([]);
});

it('writes German as in Switzerland, without ß', () => {
  expect(Object.values(read('de')).filter((text) => text.includes('ß'))).toEqual([]);
});
