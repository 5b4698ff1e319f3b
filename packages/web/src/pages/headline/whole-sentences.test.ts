import { formatDayName, formatNumber, formatPercent } from '@atrium/domain/core/format';
import { compareModes, type DescriptorKey } from '@atrium/domain/numbers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnsupported } from '../../charts/index.ts';
import {
  i18n,
  languages,
  loadAuthenticatedMessages,
  loadMetricsMessages,
  type MessageId,
  setLanguage,
  type Translate,
} from '../../i18n/index.ts';
import { isLanguage } from '../../i18n/languages.ts';
import { markStrong } from './headline.tsx';

const codes = Object.keys(languages).filter(isLanguage);
const names = ['Arcades', 'Étage', 'Hall d’entrée', '8 Nord', 'القاعة', 'l’Île', 'Zone {2}', "O'Hara", 'ß'];

const untold: readonly (readonly DescriptorKey[])[] = [
  ['gender'],
  ['ageCategory'],
  ['engagement'],
  ['groupSize'],
  ['gender', 'engagement'],
  ['electricityUse'],
  ['waterTemperature', 'waterUse'],
];

const figures = fc.record({
  mode: fc.constantFrom(...compareModes),
  verdict: fc.constantFrom('more', 'less'),
  when: fc.constantFrom('past', 'final', 'running', 'hours', 'today', 'now'),
  count: fc.oneof(fc.integer({ min: 1, max: 130 }), fc.integer({ min: 1, max: 5_000_000 })),
  share: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.double({ min: 3, max: 900, noNaN: true })),
  places: fc.integer({ min: 2, max: 120 }),
  bad: fc.integer({ min: 1, max: 120 }),
  side: fc.constantFrom('above', 'below'),
  until: fc.constantFrom('now', 'then'),
  dated: fc.constantFrom('yes', 'no'),
  hours: fc.constantFrom('open', 'chosen'),
  weekday: fc.integer({ min: 1, max: 7 }),
  name: fc.constantFrom(...names),
  notTold: fc.constantFrom(...untold),
});

type Figures = typeof figures extends fc.Arbitrary<infer Value> ? Value : never;

/** Renders every sentence that the headlines of all sections can contain. */
function said(figure: Figures, locale: string): readonly (readonly [MessageId, string])[] {
  const { count, share, places, name, weekday, ...words } = figure;
  const values = {
    ...words,
    count,
    places,
    bad: Math.min(figure.bad, places),
    people: markStrong(formatNumber(count, { locale, decimals: 0 })),
    percent: markStrong(formatPercent(share, { locale, decimals: 0 })),
    amount: markStrong(`${formatNumber(count, { locale, decimals: 0 })} kWh`),
    difference: markStrong(`+${formatNumber(count, { locale, decimals: 0 })}`),
    name: markStrong(name),
    place: markStrong(name),
    metric: 'CO₂',
    limit: markStrong(`${formatNumber(count, { locale, decimals: 0 })} ppm`),
    from: markStrong('08:05'),
    to: markStrong('11:40'),
    day: markStrong(formatDayName(`2026-11-0${weekday}`, locale)),
    reason: formatUnsupported(figure.notTold, i18n._.bind(i18n) as Translate),
  };
  return headlines.map((id) => [id, i18n._(id, values)]);
}

const headlines = (
  Object.keys(
    import.meta.glob('../../i18n/messages/en/headline.json', { eager: true, import: 'default' })[
      '../../i18n/messages/en/headline.json'
    ] as object,
  ) as MessageId[]
).toSorted();

const bare = (text: string) => text.replace(/[\ue000\ue001]/g, '');

/** Typical errors per language: missing elision or agreement, wrong spacing of punctuation. */
const slips: Partial<Record<string, RegExp>> = {
  fr: /\b(que|de|le|la|se|ne|jusque) [aeiouyàâéèêîôûœh]|\S[:;!?](?!\d)|\b1 \S+s sont/i,
  it: /\b(il|al|del|nel|un) (8|11)\b|\b(il|del|lo|la|di) [aeiou]\w+ %/i,
  de: /\b1 (Personen|Zonen sind)/,
  es: /\b1 (personas|de \d+ zonas están)\b|\bel el\b|\bde el\b|\ba el\b/i,
  en: /\b1 people|\b1 of \d+ zones are|\bthan than|\bas as\b/i,
  ar: /[,;?]|\b[12] (أشخاص|شخصًا|شخص|مناطق)/,
};

describe.each(codes)('the headline in %s', (language) => {
  it('is made of whole sentences, whatever the figures are', async () => {
    await setLanguage(language);
    await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
    const { locale } = languages[language];
    fc.assert(
      fc.property(figures, (figure) => {
        for (const [id, marked] of said(figure, locale)) {
          const text = bare(marked);
          const where = `${language} ${id}: ${text}`;
          expect(text.startsWith('headline.'), where).toBe(false);
          expect(text, where).toMatch(/^[\p{Lu}\p{Lo}\d\u202a-\u202e\u2066-\u2069\u200e\u200f]/u);
          expect(text, where).toMatch(/\.$/);
          expect(text.replace(figure.name, ''), where).not.toMatch(/ {2}|[{}]|\.\.|undefined|null|NaN|\s[.,،]|, ?\.$/);
          const slip = slips[language];
          if (slip) expect(text.replace(figure.name, 'X'), where).not.toMatch(slip);
          // Marks of strong text must be paired, or the rest of the page becomes strong.
          expect(marked.replace(/[^\ue000\ue001]/g, ''), where).toMatch(/^(\ue000\ue001)*$/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('says of each what sensors do not tell, in words of its own', async () => {
    await setLanguage(language);
    await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
    const reasons = untold.map((keys) => formatUnsupported(keys, i18n._.bind(i18n) as Translate));
    // Any other descriptor, and several at once, share one text.
    expect(new Set(reasons).size).toBe(4);
  });

  it('says something different of more and of less, and of what it is compared with', async () => {
    await setLanguage(language);
    await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
    for (const id of ['headline.people.more', 'headline.energy.less', 'headline.compared'] as const) {
      const texts = compareModes.flatMap((mode) =>
        ['more', 'less'].map((verdict) => i18n._(id, { mode, verdict, percent: '9 %', when: 'past' })),
      );
      expect(new Set(texts).size, id).toBe(id === 'headline.compared' ? 8 : 4);
    }
    expect(i18n._('headline.people.more', { mode: 'USUAL' })).not.toBe(
      i18n._('headline.people.less', { mode: 'USUAL' }),
    );
  });
});

const counted: Record<string, readonly (readonly [number, RegExp])[]> = {
  en: [
    [1, /1 person has/],
    [2, /2 people have/],
  ],
  fr: [
    [1, /1 personne est entrée/],
    [2, /2 personnes sont entrées/],
  ],
  de: [
    [1, /1 Person ist/],
    [2, /2 Personen sind/],
  ],
  it: [
    [1, /è entrata 1 persona/],
    [8, /sono entrate 8 persone/],
  ],
  es: [
    [1, /ha entrado 1 persona/],
    [2, /han entrado 2 personas/],
  ],
  ar: [
    [1, /دخل شخص واحد/],
    [2, /دخل شخصان/],
    [3, /دخل 3 أشخاص/],
    [11, /دخل 11 شخصًا/],
    [100, /دخل 100 شخص/],
    [103, /دخل 103 أشخاص/],
  ],
};

describe.each(codes)('people are counted in %s', (language) => {
  it.each(counted[language] ?? [])('%i', async (count, expected) => {
    await setLanguage(language);
    await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
    expect(i18n._('headline.people.count', { count, people: String(count), when: 'today' })).toMatch(expected);
  });
});
