import ar from '../../i18n/messages/ar/display.json';
import de from '../../i18n/messages/de/display.json';
import en from '../../i18n/messages/en/display.json';
import es from '../../i18n/messages/es/display.json';
import fr from '../../i18n/messages/fr/display.json';
import it from '../../i18n/messages/it/display.json';

const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = { ar, de, en, es, fr, it };

type NameOf<Id> = Id extends `display.${infer Name}` ? Name : never;
export type Word = NameOf<keyof typeof en>;

/** Returns a text in a language, or in English if unknown, with its values filled in. */
export function translate(language: string, name: Word, values: Readonly<Record<string, string>> = {}): string {
  const text = (catalogues[language] ?? en)[`display.${name}`] ?? en[`display.${name}`];
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/** Returns a text in three languages, the screen's own first. */
export function translateInThree(
  language: string,
  name: Word,
): readonly { readonly language: string; readonly text: string }[] {
  return [...new Set([language, 'en', 'fr', 'ar'])]
    .slice(0, 3)
    .map((one) => ({ language: one, text: translate(one, name) }));
}

export const directionOf = (language: string): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr');
