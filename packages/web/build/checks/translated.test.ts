// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../src/i18n/languages.ts';

const folder = path.join(import.meta.dirname, '../../src/i18n/messages');
const read = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...globSync(`${language}/*.json`, { cwd: folder }).map((name) =>
      JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
    ),
  );

/** Names, units and symbols that are the same in every language. */
const sameEverywhere =
  /^(Atrium|Stop&Go|API|PDF|CO₂|PM10|PM2\.5|TVOC|[^\p{L}]*|\P{L}*(pt|\p{L}|min|ppm|kWh|px\P{L}+cm)\P{L}*)$/u;
/** Texts that a language shares with English. */
const shared: Record<Exclude<Language, 'en'>, readonly string[]> = {
  fr: [
    'Webhooks',
    'Plan',
    'Condition',
    'Information',
    'Contacts',
    'Message',
    'Notifications',
    'OK',
    'Air',
    'Passage',
    'Pages',
    'Passages',
    'Points',
    'Push',
    'SMS',
    '{hours} h {minutes} min',
    '1 minute',
    '5 minutes',
    '10 minutes',
    '15 minutes',
    '30 minutes',
    'Maximum',
    'Minimum',
    'date',
    'engagement',
    'passage',
    'zone',
    'Action',
    'Attention',
    'excellent',
    'Cookies',
    'Documentation',
    'Engagement',
    'Export',
    'Import',
    'Logo',
    'Page',
    'Pages',
    'Sessions',
    'Site',
    'site',
    'Sites',
    'Zone',
    'Zones',
    'Seniors',
    'Ventilation',
    'logo',
    '{count, plural, one {# passage} other {# passages}}',
    '{count, plural, one {# site} other {# sites}}',
    'Assistants (MCP)',
    'Correction',
    'Corrections',
    'Exports',
    'Messages',
    'Page {number}',
    'Service',
    'Test',
  ],
  de: [
    'Webhooks',
    'Portfolio',
    'Plan',
    'Job',
    'Mail',
    'Test',
    'OK',
    'Push',
    'SMS',
    'Maximum',
    'Median',
    'Minimum',
    'Administrator',
    'Cookies',
    'Dashboards',
    'Debug',
    'Export',
    'Import',
    'Sensor',
    'Limit',
    'Live',
    'Logo',
    'Name',
    'Person',
    'Sensor',
    'Sensor {id}',
    'Gas',
    'Generator',
    'IT',
    'Solar',
    'System',
    'Wind',
    'Zone',
    'offline',
    '{hours} h {minutes} m',
    'Link',
  ],
  it: [
    'OK',
    'Push',
    'SMS',
    '{hours} h {minutes} min',
    'Area',
    'Comfort',
    'Debug',
    'Gas',
    'Home',
    'Logo',
    'Marketplace',
    'Password',
    'Tutorial',
    'logo',
    'offline',
    '{hours} h {minutes} m',
    'Link',
  ],
  es: [
    'Webhooks',
    'Factor',
    'OK',
    'Push',
    'SMS',
    '{hours} h {minutes} min',
    'sensor',
    'Cookies',
    'Gas',
    'General',
    'Roles',
    'Sensor',
    'Sensor {id}',
    'Solar',
    'Tutorial',
    '{hours} h {minutes} m',
    'Personal',
    'Personal, {name}',
  ],
  ar: [],
};

const english = read('en');
const others = Object.keys(shared) as Exclude<Language, 'en'>[];
/** Removes arguments and returns the text to translate. */
const words = (text: string) => text.replace(/\{\w+\}/g, '');

describe.each(others)('%s', (language) => {
  const own = read(language);

  it('contains no English text except words both languages share', () => {
    const same = Object.keys(english).filter(
      (id) =>
        own[id] === english[id] &&
        !sameEverywhere.test(words(own[id] ?? '')) &&
        !shared[language].includes(own[id] ?? ''),
    );
    expect(same).toEqual([]);
  });

  it('lists no text as shared that is translated', () => {
    const alike = Object.keys(english).flatMap((id) => (own[id] === english[id] ? [own[id]] : []));
    expect(shared[language].filter((text) => !alike.includes(text))).toEqual([]);
  });

  it('has every plural form it needs', () => {
    const { locale } = languages[language];
    // Romance languages have a plural form for millions, which no count here reaches.
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
